package io.sluice.server.console;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which metrics a node exports, and with which labels. */
final class Exposed {

  private static final Pattern SAMPLE = Pattern.compile("(\\w+)(?:\\{(.*)\\})? \\S+");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\"");
  private static final Duration GENEROUS = Duration.ofSeconds(60);

  private final Map<String, Set<String>> labels = new HashMap<>();
  private final Set<String> families = new HashSet<>();

  private Exposed(String text) {
    text.lines().forEach(line -> {
      Matcher sample = SAMPLE.matcher(line);
      if (line.startsWith("# TYPE ")) {
        families.add(line.split(" ", -1)[2]);
      } else if (!line.startsWith("#") && sample.matches()) {
        Set<String> of = labels.computeIfAbsent(sample.group(1), name -> new HashSet<>());
        Matcher label = LABEL.matcher(sample.group(2) == null ? "" : sample.group(2));
        while (label.find()) {
          of.add(label.group(1));
        }
      }
    });
  }

  /** Waits until all of these are there, but not for ever: a test that asks for one that is missing is told. */
  static Exposed once(ConsoleNode node, Set<String> wanted) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(node.url("/metrics")))
        .timeout(GENEROUS)
        .build();
    long deadline = System.nanoTime() + GENEROUS.toNanos();
    HttpClient client = HttpClient.newHttpClient();
    while (true) {
      Exposed now = new Exposed(client.send(request, BodyHandlers.ofString()).body());
      if (now.labels.keySet().containsAll(wanted) || System.nanoTime() > deadline) {
        return now;
      }
      Thread.sleep(50);
    }
  }

  Set<String> labels(String metric) {
    Set<String> of = labels.get(metric);
    if (of == null) {
      throw new AssertionError("no node exports " + metric);
    }
    return of;
  }

  /** Metrics by the names of which all their samples begin. */
  Set<String> families() {
    return Set.copyOf(families);
  }
}
