package io.sluice.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.server.console.PromQl.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What stands in {@code dashboards/}, against what a node that is in use exports. */
class DashboardsTest {

  private static final Path FOLDER = Path.of("..", "dashboards");

  /** What Prometheus adds itself. */
  private static final Set<String> OF_PROMETHEUS = Set.of("instance", "job");

  /** Of Grafana's grid. */
  private static final int COLUMNS = 24;

  private static final Pattern LABEL_IN_TEXT = Pattern.compile("\\{\\{ *(?:\\$labels\\.)?(\\w+)");

  private static ConsoleNode node;
  private static Load load;

  /** A query of one of the files, and the labels that the texts beside it show. */
  private record Use(String place, String expression, Set<String> shown) {}

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    node = ConsoleNode.open(folder, "dashboards");
    node.put("/limits/publish/topics/persistent/public/dashboards/busy", "{\"messages\":20}");
    node.put("/limits/dispatch/namespaces/public/dashboards", "{\"messages\":10}");
    node.put("/groups/gold", "{\"publishMessages\":1000,\"dispatchBytes\":100000}");
    node.put("/groups/gold/members/namespaces/public/dashboards", "");
    load = new Load(node.serviceUrl());
    load.publish(node.topic("busy"), "p1");
    load.consume(node.topic("busy"), "all");
  }

  @AfterAll
  static void stop() throws Exception {
    load.close();
    node.close();
  }

  @Test
  void shouldUseOnlyMetricsAndLabelsThatAreExported() throws Exception {
    List<Use> uses = Stream.concat(
            panels().stream().flatMap(DashboardsTest::uses),
            rules().stream().map(DashboardsTest::use))
        .toList();
    Set<String> wanted = new TreeSet<>();
    uses.forEach(use ->
        PromQl.parse(use.expression).selectors().forEach(selector -> wanted.add(selector.name())));

    Exposed exposed = Exposed.once(node, wanted);

    assertThat(uses).hasSizeGreaterThan(60);
    assertThat(uses).allSatisfy(use -> {
      PromQl query = PromQl.parse(use.expression);
      Set<String> known = new HashSet<>(OF_PROMETHEUS);
      for (Selector selector : query.selectors()) {
        Set<String> labels = exposed.labels(selector.name());
        known.addAll(labels);
        assertThat(selector.labels())
            .as("labels of %s in %s", selector.name(), use.place)
            .allMatch(label -> labels.contains(label) || OF_PROMETHEUS.contains(label));
      }
      assertThat(known).as(use.place).containsAll(query.groupedBy());
      assertThat(query.groupedBy().isEmpty() ? known : query.groupedBy())
          .as("labels that are shown in %s", use.place)
          .containsAll(use.shown);
    });
  }

  @Test
  void shouldShowEveryMetricOfANode() throws Exception {
    Set<String> shown = new HashSet<>(Set.of("target_info")); // of no use on a dashboard
    panels().stream().flatMap(DashboardsTest::uses).forEach(use -> PromQl.parse(use.expression)
        .selectors()
        .forEach(selector -> shown.add(selector.name().replaceFirst("_bucket$", ""))));

    assertThat(Exposed.once(node, Set.of()).families()).isSubsetOf(shown);
  }

  @Test
  void shouldPlacePanelsSideBySideAndExplainEach() throws Exception {
    Set<List<Integer>> taken = new HashSet<>();
    Set<Integer> ids = new HashSet<>();
    for (JsonNode panel : panels()) {
      String title = panel.path("title").asText();

      assertThat(cells(panel)).as("cells of %s", title).allSatisfy(cell -> {
        assertThat(cell.get(0)).isBetween(0, COLUMNS - 1);
        assertThat(taken.add(cell)).as("%s is free", cell).isTrue();
      });
      assertThat(ids.add(panel.path("id").asInt()))
          .as("the id of %s is new", title)
          .isTrue();
      assertThat(title).isNotBlank();
      if (!panel.path("type").asText().equals("row")) {
        assertThat(panel.path("description").asText()).as(title).endsWith(".");
        assertThat(panel.at("/fieldConfig/defaults/unit").asText()).as(title).isNotBlank();
        assertThat(panel.at("/datasource/uid").asText()).as(title).isEqualTo("${datasource}");
      }
    }
  }

  /** The squares of the grid that a panel covers. */
  private static List<List<Integer>> cells(JsonNode panel) {
    JsonNode at = panel.path("gridPos");
    int x = at.path("x").asInt();
    int y = at.path("y").asInt();
    return IntStream.range(x, x + at.path("w").asInt())
        .boxed()
        .flatMap(column ->
            IntStream.range(y, y + at.path("h").asInt()).mapToObj(row -> List.of(column, row)))
        .toList();
  }

  @Test
  void shouldSayWhatToDoOfEachAlert() throws Exception {
    Set<String> names = new HashSet<>();
    assertThat(rules()).hasSizeGreaterThan(10).allSatisfy(rule -> {
      String name = text(rule, "alert");
      assertThat(name).startsWith("Sluice");
      assertThat(names.add(name)).as(name).isTrue();
      assertThat(text(map(rule, "labels"), "severity")).isIn("critical", "warning", "info");
      assertThat(text(map(rule, "annotations"), "summary")).as(name).isNotBlank();
      assertThat(text(map(rule, "annotations"), "description")).as(name).endsWith(".");
      assertThat(text(rule, "for")).as(name).matches("\\d+[smh]");
    });
  }

  private static List<JsonNode> panels() throws Exception {
    List<JsonNode> panels = new ArrayList<>();
    new ObjectMapper()
        .readTree(FOLDER.resolve("sluice-grafana.json").toFile())
        .path("panels")
        .forEach(panels::add);
    return panels;
  }

  private static Stream<Use> uses(JsonNode panel) {
    List<Use> uses = new ArrayList<>();
    panel
        .path("targets")
        .forEach(target -> uses.add(new Use(
            panel.path("title").asText(),
            target.path("expr").asText().replace("$__rate_interval", "5m"),
            labelsIn(target.path("legendFormat").asText()))));
    return uses.stream();
  }

  private static List<Map<String, Object>> rules() throws Exception {
    String text = Files.readString(FOLDER.resolve("sluice-alerts.yaml"));
    Map<String, Object> file = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
    return list(file, "groups").stream()
        .flatMap(group -> list(group, "rules").stream())
        .toList();
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> list(Map<String, Object> of, String key) {
    return (List<Map<String, Object>>) of.getOrDefault(key, List.of());
  }

  private static Use use(Map<String, Object> rule) {
    Map<String, Object> texts = map(rule, "annotations");
    return new Use(
        text(rule, "alert"),
        // Prometheus has this one of itself, for each node.
        text(rule, "expr").replace("up{job=\"sluice\"}", "sluice_ready"),
        labelsIn(text(texts, "summary") + text(texts, "description")));
  }

  private static Set<String> labelsIn(String text) {
    Set<String> labels = new HashSet<>();
    Matcher matcher = LABEL_IN_TEXT.matcher(text);
    while (matcher.find()) {
      labels.add(matcher.group(1));
    }
    return labels;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Map<String, Object> of, String key) {
    return (Map<String, Object>) of.getOrDefault(key, Map.of());
  }

  private static String text(Map<String, Object> of, String key) {
    return String.valueOf(of.getOrDefault(key, ""));
  }
}
