package io.sluice.gateway.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.Gateway;
import io.sluice.gateway.config.GatewayConfig;
import io.sluice.gateway.config.HomeNode;
import io.sluice.gateway.config.HomeNodes;
import io.sluice.gateway.config.Listener;
import io.sluice.gateway.view.HomeView;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that ask any of three gateways come to the homes of their limited topics. */
class HomesTest {

  private static final int COUNT = 200;

  private final String namespace = "public/" + PulsarFixture.uniqueName();
  private final InMemoryPolicyStore policies = new InMemoryPolicyStore(Policies.NONE.with(
      PolicyKind.PUBLISH, PolicyKey.namespace(namespace), PublishLimit.of(100_000, 0)));
  private final List<HomeNode> ready = new CopyOnWriteArrayList<>();
  private final List<Gateway> gateways = new CopyOnWriteArrayList<>();
  private final List<PulsarClient> clients = new ArrayList<>();
  private final List<AutoCloseable> opened = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    Rest.plain().createNamespace(namespace, 4);
    for (String id : List.of("one", "two", "three")) {
      Gateway gateway = gateway(id, ready);
      gateways.add(gateway);
      ready.add(home(id, Gateways.port(gateway)));
    }
    // Each sees all of them a moment later.
    Eventually.until("all agree", () -> gateways.stream()
        .allMatch(gateway -> Stream.iterate(0, i -> i + 1)
                .limit(60)
                .map(i -> gateway.home(name("agreed-" + i)).map(HomeView::node))
                .distinct()
                .count()
            == 3));
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
    for (PulsarClient client : clients) {
      var unused = client.closeAsync();
    }
    gateways.forEach(Gateway::close);
  }

  private Gateway gateway(String id, List<HomeNode> seen) {
    return Gateways.start(
        GatewayConfig.of(Listener.plain("127.0.0.1", 0), Gateways.cluster(Clusters.plain())),
        policies,
        new HomeNodes(
            id, () -> List.copyOf(seen).stream().map(this::withArrivals).toList()));
  }

  /** As nodes announce it: a home that tells of no arrivals for six seconds is taken for one that clients cannot reach. */
  private HomeNode withArrivals(HomeNode home) {
    long arrivals = gateways.stream()
        .filter(gateway ->
            home.serviceUrl().filter(Gateways.serviceUrl(gateway)::equals).isPresent())
        .mapToLong(Gateway::redirectedArrivals)
        .sum();
    return new HomeNode(home.id(), home.name(), home.serviceUrl(), home.serviceUrlTls(), arrivals);
  }

  private static HomeNode home(String id, int port) {
    return new HomeNode(id, id, Optional.of("pulsar://127.0.0.1:" + port), Optional.empty(), 0);
  }

  private TopicName name(String topic) {
    return TopicName.parse(namespace + "/" + topic);
  }

  private PulsarClient client(String serviceUrl) throws Exception {
    PulsarClient client =
        PulsarFixture.clientBuilder(serviceUrl).enableTransaction(false).build();
    clients.add(client);
    return client;
  }

  private Traffic traffic(PulsarClient client, String topic) throws Exception {
    Traffic traffic = new Traffic(client, topic);
    opened.add(traffic);
    return traffic;
  }

  private Gateway homeOf(String topic) {
    List<Gateway> homes = gateways.stream()
        .filter(
            gateway -> gateway.home(TopicName.parse(topic)).map(HomeView::here).orElse(false))
        .toList();
    assertThat(homes).as("homes of %s", topic).hasSize(1);
    return homes.get(0);
  }

  /** What the clients of a gateway have open that belongs elsewhere. */
  private static List<String> notAtHome(Gateway gateway) throws Exception {
    return topics(gateway).stream()
        .filter(topic ->
            gateway.home(TopicName.parse(topic)).filter(home -> !home.here()).isPresent())
        .toList();
  }

  private static List<String> topics(Gateway gateway) throws Exception {
    return Gateways.connections(gateway).stream()
        .flatMap(connection -> Stream.concat(
            connection.producers().stream().map(producer -> producer.topic()),
            connection.consumers().stream().map(consumer -> consumer.topic())))
        .toList();
  }

  @Test
  void shouldBringProducersAndConsumersToTheHomeWhicheverNodeTheyAsk() throws Exception {
    String partitioned = "persistent://" + namespace + "/partitioned";
    Rest.plain().createPartitioned(partitioned, 6);
    List<Traffic> all = new ArrayList<>();
    for (int i = 0; i < gateways.size(); i++) {
      PulsarClient client = client(Gateways.serviceUrl(gateways.get(i)));
      for (int topic = 0; topic < 3; topic++) {
        all.add(traffic(client, "persistent://" + namespace + "/topic-" + i + "-" + topic));
      }
    }
    all.add(traffic(client(Gateways.serviceUrl(gateways.get(0))), partitioned));
    for (Traffic traffic : all) {
      traffic.awaitProgress(COUNT);
    }

    Set<String> seen = new HashSet<>();
    for (Gateway gateway : gateways) {
      assertThat(notAtHome(gateway)).isEmpty();
      seen.addAll(topics(gateway));
      assertThat(topics(gateway)).as("each is the home of something").isNotEmpty();
    }
    assertThat(seen).hasSize(9 + 6);
    for (Traffic traffic : all) {
      traffic.finishUnharmed();
    }
  }

  @Test
  void shouldLeaveClientsOfUnlimitedTopicsWhereTheyAsk() throws Exception {
    PulsarClient client = client(Gateways.serviceUrl(gateways.get(0)));
    for (int i = 0; i < 5; i++) {
      opened.add(client
          .newProducer()
          .topic("persistent://public/default/" + PulsarFixture.uniqueName())
          .create());
    }

    assertThat(topics(gateways.get(0))).hasSize(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"older", "newer"})
  void shouldBringClientsOfOtherVersionsHome(String version) throws Exception {
    String topic = "persistent://" + namespace + "/" + PulsarFixture.uniqueName();
    Rest.plain().createPartitioned(topic + "-partitioned", 3);
    Path ownClasses = Path.of(
        SmallProgram.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (OwnJarsFirst loader = OwnJarsFirst.ofClient(version, ownClasses)) {
      @SuppressWarnings("unchecked")
      Function<List<String>, List<String>> program = (Function<List<String>, List<String>>) loader
          .loadClass(SmallProgram.class.getName())
          .getDeclaredConstructor()
          .newInstance();
      CompletableFuture<List<String>> received = CompletableFuture.supplyAsync(() -> program.apply(
          List.of(Gateways.serviceUrl(gateways.get(0)), topic, topic + "-partitioned")));
      Set<String> seen = new HashSet<>();
      Eventually.until("it is done", () -> {
        for (Gateway gateway : gateways) {
          assertThat(notAtHome(gateway)).isEmpty();
          topics(gateway).forEach(at -> seen.add(Gateways.port(gateway) + " " + at));
        }
        return received.isDone();
      });

      assertThat(received.get(0, TimeUnit.SECONDS)).hasSize(22);
      assertThat(seen.stream().map(at -> at.split(" ", 2)[0]).distinct().count())
          .as("gateways that had topics, of %s", seen)
          .isGreaterThan(1);
    }
  }

  @Test
  void shouldAnswerWhereTheClientWasRedirectedAlsoIfNodesDisagree() throws Exception {
    List<HomeNode> seenByFirst = new ArrayList<>();
    List<HomeNode> seenBySecond = new ArrayList<>();
    Gateway first = gateway("first", seenByFirst);
    gateways.add(first);
    Gateway second = gateway("second", seenBySecond);
    gateways.add(second);
    seenByFirst.add(home("second", Gateways.port(second)));
    seenBySecond.add(home("first", Gateways.port(first)));
    String topic = "persistent://" + namespace + "/disputed";
    Eventually.until("each sends clients to the other", () -> Stream.of(first, second)
        .allMatch(
            at -> at.home(TopicName.parse(topic)).filter(home -> !home.here()).isPresent()));

    Traffic asksFirst = traffic(client(Gateways.serviceUrl(first)), topic);
    asksFirst.awaitProgress(COUNT);

    assertThat(topics(first)).isEmpty();
    assertThat(topics(second)).hasSize(2);
    asksFirst.finishUnharmed();
  }

  @Test
  void shouldFindAnotherHomeWhenOneDiesBeforeTheClientHasConnected() throws Exception {
    Gateway asked = gateways.get(0);
    CompletableFuture<Producer<byte[]>> producer;
    String topic;
    try (ServerSocket dying = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      dying.setSoTimeout(60_000);
      ready.add(home("dying", dying.getLocalPort()));
      topic = Stream.iterate(0, i -> i + 1)
          .map(i -> "persistent://" + namespace + "/orphan-" + i)
          .filter(each -> {
            Optional<HomeView> home = asked.home(TopicName.parse(each));
            return home.orElseThrow().node().equals("dying");
          })
          .findFirst()
          .orElseThrow();
      producer = client(Gateways.serviceUrl(asked)).newProducer().topic(topic).createAsync();
      dying.accept().close(); // the client was redirected, and gets no answer
    }

    ready.removeIf(node -> node.id().equals("dying"));

    opened.add(producer.get(30, TimeUnit.SECONDS));
    assertThat(topics(homeOf(topic))).contains(topic);
  }

  /** Takes six seconds, in which the client's own retries fail. */
  @Test
  void shouldServeAClientThatCannotReachTheHome() throws Exception {
    int nobodys;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobodys = socket.getLocalPort();
    }
    List<HomeNode> unreachable = List.of(home("unreachable", nobodys));
    Gateway asked = gateway("asked", unreachable);
    gateways.add(asked);
    String topic = "persistent://" + namespace + "/unreachable";

    opened.add(client(Gateways.serviceUrl(asked)).newProducer().topic(topic).create());

    assertThat(topics(asked)).containsExactly(topic);
  }

  @Test
  void shouldMoveClientsToTheNextHomeWhenTheirHomeIsDrained() throws Exception {
    String topic = "persistent://" + namespace + "/moved";
    Gateway before = homeOf(topic);
    Gateway asked = gateways.stream().filter(each -> each != before).findFirst().orElseThrow();
    Traffic traffic = traffic(client(Gateways.serviceUrl(asked)), topic);
    traffic.awaitProgress(COUNT);
    assertThat(topics(before)).hasSize(2);

    ready.removeIf(node -> node.serviceUrl().orElseThrow().equals(Gateways.serviceUrl(before)));
    before.drain(Duration.ofSeconds(30)).toCompletableFuture().get(30, TimeUnit.SECONDS);

    traffic.awaitProgress(COUNT);
    gateways.remove(before);
    before.close();
    assertThat(topics(homeOf(topic))).containsOnly(topic).hasSize(2);
    traffic.finishUnharmed();
    List<Integer> stored = Stored.numbers(topic);
    assertThat(new HashSet<>(stored)).as("stored once each").hasSameSizeAs(stored);
    assertThat(stored).isSorted().hasSameSizeAs(traffic.published());
  }
}
