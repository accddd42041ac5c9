package io.sluice.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The console of a real node, with stock clients before it and a real Pulsar behind it. It measures how soon a
 * person sees something, so it has the machine for itself.
 */
@Tag("alone")
class ConsoleLiveTest {

  /** From being throttled to being seen; by the issue, and whatever the page shows before. */
  private static final long SOON_MILLIS = 2000;

  /** Notes when a producer is first seen in the page, by the clock that the clients have as well. */
  private static final String WATCH = """
      (producer) => {
        const look = () => {
          if (!window.seenAt && [...document.querySelectorAll('main td')].some((cell) => cell.textContent === producer)) {
            window.seenAt = Date.now();
          }
        };
        new MutationObserver(look).observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true });
      }""";

  @TempDir
  private static Path folder;

  private static ConsoleNode node;
  private static Load load;

  @RegisterExtension
  final Tab tab = new Tab();

  @BeforeAll
  static void start() throws Exception {
    node = ConsoleNode.open(folder, "console-live");
    load = new Load(node.serviceUrl());
    limit("steady", 300);
    load.publish(
        node.topic("steady"), "steady-writer"); // which has a past by the time it is needed
  }

  @AfterAll
  static void stop() throws Exception {
    load.close();
    node.close();
  }

  private static void limit(String topic, int messages) throws Exception {
    node.put(
        "/limits/publish/topics/persistent/" + node.namespace() + "/" + Pages.encoded(topic),
        "{\"messages\": " + messages + "}");
  }

  @Test
  void shouldShowAThrottledProducerWithinTwoSeconds() throws Exception {
    limit("busy", 50);
    Page page = tab.open(node.url("/#/throttled?contains=busy"));
    tab.see("No producer or consumer with that in a name is throttled on this node.");
    page.evaluate(WATCH, "busy-writer");

    long begun = load.publish(node.topic("busy"), "busy-writer");
    page.waitForFunction("() => window.seenAt");

    // It is throttled a moment after it has begun, when the first burst is through.
    long seen = ((Number) page.evaluate("() => window.seenAt")).longValue();
    assertThat(seen - begun).as("ms until it is seen").isLessThan(SOON_MILLIS);
    List<String> cells = page.locator("tbody tr > *").allTextContents();
    assertThat(cells.subList(0, 2)).containsExactly(node.topic("busy"), "busy-writer");
    assertThat(cells.get(2)).matches("127\\.0\\.0\\.1:\\d+");
    assertThat(cells.get(3)).isEqualTo("50\u00a0msg/s of the topic itself");
    assertThat(cells.get(4)).matches("just now|for \\d+\u00a0s");
    assertThat(cells.get(5)).matches("\\d+");
    assertThat(cells.get(6)).matches("[\\d.]+\u00a0k?B");
    assertThat(cells.get(7)).isEqualTo("held");

    page.locator("tbody a").click();
    page.locator("h1").getByText(node.topic("busy")).waitFor();
    tab.see("1 producer is throttled now");
  }

  @Test
  void shouldShowHostileNamesOfRealClientsAsText() throws Exception {
    List<String> hostile = List.of(
        HostileNames.SCRIPT, HostileNames.QUOTES, HostileNames.LONG, HostileNames.RIGHT_TO_LEFT);
    for (String name : hostile) {
      limit(name, 1);
      load.publish(node.topic(name), name);
    }
    Page page = tab.open(node.url("/#/throttled"));
    tab.resize(Tab.NARROW);
    for (String name : hostile) {
      Locator row = page.locator("tbody tr")
          .filter(new Locator.FilterOptions()
              .setHas(
                  page.locator("th a", new Page.LocatorOptions().setHasText(node.topic(name)))));
      row.waitFor();
      assertThat(row.locator("th, td").allTextContents().subList(0, 2))
          .containsExactly(node.topic(name), name);
    }
    assertThat(page.locator("main :is(script, img)").count()).isZero();
    assertThat(tab.wrong()).isEmpty();
  }

  @Test
  void shouldLimitAsIsSetOnThePageAndTakeItBack() throws Exception {
    String topic = node.topic("steady");
    Page page = tab.open(node.url("/#" + Pages.topic(topic)));
    assertRate(topic, 300);

    tab.button("Change the publish limit of topic " + topic).click();
    page.getByLabel("Messages per second").fill("60");
    Locator preview = page.getByLabel("Preview", new Page.GetByLabelOptions().setExact(true));
    preview.getByText("1 topic would have been throttled").waitFor();
    preview.getByText("steady-writer").waitFor();
    page.keyboard().press("Enter");
    confirm("300 msg/s", "60 msg/s", "Change");
    Locator undo = page.locator("#notices").getByText("Undo");
    undo.focus(); // or it is gone before the rate is reached, on a busy machine
    assertRate(topic, 60);

    undo.click();
    page.locator("#notices").getByText("is as it was").waitFor();
    assertRate(topic, 300);

    tab.button("Only count the publish limit of topic " + topic).click();
    confirm("300 msg/s", "300 msg/s, only counted", "Change");
    load.awaitRate(topic, rate -> rate > 400);

    tab.go("/changes?contains=steady");
    tab.button("Undo the change of the publish limit of topic " + topic).first().click();
    confirm("300 msg/s, only counted", "300 msg/s", "Undo the change");
    assertRate(topic, 300);
    tab.see("enforced: no, only counted → yes");
  }

  private void confirm(String before, String after, String action) {
    Locator dialog = tab.page().getByRole(AriaRole.DIALOG);
    assertThat(dialog.locator("dd").allTextContents().stream()
            .skip(1)
            .map(text -> text.replace('\u00a0', ' ')))
        .containsExactly(before, after);
    dialog.getByText(action, new Locator.GetByTextOptions().setExact(true)).click();
    tab.page().locator("#notices .notice.good").waitFor();
  }

  private static void assertRate(String topic, int wanted) throws Exception {
    load.awaitRate(topic, rate -> Math.abs(rate - wanted) < 0.25 * wanted);
  }
}
