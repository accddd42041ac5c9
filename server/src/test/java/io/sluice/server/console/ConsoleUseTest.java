package io.sluice.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.WaitForSelectorState;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** That all users can use the console: by keyboard, by ear, on a small or a dark screen, with any names. */
class ConsoleUseTest {

  private static final String FOCUSED =
      "() => document.activeElement.closest('[data-key]')?.dataset.key + ' ' + document.activeElement.textContent";

  /** Of what has the focus, what is wrong about how that is seen. */
  private static final String UNSEEN = """
      () => {
        const at = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        const box = at.getBoundingClientRect();
        const seen = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
          && box.bottom > 0 && box.top < innerHeight;
        return seen || at === document.body ? '' : at.outerHTML.slice(0, 120);
      }""";

  private static FakeNode node;
  private static Map<String, String> pages;

  @RegisterExtension
  final Tab tab = new Tab();

  @BeforeAll
  static void start() throws Exception {
    node = FakeNode.small();
    pages = Pages.all(node.traffic().topics().get(10), FakeNode.GROUP);
  }

  @Test
  void shouldBeReadableOnEveryPageWideAndNarrowLightAndDark() {
    Page page = tab.open(node.url("/"));
    tab.ready();
    pages.forEach((name, hash) -> {
      tab.go(hash);
      for (ColorScheme scheme : new ColorScheme[] {ColorScheme.DARK, ColorScheme.LIGHT}) {
        page.emulateMedia(new EmulateMediaOptions().setColorScheme(scheme));
        for (int width : new int[] {Tab.NARROW, Tab.WIDE}) {
          tab.resize(width);
          assertThat(tab.wrong()).as("%s %s %s", name, scheme, width).isEmpty();
        }
      }
    });
  }

  @Test
  void shouldShowHostileNamesAsText() {
    Page page = tab.open(node.url("/"));
    tab.resize(Tab.NARROW);
    page.onDialog(dialog -> {
      throw new AssertionError("a name has opened a dialog: " + dialog.message());
    });
    for (String name : HostileNames.ALL) {
      String topic = "persistent://" + FakeTraffic.NAMESPACE + "/" + name;
      String asked = "?contains=" + Pages.encoded(name);
      for (String hash : new String[] {
        "/topics" + asked, "/changes" + asked, Pages.topic(topic), Pages.publishLimit(topic)
      }) {
        tab.go(hash);
        page.locator("main")
            .getByText(topic, new Locator.GetByTextOptions().setExact(true))
            .first()
            .waitFor();
        assertHarmless(hash);
      }
      page.locator("main").getByText(name + "</script>").first().waitFor(); // its producer
    }
    for (String hash : new String[] {"/", "/throttled", "/nodes", "/groups"}) {
      tab.go(hash);
      assertHarmless(hash);
    }
    tab.go("/throttled");
    page.locator("main").getByText(HostileNames.SCRIPT + "</script>").first().waitFor();
    tab.go("/nodes");
    page.locator("main").getByText(HostileNames.QUOTES).first().waitFor();
  }

  private void assertHarmless(String hash) {
    Page page = tab.page();
    assertThat(page.locator("main :is(script, img, b)").count()).as(hash).isZero();
    assertThat(page.title()).as(hash).endsWith(" · Sluice");
    assertThat(tab.wrong()).as(hash).isEmpty();
  }

  @Test
  void shouldShowHostileNamesInDialogsAndNoticesAsText() {
    Page page = tab.open(node.url("/"));
    tab.resize(Tab.NARROW);
    tab.ready();
    for (String name : List.of(HostileNames.SCRIPT, HostileNames.QUOTES, HostileNames.LONG)) {
      String topic = "persistent://" + FakeTraffic.NAMESPACE + "/" + name;
      tab.go(Pages.topic(topic));
      tab.button("Only count the publish limit of topic " + topic).click();
      assertHarmless("the dialog for " + name);
      page.getByRole(AriaRole.DIALOG).locator("button.primary").click();
      page.locator("#notices")
          .getByText(topic, new Locator.GetByTextOptions().setExact(true))
          .waitFor();
      assertHarmless("the notice for " + name);
    }
  }

  @Test
  void shouldSetAndRemoveTheRateOfEachBroker() {
    Page page = tab.open(node.url("/#" + Pages.topic(node.traffic().topics().get(30))));
    tab.button("Set the publish limit of broker").click();
    page.getByLabel("Messages per second").fill("5k");
    page.keyboard().press("Enter");
    Locator dialog = page.getByRole(AriaRole.DIALOG);
    assertThat(dialog.locator("dd").first().textContent())
        .isEqualTo("each broker, all topics that it serves together");
    dialog.locator("button.primary").click();
    page.locator("#notices .notice.good").waitFor();
    assertThat(node.policies().get(PolicyKind.PUBLISH, PolicyKey.BROKER))
        .contains(PublishLimit.of(5000, -1));

    tab.see("Each broker may be sent 5000 messages/s by all topics together.");
    assertThat(tab.wrong()).isEmpty();
    tab.button("Remove the publish limit of broker").click();
    dialog.locator("button.danger").click();
    tab.button("Set the publish limit of broker").waitFor();
    assertThat(node.policies().get(PolicyKind.PUBLISH, PolicyKey.BROKER)).isEmpty();
  }

