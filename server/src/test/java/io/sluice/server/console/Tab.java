package io.sluice.server.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A page in a browser that remembers nothing of other tests. A test fails if the page has logged
 * an error or a warning, has thrown one, could not load something, or asked another server than
 * its own.
 */
final class Tab implements BeforeEachCallback, AfterEachCallback {

  static final int WIDE = 1280;
  static final int NARROW = 360;

  private static final int HEIGHT = 800;
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");
  private static final double GENEROUS_MILLIS = 120_000;

  /** Once what has changed is drawn. */
  private static final String DRAWN =
      "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))";

  /** By way of a page that there is not, so that what was shown before is not taken for the new one. */
  private static final String GO = """
      async (hash) => {
        for (const each of ['/between', hash]) {
          await new Promise((done) => {
            addEventListener('hashchange', done, { once: true });
            location.hash = each;
          });
        }
      }""";

  /** Once the page that the address names is there, with figures if it is one that has them. */
  private static final String READY = """
      () => {
        const main = document.querySelector('main');
        return main.querySelector('h1')?.textContent
          && !main.querySelector('.signin')
          && !/One moment|Figures arrive in a second/.test(main.textContent);
      }""";

  private @Nullable BrowserContext context;
  private @Nullable Page page;
  private @Nullable Complaints complaints;

  @Override
  public void beforeEach(ExtensionContext test) {
    BrowserContext fresh = Chromium.of(test)
        .browser()
        .newContext(new Browser.NewContextOptions()
            .setViewportSize(WIDE, HEIGHT)
            .setReducedMotion(ReducedMotion.REDUCE)
            .setLocale("en-GB")
            .setTimezoneId("UTC"));
    fresh.setDefaultTimeout(GENEROUS_MILLIS);
    context = fresh;
    complaints = new Complaints(fresh);
    page = fresh.newPage();
  }

  @Override
  public void afterEach(ExtensionContext test) {
    List<String> heard = complaints();
    requireNonNull(context).close(); // a page that goes ends what it was loading, and may say so
    if (test.getExecutionException().isEmpty()) {
      assertThat(heard).as("what the browser complains about").isEmpty();
    }
  }

  Page page() {
    return requireNonNull(page, "there is one during a test");
  }

  /** Goes there; from now on everything has to come from there. */
  Page open(String url) {
    requireNonNull(complaints).from(url);
    page().navigate(url);
    return page();
  }

  /** Goes to another page of the console, once it is open; returns when that is there. */
  Page go(String hash) {
    page().evaluate(GO, hash);
    return ready();
  }

  /** Waits until the page has been read and shows it. */
  Page ready() {
    page().waitForFunction(READY);
    return page();
  }

  /** Waits until the page has a text, which may be part of a longer one. */
  void see(String text) {
    page().getByText(text).first().waitFor();
  }

  /** The button of this name, as a screen reader would say it. */
  Locator button(String name) {
    return page()
        .getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  /** What is wrong with the page for users who do not see it well, or not at all. */
  @SuppressWarnings("unchecked") // what a script returns is not typed
  List<String> wrong() {
    page().evaluate(DRAWN);
    return (List<String>) page().evaluate(script("audit.js"));
  }

  /** One of those beside this class. */
  static String script(String name) {
    try (InputStream file = requireNonNull(Tab.class.getResourceAsStream(name), name)) {
      return new String(file.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets the browser complain of what has this in it, as a test provokes that. */
  void expect(String part) {
    requireNonNull(complaints).expect(part);
  }

  /** What it has complained about so far. */
  List<String> complaints() {
    page().evaluate(DRAWN); // what was said before has arrived by then
    return requireNonNull(complaints).unexpected();
  }

  void resize(int width) {
    page().setViewportSize(width, HEIGHT);
  }

  /** Writes what the page looks like, whole, light and dark, for the developer to look at. */
  void takePictures(String name) {
    page().evaluate("() => scrollTo(0, 0)"); // or the head would be in the midst of it
    takeThem(name, true);
  }

  /** Writes only what is seen of the page now, light and dark. */
  void takeViews(String name) {
    takeThem(name, false);
  }

  private void takeThem(String name, boolean whole) {
    for (ColorScheme scheme : new ColorScheme[] {ColorScheme.DARK, ColorScheme.LIGHT}) {
      page().emulateMedia(new EmulateMediaOptions().setColorScheme(scheme));
      page().evaluate(DRAWN);
      String file = name + "-" + scheme.name().toLowerCase(Locale.ROOT) + ".png";
      page()
          .screenshot(
              new ScreenshotOptions().setPath(SCREENSHOTS.resolve(file)).setFullPage(whole));
    }
  }
}
