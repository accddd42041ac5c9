package io.sluice.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.sluice.admin.access.AccessSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pictures of each page in {@code target/screenshots}, for the developer to look at, and for the README. */
class ScreenshotsTest {

  private static final List<String> WHAT =
      List.of("created", "paid", "shipped", "returned", "refunds", "carts", "invoices", "stock");

  private static final List<String> WHERE = List.of("eu", "us", "in", "br");
  private static final List<String> PEOPLE = List.of("ada", "deploy-bot", "grace");

  private static final Set<String> ALSO_NARROW = Set.of("overview", "throttled", "topics", "topic");

  private static FakeNode node;
  private static String topic;

  @RegisterExtension
  final Tab tab = new Tab();

  @BeforeAll
  static void start() throws Exception {
    List<String> topics = IntStream.range(0, WHAT.size() * WHERE.size())
        .mapToObj(i -> WHAT.get(i % WHAT.size()) + "-" + WHERE.get(i / WHAT.size()))
        .toList();
    node = new FakeNode(
        new FakeTraffic(topics),
        PEOPLE,
        List.of("sluice-eu-2", "sluice-eu-3"),
        AccessSettings.NONE);
    topic = node.traffic().topics().get(10);
  }

  @Test
  void shouldPictureEachPage() {
    tab.page().addInitScript(Tab.script("past.js"));
    tab.open(node.url("/"));
    tab.ready();
    Map<String, String> pages = new TreeMap<>(Pages.all(topic, FakeNode.GROUP));
    pages.put("topic-limit", Pages.publishLimit(topic));
    pages.forEach((name, hash) -> {
      tab.go(hash);
      tab.takePictures(name);
      if (ALSO_NARROW.contains(name)) {
        tab.resize(Tab.NARROW);
        tab.takePictures(name + "-narrow");
        tab.resize(Tab.WIDE);
      }
    });
    pages.keySet().forEach(name -> assertThat(Path.of("target", "screenshots"))
        .isDirectoryContaining("glob:**/" + name + "-light.png")
        .isDirectoryContaining("glob:**/" + name + "-dark.png"));
  }

  @Test
  void shouldPictureDialogsAndStatesAsWell() throws Exception {
    try (Relay relay = new Relay(node.url(""))) {
      Page page = tab.open(relay.url("/#" + Pages.topic(topic)));
      tab.ready();
      page.getByText("Set", new Page.GetByTextOptions().setExact(true)).first().click();
      page.getByLabel("Messages per second").fill("70");
      page.keyboard().press("Enter");
      page.locator("dialog").waitFor();
      tab.takeViews("dialog");
      page.keyboard().press("Escape");
      tab.expect("net::");
      relay.cut();
      page.locator("#banner").getByText("Stale").waitFor();
      tab.takeViews("stale");
    }
  }
}