  @Test
  void shouldNotOverwriteWhatAnotherOperatorHasSetMeanwhile() {
    String topic = node.traffic().topics().get(20);
    node.limit(topic, PublishLimit.of(50, 0));
    Page page = tab.open(node.url("/#" + Pages.topic(topic)));
    tab.button("Only count the publish limit of topic " + topic).click();
    node.limit(topic, PublishLimit.of(77, 0));

    page.getByRole(AriaRole.DIALOG).locator("button.primary").click();

    page.locator("#notices").getByText("Another operator has changed").waitFor();
    assertThat(page.locator("#notices").textContent().replace('\u00a0', ' '))
        .contains("it is 77 msg/s now. Nothing was done.");
    assertThat(node.policies().get(PolicyKind.PUBLISH, PolicyKey.topic(topic)))
        .contains(PublishLimit.of(77, 0));

    // What it shows by now can be changed.
    page.locator("main").getByText("77").first().waitFor();
    tab.button("Only count the publish limit of topic " + topic).click();
    page.getByRole(AriaRole.DIALOG).locator("button.primary").click();
    page.locator("#notices .notice.good").waitFor();
    assertThat(node.policies().get(PolicyKind.PUBLISH, PolicyKey.topic(topic)))
        .contains(PublishLimit.of(77, 0).inShadow());
  }

  /** A form shows what was set when it was opened; all of its fields are sent. */
  @Test
  void shouldNotSetAFieldBackThatAnotherOperatorHasChangedWhileTheFormIsOpen() {
    String topic = node.traffic().topics().get(21);
    node.limit(topic, PublishLimit.of(50, 1000));
    Page page = tab.open(node.url("/#" + Pages.topic(topic)));
    tab.button("Change the publish limit of topic " + topic).click();
    page.getByLabel("Messages per second").fill("60");
    node.limit(topic, PublishLimit.of(50, 2000));
    page.locator("main td").getByText("2 kB/s").first().waitFor();

    page.keyboard().press("Enter");
    page.getByRole(AriaRole.DIALOG).locator("button.primary").click();

    page.locator("#notices").getByText("Another operator has changed").waitFor();
    assertThat(node.policies().get(PolicyKind.PUBLISH, PolicyKey.topic(topic)))
        .contains(PublishLimit.of(50, 2000));

    // The operator knows by now, and may insist.
    page.getByLabel("Messages per second").press("Enter");
    page.getByRole(AriaRole.DIALOG).locator("button.primary").click();
    page.locator("#notices .notice.good").waitFor();
    assertThat(node.policies().get(PolicyKind.PUBLISH, PolicyKey.topic(topic)))
        .contains(PublishLimit.of(60, 1000));
  }

  @Test
  void shouldKeepTheFocusWhileThePageIsMadeAnew() {
    Page page = tab.open(node.url("/#/topics"));
    tab.ready();
    tab.button("Dispatched").focus();
    update();
    page.keyboard().press("Enter");
    page.locator("th[aria-sort=descending]").getByText("Dispatched").waitFor();
    update();
    update();
    assertThat((String) page.evaluate(FOCUSED)).contains("Dispatched");

    Locator search = page.getByLabel("Topic contains");
    search.focus();
    page.keyboard().type("topic-1");
    page.waitForURL("**contains=topic-1");
    update();
    page.keyboard().type("2");
    page.locator("caption").getByText("1 topic with that in the name").waitFor();
    assertThat(search.inputValue()).isEqualTo("topic-12");

    page.locator("tbody a").focus();
    update();
    update();
    assertThat((String) page.evaluate(FOCUSED)).endsWith("/topic-12");
  }

  /** Waits until the page has been made anew. */
  private void update() {
    tab.page().waitForResponse(answer -> answer.url().contains("/top/topics"), () -> {});
    assertThat(tab.complaints()).isEmpty(); // and for what follows from it
  }

  @Test
  void shouldBeUsableByKeyboardAlone() {
    String topic = node.traffic().topics().get(20);
    Page page = tab.open(node.url("/#/throttled"));
    tab.ready();
    page.keyboard().press("Tab");
    assertThat((String) page.evaluate(FOCUSED)).endsWith("Skip to the content");
    page.keyboard().press("Enter");
    page.keyboard().press("Tab");
    assertThat((boolean) page.evaluate("() => document.activeElement.matches('main input')"))
        .isTrue();
    for (int i = 0; i < 30; i++) {
      page.keyboard().press("Tab");
      assertThat((String) page.evaluate(UNSEEN)).as("after %s steps", i).isEmpty();
    }

    tab.go(Pages.topic(topic));
    assertThat((String) page.evaluate("() => document.activeElement.id")).isEqualTo("main");
    Locator set = tab.button("Set the publish limit of topic " + topic);
    set.focus();
    page.keyboard().press("Enter");
    page.waitForFunction("() => document.activeElement.name === 'messages'");
    page.keyboard().type("70");
    page.keyboard().press("Enter");
    Locator dialog = page.getByRole(AriaRole.DIALOG);
    dialog.waitFor();
    assertThat(tab.wrong()).isEmpty();
    for (int i = 0; i < 5; i++) {
      assertThat(
              (boolean)
                  page.evaluate(
                      "() => document.activeElement === document.body || document.activeElement.closest('dialog') !== null"))
          .as("the dialog keeps the focus")
          .isTrue();
      page.keyboard().press("Tab");
    }
    page.keyboard().press("Escape");
    dialog.waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED));
    assertThat((String) page.evaluate("() => document.activeElement.name")).isEqualTo("messages");
    page.keyboard().press("Escape");
    page.waitForFunction("() => !document.querySelector('form.editor')");
    assertThat((String) page.evaluate(FOCUSED)).contains("edit publish topic " + topic);
  }
}
