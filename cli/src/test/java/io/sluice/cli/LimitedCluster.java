package io.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.security.Keys;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.pulsar.client.api.AuthenticationFactory;
import org.apache.pulsar.client.api.PulsarClient;

/**
 * Three nodes as processes, and a Pulsar that asks everybody who they are: so each node can be cut off from the usage
 * topic alone, by taking its right away.
 */
final class LimitedCluster implements AutoCloseable {

  static final List<String> NODES = List.of("one", "two", "three");

  private static final byte[] SECRET = "a secret of at least thirty-two bytes".getBytes(UTF_8);
  private static final String USAGE = "non-persistent://public/usage/usage";
  private static final String BOTH_WAYS = "[\"produce\", \"consume\"]";

  private final Path folder;
  private final EmbeddedPulsar pulsar;
  private final Map<String, TestNode> nodes = new ConcurrentHashMap<>();

  private LimitedCluster(Path folder, EmbeddedPulsar pulsar) {
    this.folder = folder;
    this.pulsar = pulsar;
  }

  static LimitedCluster start(Path folder) throws Exception {
    LimitedCluster cluster = new LimitedCluster(
        folder,
        EmbeddedPulsar.start(EmbeddedPulsarOptions.defaults()
            .withBrokerSettings(Map.of(
                "authenticationEnabled", "true",
                "authorizationEnabled", "true",
                "authenticationProviders",
                    "org.apache.pulsar.broker.authentication.AuthenticationProviderToken",
                "tokenSecretKey", "data:;base64," + Base64.getEncoder().encodeToString(SECRET),
                "superUserRoles", "platform",
                "brokerClientAuthenticationPlugin",
                    "org.apache.pulsar.client.impl.auth.AuthenticationToken",
                "brokerClientAuthenticationParameters", "token:" + token("platform")))));
    try {
      for (String namespace : List.of("usage", "nodes", "each")) {
        cluster.ask("PUT", "namespaces/public/" + namespace, "");
      }
      for (String node : NODES) {
        cluster.ask("POST", permissions("nodes", node), BOTH_WAYS);
        cluster.ask("POST", permissions("usage", node), BOTH_WAYS);
      }
      ExecutorService starters = Executors.newFixedThreadPool(NODES.size());
      try {
        List<Future<?>> starts = new ArrayList<>();
        for (String node : NODES) {
          starts.add(starters.submit(() -> {
            cluster.startNode(node);
            return node;
          }));
        }
        for (Future<?> start : starts) {
          start.get();
        }
      } finally {
        starters.shutdown();
      }
      return cluster;
    } catch (Exception | AssertionError e) {
      cluster.close();
      throw e;
    }
  }

  private static String token(String role) {
    return Jwts.builder().subject(role).signWith(Keys.hmacShaKeyFor(SECRET)).compact();
  }

  private static String permissions(String namespace, String node) {
    return "namespaces/public/" + namespace + "/permissions/" + node;
  }

  /** Asks the cluster, beside the nodes. */
  private void ask(String method, String what, String json) throws Exception {
    send(method, pulsar.webUrl() + "/admin/v2/" + what, json);
  }

  /** Sets a limit at a node. */
  void limit(String path, String json) throws Exception {
    send("PUT", node("one").adminUrl() + "/sluice/v1/limits/" + path, json);
  }

  private static void send(String method, String url, String json) throws Exception {
    HttpResponse<String> answer = Http.send(HttpRequest.newBuilder(URI.create(url))
        .header("Authorization", "Bearer " + token("platform"))
        .header("Content-Type", "application/json")
        .method(method, BodyPublishers.ofString(json)));
    if (answer.statusCode() / 100 != 2) {
      throw new IllegalStateException(url + ": " + answer.statusCode() + " " + answer.body());
    }
  }

  void startNode(String name) throws Exception {
    Path token = Files.writeString(folder.resolve(name + ".token"), token(name));
    nodes.put(
        name,
        TestNode.start(
            folder,
            name,
            pulsar,
            Map.of("cluster", "tokenFile: " + token),
            "groups: {resourceUsagePublishTopicName: \"" + USAGE + "\"}\n"
                + "policies: {store: \"persistent://public/nodes/policies\"}"));
  }

  TestNode node(String name) {
    return Objects.requireNonNull(nodes.get(name));
  }

  String ramps(String node) throws Exception {
    return Http.get(node(node).adminUrl() + "/sluice/v1/ramps");
  }

  /** Those of a node; clients may do everything. */
  NodeClients clients(String node) throws Exception {
    return new NodeClients(client(node(node).serviceUrl()));
  }

  PulsarClient clientBeside() throws Exception {
    return client(pulsar.serviceUrl());
  }

  private static PulsarClient client(String serviceUrl) throws Exception {
    return PulsarClient.builder()
        .serviceUrl(serviceUrl)
        .authentication(AuthenticationFactory.token(token("platform")))
        .build();
  }

  /** The node hears no other one from now on, and none hears it. */
  void cutOff(String node) throws Exception {
    ask("DELETE", permissions("usage", node), "");
    // A right is looked at when a producer or a consumer is opened.
    ask("PUT", USAGE.replace("://", "/") + "/unload", "");
    awaitHeard(node, false);
  }

  /** Answers when the node hears the others again. */
  void letBack(String node) throws Exception {
    ask("POST", permissions("usage", node), BOTH_WAYS);
    awaitHeard(node, true);
  }

  private void awaitHeard(String node, boolean expected) throws Exception {
    String heard = "sluice_group_exchange_heard " + (expected ? "1.0" : "0.0");
    TestNode.eventually(() -> Http.get(node(node).adminUrl() + "/metrics").contains(heard));
  }

  @Override
  public void close() {
    nodes.values().forEach(TestNode::close);
    pulsar.close();
  }
}
