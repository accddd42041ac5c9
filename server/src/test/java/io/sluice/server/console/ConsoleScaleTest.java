package io.sluice.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** 5000 topics, each with a producer and a consumer: as quick and as readable as a few. */
@Tag("alone") // as a busy machine makes any page stutter
class ConsoleScaleTest {

  private static final int ROWS = 50;
  private static final int UPDATES = 3;

  /** A person notices what keeps a page from answering for longer. On a quiet machine nothing takes 50 ms. */
  private static final double NOTICEABLE_MILLIS = 300;

  /** From now on keeps how long the page was busy at a time, if that was for more than 50 ms. */
  private static final String WATCH = """
      () => {
        window.busyMillis = [];
        new PerformanceObserver((list) => busyMillis.push(...list.getEntries().map(({ duration }) => duration)))
          .observe({ type: 'longtask' });
      }""";

  private final FakeNode node = FakeNode.large();

  @RegisterExtension
  final Tab tab = new Tab();

  @Test
  void shouldFindSortAndTurnPages() {
    Page page = tab.open(node.url("/#/topics"));
    page.locator("caption").getByText("5 000 topics, open on any node").waitFor();
    assertThat(page.locator("tbody tr").count()).isEqualTo(ROWS);

    tab.button("Topic").click();
    page.locator("th[aria-sort=ascending]").getByText("Topic").waitFor();
    tab.button("Next").click();
    tab.see("51–100 of 5 000");
    assertThat(page.locator("tbody tr").count()).isEqualTo(ROWS);
    assertThat(page.locator("tbody th").allTextContents()).isSorted();

    page.getByLabel("Topic contains").fill("topic-4990");
    page.locator("caption").getByText("1 topic with that in the name").waitFor();
    page.locator("tbody a").click();
    page.locator("h1").getByText("/topic-4990").waitFor();

    tab.go("/throttled");
    page.locator("caption").getByText("501 throttled producers").waitFor();
    assertThat(page.locator("tbody tr").count()).isLessThanOrEqualTo(3 * ROWS);
    page.getByLabel("Topic, producer, subscription or client contains").fill("topic-490");
    page.locator("caption").getByText("1 throttled producer").waitFor();
  }

  @Test
  void shouldNotStutter() {
    for (String hash : new String[] {"/topics", "/"}) {
      Page page = tab.open(node.url("/#" + hash));
      tab.ready();
      page.evaluate(WATCH);
      for (int i = 0; i < UPDATES; i++) {
        page.waitForResponse(answer -> answer.url().contains("/top/topics"), () -> {});
      }
      @SuppressWarnings("unchecked") // what a script returns is not typed
      List<Number> busy = (List<Number>) page.evaluate("() => busyMillis");
      assertThat(busy).as(hash).allMatch(millis -> millis.doubleValue() < NOTICEABLE_MILLIS);
      assertThat(page.locator("tbody tr").count()).as(hash).isLessThanOrEqualTo(ROWS);
    }
  }
}
