package io.sluice.admin.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.HttpMethod;
import io.sluice.gateway.view.LimitShareView;
import io.sluice.gateway.view.PauseReason;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.RampUp;
import io.sluice.policy.json.StrictJson;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The description that is served is right. */
class OpenApiTest {

  private static final String ROOT = "/sluice/v1";
  private static final String ORDERS = "persistent://acme/orders/new";
  private static final Pattern PART = Pattern.compile("\\{(\\w+)}");

  /** Of a path; what stands besides is not an operation. */
  private static final Set<String> METHODS =
      Set.of("get", "put", "post", "patch", "delete", "head");

  private final ApiServer api = new ApiServer();
  private OpenApi description;

  @BeforeEach
  void read() throws Exception {
    HttpResponse<String> answer = api.get("/openapi.yaml");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-type")).contains("application/yaml");
    description = new OpenApi(answer.body());
  }

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void shouldDescribeEveryRouteAndNoOther() {
    Set<String> routes = api.server.config().serviceConfigs().stream()
        .map(config -> config.route())
        .filter(route -> route.patternString().startsWith(ROOT))
        .flatMap(route -> route.methods().stream()
            .filter(method -> method != HttpMethod.HEAD)
            .map(method -> method + " " + route.patternString().replaceAll(":(\\w+)", "{$1}")))
        .collect(Collectors.toCollection(TreeSet::new));

    Set<String> described = operations()
        .map(operation -> operation.method.toUpperCase(Locale.ROOT) + " " + operation.path)
        .collect(Collectors.toCollection(TreeSet::new));

    assertThat(described).isNotEmpty().isEqualTo(routes);
  }

  private record Operation(String path, String method, Map<?, ?> of, Map<?, ?> on) {}

  private Stream<Operation> operations() {
    return description.paths().entrySet().stream()
        .flatMap(path -> OpenApi.map(path.getValue()).entrySet().stream()
            .filter(entry -> METHODS.contains(entry.getKey().toString()))
            .map(entry -> new Operation(
                path.getKey().toString(),
                entry.getKey().toString(),
                OpenApi.map(entry.getValue()),
                OpenApi.map(path.getValue()))));
  }

  @Test
  void shouldDescribeEveryOperationInFull() {
    description.checkReferences();
    assertThat(operations().map(operation -> operation.of.get("operationId")))
        .doesNotContainNull()
        .doesNotHaveDuplicates();
    operations().forEach(operation -> {
      assertThat(operation.of.get("summary")).asString().isNotEmpty();
      Set<String> inPath = PART.matcher(operation.path)
          .results()
          .map((MatchResult part) -> part.group(1))
          .collect(Collectors.toSet());
      assertThat(description.parameters(operation.on, operation.of).stream()
              .filter(parameter -> "path".equals(parameter.get("in")))
              .map(parameter -> String.valueOf(parameter.get("name"))))
          .as(operation.path)
          .containsExactlyInAnyOrderElementsOf(inPath);
    });
  }

  @Test
  void shouldKnowEveryParameterThatIsDescribedAndNoOther() throws Exception {
    for (Operation operation :
        operations().filter(each -> each.method.equals("get")).toList()) {
      String described = description.parameters(operation.on, operation.of).stream()
          .filter(parameter -> "query".equals(parameter.get("in")))
          .map(parameter -> String.valueOf(parameter.get("name")))
          .sorted()
          .collect(Collectors.joining(", "));
      String path = PART.matcher(operation.path).replaceAll("x").substring(ROOT.length());

      assertThat(api.get(path + "?nonsense=1").body())
          .isEqualTo("there is no parameter nonsense"
              + (described.isEmpty() ? " here" : "; there are " + described));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/limits",
        "/limits/{kind}/default",
        "/limits/{kind}/broker",
        "/limits/{kind}/namespaces/{tenant}/{namespace}",
        "/limits/{kind}/topics/{domain}/{tenant}/{namespace}/{topic}",
        "/groups",
        "/groups/{group}",
        "/groups/{group}/ramp",
        "/explain/{domain}/{tenant}/{namespace}/{topic}",
        "/throttled",
        "/throttled?scope=cluster",
        "/top/topics",
        "/top/topics?scope=cluster",
        "/top/producers",
        "/top/producers?scope=cluster",
        "/ramps",
        "/nodes",
        "/changes",
        "/me",
        "/history",
        "/history/topics/{domain}/{tenant}/{namespace}/{topic}",
        "/history/groups/{group}",
        "/preview/{kind}/default",
        "/preview/{kind}/namespaces/{tenant}/{namespace}",
        "/preview/{kind}/topics/{domain}/{tenant}/{namespace}/{topic}"
      })
  void shouldAnswerAsItIsDescribed(String path) throws Exception {
    fill();

    CompletableFuture<HttpResponse<String>> answer = api.getLater(filledIn(path));
    Eventually.until("it is answered", () -> {
      api.timer.advance(Duration.ofMillis(500));
      return answer.isDone();
    });

    assertThat(answer.join().statusCode()).as(answer.join().body()).isEqualTo(200);
    Object schema = description.at(
        OpenApi.map(description.paths().get(ROOT + path.replaceAll("\\?.*", ""))),
        "get",
        "responses",
        "200",
        "content",
        "application/json",
        "schema");
    Object json = ApiServer.json(answer.join());
    assertThat(description.faults("the answer", schema, json)).isEmpty();
    assertThat(json.toString()).as("something to check").hasSizeGreaterThan(40);
  }

