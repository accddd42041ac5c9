package io.sluice.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the console says when there is nothing, when something is wrong, and when it is told nonsense. */
class ConsoleStatesTest {

  private static FakeNode node;
  private static FakeNode unused;

  @RegisterExtension
  final Tab tab = new Tab();

  @BeforeAll
  static void start() throws Exception {
    node = FakeNode.small();
    unused = FakeNode.unused();
  }

  @Test
  void shouldRecoverByItselfWhenItsNodeWasGone() throws Exception {
    try (Relay relay = new Relay(node.url(""))) {
      Page page = tab.open(relay.url("/#/topics"));
      tab.ready();
      tab.expect("net::"); // of all that is asked meanwhile
      Locator banner = page.locator("#banner");

      relay.cut();
      banner.getByText("Stale: the node cannot be reached").waitFor();
      assertThat(page.locator("main tbody tr").count())
          .as("rows that are still there to be read")
          .isPositive();

      relay.mend();
      banner
          .getByText("Stale")
          .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.HIDDEN));
      page.waitForResponse(answer -> answer.ok() && answer.url().contains("/top/topics"), () -> {});
      assertThat(page.locator("body.stale, .fault").count()).isZero();
    }
  }

  @Test
  void shouldComeUpByItselfIfItsNodeIsNotReadyYet() throws Exception {
    Page page = tab.page();
    tab.expect("503");
    page.route(
        "**/sluice/v1/me",
        route -> route.fulfill(
            new FulfillOptions().setStatus(503).setBody("{\"error\": \"it is starting\"}")));
    tab.open(node.url("/"));
    tab.see("The console cannot be shown: it is starting.");

    page.unroute("**/sluice/v1/me");
    tab.see("What needs attention");
    assertThat(page.locator("#banner").textContent()).isEmpty();
  }

  @Test
  void shouldSayWhatToDoWhereThereIsNothing() {
    tab.open(unused.url("/"));
    tab.ready();
    tab.see("No producer or consumer is throttled on this node, and all nodes are ready.");
    tab.see("None of the topics that are in use now has a limit.");
    for (List<String> each : List.of(
        List.of("/throttled", "No producer or consumer is throttled on this node."),
        List.of("/topics", "No client has a topic open on this node now."),
        List.of("/topics?contains=x", "No topic that is open now has that in its name."),
        List.of("/topic", "Which topic?"),
        List.of(
            Pages.topic("persistent://a/b/unknown"),
            "No producer publishes to this topic through this node now."),
        List.of("/groups", "There are no groups."),
        List.of("/ramps", "No limit has a ramp"),
        List.of("/nodes", "This node knows of no other node."),
        List.of("/changes", "Nothing was changed yet."),
        List.of("/nowhere", "There is no such page."))) {
      tab.go(each.get(0));
      tab.see(each.get(1));
      assertThat(tab.wrong()).as(each.get(0)).isEmpty();
    }
    tab.expect("404");
    tab.go("/group?name=gone");
    tab.see("There is no such group.");
    tab.expect("400");
    tab.go("/topic?name=nonsense");
    tab.see("nonsense is not the full name of a topic");
  }

  @Test
  void shouldSayWhyItCannotReadSomethingAndReadItAsSoonAsItCan() throws Exception {
    tab.open(node.url("/#/changes"));
    tab.ready();
    tab.expect("503");
    node.forgetPolicies(Optional.of("the topic of policies cannot be read"));
    try {
      tab.see("This could not be read: the topic of policies cannot be read.");
      tab.go(Pages.topic(node.traffic().topics().get(10)));
      tab.see("This could not be read: the topic of policies cannot be read.");
      assertThat(tab.wrong()).isEmpty();
    } finally {
      node.forgetPolicies(Optional.empty());
    }
    tab.see("The first limit that is set is in force");
    assertThat(tab.page().locator(".fault").count()).isZero();
  }

  @Test
  void shouldTakeAmountsAsPeopleWriteThemAndSayWhatIsWrong() {
    String topic = node.traffic().topics().get(11);
    Page page = tab.open(node.url("/#" + Pages.publishLimit(topic)));
    tab.ready();
    Locator messages = page.getByLabel("Messages per second");
    Locator bytes = page.getByLabel("Bytes per second");

    messages.fill("12x");
    tab.see("Has no known unit");
    tab.see("A preview is shown as soon as the fields are right.");
    messages.press("Enter");
    assertThat(page.locator("dialog").count()).isZero();
    messages.fill("0.5");
    tab.see("Comes to no whole number.");
    messages.fill("1.5k");
    bytes.fill("1MB");
    page.getByLabel("Burst").fill("2h");
    tab.see("Must be from 1ms to 1h.");
    page.getByLabel("Burst").fill("500ms");
    bytes.press("Enter");
    Locator dialog = page.getByRole(AriaRole.DIALOG);
    dialog.getByText("1 500 msg/s and 1 MB/s, burst of 500ms").waitFor();
    dialog
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Cancel"))
        .click();
    bytes.fill("500k");
    bytes.press("Enter");
    dialog.getByText("1 500 msg/s and 500 KiB/s, burst of 500ms").waitFor();
    dialog
        .getByRole(
            AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Set").setExact(true))
        .click();
    tab.see("It holds on all nodes within a second.");

    assertThat(node.policies().get(PolicyKind.PUBLISH, PolicyKey.topic(topic)))
        .contains(new PublishLimit(1500, 512_000, Duration.ofMillis(500), true));
  }
}
