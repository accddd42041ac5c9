package io.sluice.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.SelectOption;
import io.sluice.admin.access.AccessSettings;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One page for the whole cluster, which asks the node that it comes from and no other. */
class ConsoleClusterTest {

  private static final String OTHER = "sluice-eu-2";
  private static final String DOWN = "sluice-eu-3";

  private static FakeNode node;
  private static String topic;

  @RegisterExtension
  final Tab tab = new Tab();

  @BeforeAll
  static void start() throws Exception {
    node = new FakeNode(
        new FakeTraffic(IntStream.range(0, 12).mapToObj(i -> "orders-" + i).toList()),
        List.of("ada"),
        List.of(OTHER, DOWN),
        AccessSettings.NONE);
    topic = node.traffic().topics().get(0);
  }

  private Locator rowOf(String text) {
    return tab.page().locator("tbody tr").filter(new Locator.FilterOptions().setHasText(text));
  }

  private Locator lastCell(Locator row) {
    return row.first().locator("td").last();
  }

  private Locator filter() {
    return tab.page().locator("main select[name=node]");
  }

  private void choose(String name) {
    filter().selectOption(new SelectOption().setValue(name));
  }

  @Test
  void shouldShowWhoIsThrottledOnWhichNode() {
    Page page = tab.open(node.url("/#/throttled"));
    tab.ready();

    Locator there = rowOf("10.2.2.2:40000");
    assertThat(lastCell(there).textContent()).isEqualTo(OTHER);
    assertThat(there.textContent().replace('\u00a0', ' '))
        .as("with the limit, of which only the target was told")
        .contains(
            topic, FakeNode.ELSEWHERE, "100 msg/s", "of the topic itself", "for 1 h", "15.9 kB");
    Locator link = lastCell(there).locator("a");
    assertThat(link.getAttribute("href")).isEqualTo("http://node-2:8080/#/throttled");
    assertThat(link.getAttribute("rel")).isEqualTo("noreferrer");
    assertThat(lastCell(rowOf("orders-10-writer")).textContent())
        .isEqualTo(FakeNode.SELF + " this one");
    assertThat(lastCell(rowOf("10.2.2.2:40001")).textContent()).isEqualTo(OTHER);
    assertThat(lastCell(rowOf("10.2.2.2:40002")).textContent()).isEqualTo(OTHER);
    page.locator("main")
        .getByText("More that are not shown, on the consoles of: ")
        .waitFor();
    page.locator("main").getByText(OTHER + " (11)").waitFor();
    page.locator("main")
        .getByText("Node " + DOWN + ": it is down, last heard of at ")
        .waitFor();
    assertThat(tab.wrong()).isEmpty();
  }

  @Test
  void shouldShowOneNodeOfTheClusterIfThatIsChosen() {
    Page page = tab.open(node.url("/#/throttled"));
    tab.ready();
    choose(OTHER);
    page.waitForURL("**node=" + OTHER);
    page.locator("caption").getByText("1 throttled producer").waitFor();
    assertThat(rowOf("10.2.2.2:40000").count()).isOne();
    assertThat(rowOf("orders-10-writer").count()).isZero();

    choose(FakeNode.SELF);
    page.locator("caption").getByText("2 throttled producers").waitFor();
    assertThat(rowOf("10.2.2.2:40000").count()).isZero();

    choose(DOWN);
    tab.see("No producer or consumer is throttled on that node.");

    tab.go("/throttled?node=" + OTHER); // as a link that an operator was sent
    page.locator("caption").getByText("1 throttled producer").waitFor();
    assertThat(filter().inputValue()).isEqualTo(OTHER);
    choose("");
    page.locator("caption").getByText("3 throttled producers").waitFor();
  }

  @Test
  void shouldAddUpTopicsAndShowTheirNodes() {
    Page page = tab.open(node.url("/#/topics"));
    tab.ready();
    page.locator("caption").getByText("12 topics, open on any node").waitFor();
    Locator cell = lastCell(rowOf("/orders-0"));
    cell.getByText("250 msg/s").waitFor();
    assertThat(cell.locator("a").getAttribute("href")).isEqualTo("http://node-2:8080/#/topics");
    assertThat(cell.textContent()).startsWith(OTHER + " 250").contains(FakeNode.SELF + " ");

    tab.go(Pages.topic(topic));
    Locator nodes = page.locator("section")
        .filter(new Locator.FilterOptions()
            .setHas(page.locator(
                "caption", new Page.LocatorOptions().setHasText("What goes through each node"))));
    assertThat(nodes.locator("tbody tr").count()).isEqualTo(2);
    assertThat(nodes.locator("tbody a").getAttribute("href"))
        .isEqualTo("http://node-2:8080/#" + Pages.topic(topic));
    assertThat(rowOf("10.2.2.2:40000").count())
        .as("as a producer, and a throttled one")
        .isEqualTo(2);
    tab.see("2 producers are throttled now");
    assertThat(tab.wrong()).isEmpty();
  }

  @Test
  void shouldShowWhichPartOfATopicsLimitsThisNodeMayUse() {
    Page page = tab.open(node.url("/#" + Pages.topic(topic)));
    tab.ready();

    Locator shares = page.locator("section.card")
        .filter(new Locator.FilterOptions().setHas(page.locator("h2", named("Limits"))))
        .locator("table")
        .filter(new Locator.FilterOptions()
            .setHas(page.locator("caption", named("What this node may use now"))));
    assertThat(shares.locator("tbody tr").count()).isEqualTo(2);
    assertThat(cells(shares.locator("tbody tr").first()))
        .containsExactly("Publish limit", "100 msg/s and 1 MiB/s", "25 %", "3", OTHER);
    assertThat(cells(shares.locator("tbody tr").last())).element(3).isEqualTo("this one only");
    tab.see("the limit is used on 3 nodes, and node " + OTHER + " divides it.");
    tab.go(Pages.topic(node.traffic().topics().get(1)));
    tab.see(node.traffic().topics().get(1));
    assertThat(page.locator("caption", named("What this node may use now")).count())
        .isZero();
    assertThat(tab.wrong()).isEmpty();
  }

  private static Page.LocatorOptions named(String text) {
    return new Page.LocatorOptions().setHasText(text);
  }

  private static List<String> cells(Locator row) {
    return row.locator("th, td").allTextContents().stream()
        .map(text -> text.replace('\u00a0', ' '))
        .toList();
  }

  @Test
  void shouldAskNoOtherNode() {
    List<String> asked = new CopyOnWriteArrayList<>();
    Page page = tab.page();
    page.onRequest(request -> asked.add(request.url()));
    tab.open(node.url("/"));
    tab.ready();
    for (String hash : new String[] {"/throttled", "/topics", Pages.topic(topic), "/nodes"}) {
      tab.go(hash);
      page.waitForResponse(answer -> answer.url().contains("/sluice/v1/"), () -> {});
    }

    assertThat(asked).hasSizeGreaterThan(10).allMatch(url -> url.startsWith(node.url("/")));
  }
}