  @Test
  void shouldDescribeEveryTag() throws Exception {
    fill();
    for (Operation operation :
        operations().filter(each -> each.method.equals("get")).toList()) {
      String path = operation.path.substring(ROOT.length());
      boolean described =
          OpenApi.map(OpenApi.map(operation.of.get("responses")).get("200")).containsKey("headers");

      if (path.equals("/events")) {
        continue; // which goes on
      }
      CompletableFuture<HttpResponse<String>> answer = api.getLater(filledIn(path));
      Eventually.until("it is answered", () -> {
        api.timer.advance(Duration.ofMillis(500));
        return answer.isDone();
      });

      assertThat(answer.join().headers().firstValue("etag").isPresent())
          .as(path)
          .isEqualTo(described);
    }
  }

  @Test
  void shouldTellEventsAsTheyAreDescribed() throws Exception {
    fill();
    CompletableFuture<HttpResponse<Stream<String>>> opened = api.open("/events");
    Eventually.until("it has arrived", api.routes.sampler()::isWanted);
    api.timer.advance(Duration.ofSeconds(1));

    String data = opened
        .get(20, TimeUnit.SECONDS)
        .body()
        .filter(line -> line.startsWith("data: "))
        .findFirst()
        .orElseThrow();

    Object json = StrictJson.mapper().readValue(data.substring(6), Map.class);
    assertThat(description.faults("the event", description.schema("Figures"), json))
        .isEmpty();
  }

  @Test
  void shouldTakeTheBodiesOfTheExamples() throws Exception {
    fill();
    List<Operation> changes = operations()
        .filter(operation -> operation.of.containsKey("requestBody"))
        .toList();
    assertThat(changes).hasSize(15);
    for (Operation operation : changes) {
      Map<?, ?> example =
          description.at(operation.of, "requestBody", "content", "application/json", "example");
      String path = filledIn(operation.path.substring(ROOT.length()));

      assertThat(api.send(
              operation.method.toUpperCase(Locale.ROOT),
              path,
              new String(StrictJson.write(example), StandardCharsets.UTF_8)))
          .as(path)
          .returns(operation.method.equals("patch") ? 200 : 204, HttpResponse::statusCode);
    }
  }

  private void fill() throws Exception {
    for (String target :
        List.of("/default", "/namespaces/acme/orders", "/topics/persistent/acme/orders/new")) {
      put("/limits/publish" + target, "{\"messages\":1}");
      put("/limits/dispatch" + target, "{\"messages\":1}");
    }
    put("/limits/publish/broker", "{\"messages\":1}");
    String ramp = "{\"min\":1,\"max\":2,\"durationMillis\":1000,\"mode\":\"relaxed\"}";
    put("/limits/ramp/default", ramp);
    put("/groups/gold", "{}");
    put("/groups/gold/ramp", ramp);
    put("/groups/gold/members/tenants/acme", "");
    put("/groups/gold/members/namespaces/acme/orders", "");
    api.groups = Map.of("gold", Views.group(3, 0.5));
    api.shares = Map.of(
        ORDERS,
        List.of(
            new LimitShareView(
                PolicyKind.PUBLISH, Optional.empty(), 0.5, 0.5, 2, Optional.of("id-1"), true),
            new LimitShareView(
                PolicyKind.DISPATCH, Optional.empty(), 0.5, 0.5, 2, Optional.empty(), true)));
    api.ramps = Map.of(
        PolicyKey.DEFAULT,
        new RampView(
            new RampUp(1, 2, Duration.ofSeconds(1), RampUp.Mode.RELAXED), 1.5, 0.75, 0.1, 3));
    api.connections = List.of(
        Views.connection(
            1,
            Map.of(PauseReason.NODE_RATE, Views.SINCE),
            Views.held(1, ORDERS, Duration.ofSeconds(2)),
            Views.producer(2, ORDERS, 1, 2)),
        Views.consuming(2, ORDERS));
    api.others = List.of(
        OtherNodes.told("node-2", OtherNodes.busy(ORDERS, 5), ApiServer.START),
        OtherNodes.silent("node-3"));
  }

  private void put(String path, String body) throws Exception {
    assertThat(api.put(path, body).statusCode()).isEqualTo(204);
  }

  private static String filledIn(String path) {
    Function<MatchResult, String> value = part -> switch (part.group(1)) {
      case "kind" -> "publish";
      case "domain" -> "persistent";
      case "tenant" -> "acme";
      case "namespace" -> "orders";
      case "topic" -> "new";
      default -> "gold";
    };
    return PART.matcher(path).replaceAll(value);
  }

  @Test
  void shouldNoticeWhatIsNotAsDescribed() {
    Object schema = description.schema("Nodes");

    assertThat(description.faults("it", schema, Map.of())).containsExactly("it.items is missing");
    assertThat(description.faults("it", schema, Map.of("items", List.of(), "more", 1)))
        .containsExactly("it.more is not described; described are [items]");
    assertThat(description.faults("it", schema, Map.of("items", Arrays.asList(1, "x"))))
        .containsExactly("it.items[0] is no object: 1", "it.items[1] is no object: x");
  }
}
