package io.sluice.server.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where the pages of the console are. */
final class Pages {

  private Pages() {}

  /** All of them, by names for files. */
  static Map<String, String> all(String topic, String group) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("overview", "/");
    all.put("throttled", "/throttled");
    all.put("topics", "/topics");
    all.put("topic", topic(topic));
    all.put("groups", "/groups");
    all.put("group", "/group?name=" + encoded(group));
    all.put("ramps", "/ramps");
    all.put("nodes", "/nodes");
    all.put("changes", "/changes");
    return all;
  }

  static String topic(String name) {
    return "/topic?name=" + encoded(name);
  }

  /** The page of a topic with the form open by which its own publish limit is set. */
  static String publishLimit(String topic) {
    return topic(topic) + "&edit=" + encoded("publish topic " + topic);
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }
}
