package io.sluice.server.console;

import java.util.List;

/** Names that would do harm, or look like something else, if they were not shown as text. */
final class HostileNames {

  static final String SCRIPT = "<script>document.title='stolen'";
  static final String IMAGE = "<img src=x onerror=\"document.title='stolen'\">";
  static final String QUOTES = "\"'`&quot;&#39; onmouseover=alert(1) x=\"";
  static final String TEMPLATE = "${7*7}{{7*7}}%3Cb%3E?a=b&c#d";
  static final String LONG = "long-" + "x".repeat(495);

  /** Arabic and Hebrew, and a mark that would turn round what follows it. */
  static final String RIGHT_TO_LEFT = "طلبات-הזמנות-\u202Etxt.exe";

  /** None has a slash, which would divide a topic's name. */
  static final List<String> ALL = List.of(SCRIPT, IMAGE, QUOTES, TEMPLATE, LONG, RIGHT_TO_LEFT);

  private HostileNames() {}
}
