package io.sluice.server.console;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Request;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** What is wrong with a page, as the browser sees it. */
final class Complaints {

  private static final Set<String> BAD = Set.of("error", "warning");

  /** Data that a page carries itself is not requested. */
  private static final Set<String> WITHOUT_SERVER = Set.of("data", "blob");

  /** Of requests that the page itself has given up, or that ended with it. */
  private static final String GIVEN_UP = "net::ERR_ABORTED";

  private final List<String> all = new ArrayList<>();
  private final List<Predicate<String>> expected = new ArrayList<>();
  private String origin = "";

  Complaints(BrowserContext context) {
    context.onConsoleMessage(this::said);
    context.onWebError(error -> add("thrown: " + error.error()));
    context.onRequest(this::asked);
    context.onRequestFailed(request -> {
      if (!GIVEN_UP.equals(request.failure())) {
        add("failed: " + request.method() + " " + request.url() + ": " + request.failure());
      }
    });
  }

  /** From where everything has to come. */
  void from(String url) {
    origin = origin(url);
  }

  /** Says that a test provokes what has this in it. */
  void expect(String part) {
    expected.add(complaint -> complaint.contains(part));
  }

  private void said(ConsoleMessage message) {
    if (BAD.contains(message.type())) {
      add(message.type() + ": " + message.text() + " at " + message.location());
    }
  }

  private void asked(Request request) {
    if (!WITHOUT_SERVER.contains(URI.create(request.url()).getScheme())
        && !origin(request.url()).equals(origin)) {
      add("outside: " + request.method() + " " + request.url());
    }
  }

  private static String origin(String url) {
    URI uri = URI.create(url);
    return uri.getScheme() + "://" + uri.getRawAuthority();
  }

  private void add(String complaint) {
    all.add(complaint);
  }

  /** Those that no test has provoked. */
  List<String> unexpected() {
    return all.stream()
        .filter(complaint -> expected.stream().noneMatch(each -> each.test(complaint)))
        .toList();
  }
}
