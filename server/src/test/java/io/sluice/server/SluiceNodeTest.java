package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.policy.PublishLimit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SluiceNodeTest {

  private static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);
  private static final Duration GENEROUS = Duration.ofSeconds(60);

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void shouldBecomeReadyWhenABrokerCanBeReachedAndTellSo() throws Exception {
    try (ServerSocket broker = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        SluiceNode node = SluiceNode.start(config(ANY_PORT, ANY_PORT, broker.getLocalPort()))) {
      long deadline = System.nanoTime() + GENEROUS.toNanos();
      while (get(node, "/health/ready").statusCode() != 200 && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }

      assertThat(get(node, "/health/ready").body()).isEqualTo("ready\n");
      assertThat(node.notReadyBecause()).isEmpty();
    }
  }

  @Test
  void shouldSayWhyItIsNotReadyAndBeAliveAllTheSame() throws Exception {
    try (SluiceNode node = SluiceNode.start(config(ANY_PORT, ANY_PORT, closedPort()))) {
      assertThat(get(node, "/health/ready").statusCode()).isEqualTo(503);
      assertThat(get(node, "/health/ready").body()).startsWith("not ready: no broker ");
      assertThat(get(node, "/health/live").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void shouldNotBeReadyNorServeAnybodyUntilThePoliciesAreRead() throws Exception {
    // An address that no other process of this machine listens on, whatever ports these get
    // meanwhile.
    HostPort gateway = new HostPort("127.0.0.2", closedPort());
    HostPort admin = new HostPort("127.0.0.1", closedPort());
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      NodeConfig config = config(gateway, admin, silent.getLocalPort())
          .withPolicies(new PolicySettings(
              "persistent://public/default/policies",
              Duration.ofSeconds(3),
              PublishLimit.NONE,
              Map.of(),
              Map.of()));
      CompletableFuture<SluiceNode> starting = CompletableFuture.supplyAsync(() -> {
        try {
          return SluiceNode.start(config);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      });
      String reason = "";
      while (!starting.isDone() && reason.isEmpty()) {
        reason = answer(admin, "/health/ready");
      }
      String limits = answer(admin, "/sluice/v1/limits");

      assertThat(reason)
          .startsWith("not ready: the policies are being read from persistent://public/default/");
      assertThat(limits).startsWith("{\"error\":\"the policies are being read from persistent://");
      assertThatThrownBy(() -> new Socket(gateway.host(), gateway.port()))
          .isInstanceOf(ConnectException.class);
      assertThatThrownBy(starting::join)
          .hasMessageContaining("could not be read from persistent://public/default/policies");
    }
  }

  private String answer(HostPort admin, String path) throws Exception {
    try {
      return client
          .send(
              HttpRequest.newBuilder(URI.create("http://" + admin + path)).build(),
              BodyHandlers.ofString())
          .body();
    } catch (IOException notYet) {
      return "";
    }
  }

  @Test
  void shouldShowTheFiguresOfTheGatewayAndOfTheProcess() throws Exception {
    try (SluiceNode node = SluiceNode.start(config(ANY_PORT, ANY_PORT, closedPort()))) {
      try (Socket connection = connect(node)) {
        assertThat(connection.isConnected()).isTrue();
        long deadline = System.nanoTime() + GENEROUS.toNanos();
        while (!metrics(node).contains("sluice_gateway_connections 1.0")
            && System.nanoTime() < deadline) {
          Thread.onSpinWait();
        }

        assertThat(metrics(node))
            .contains(
                "sluice_gateway_connections 1.0",
                "sluice_gateway_connections_opened_total 1.0",
                "target_info{service_instance_id=\"tested\",service_name=\"sluice\"} 1")
            .anyMatch(line -> line.startsWith("jvm_memory_heap_used_bytes "))
            .anyMatch(line -> line.startsWith("jvm_threads "))
            .anyMatch(line -> line.startsWith("netty_memory_direct_used_bytes "));
      }
    }
  }

  @Test
  void shouldStopListeningWhenClosed() throws Exception {
    SluiceNode node = SluiceNode.start(config(ANY_PORT, ANY_PORT, closedPort()));
    InetSocketAddress gateway = node.addresses().get(0);
    InetSocketAddress admin = node.adminAddress();

    node.close();
    node.close();

    for (InetSocketAddress address : List.of(gateway, admin)) {
      assertThatThrownBy(() -> new Socket(address.getAddress(), address.getPort()).close())
          .isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void shouldSayWhosePortIsTaken() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      HostPort taken = new HostPort("127.0.0.1", other.getLocalPort());
      String fault = ": cannot listen on " + taken + ": Address already in use";

      assertThatThrownBy(() -> SluiceNode.start(config(taken, ANY_PORT, 1)))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("gateway.listen" + fault)
          .hasMessageEndingWith("; stop what is listening there, or choose another address");
      assertThatThrownBy(() -> SluiceNode.start(config(ANY_PORT, taken, 1)))
          .hasMessageStartingWith("admin.listen" + fault);
    }
  }

  private static NodeConfig config(HostPort listen, HostPort admin, int brokerPort) {
    BrokerUrls brokers = new BrokerUrls(false, List.of(new BrokerAddress("127.0.0.1", brokerPort)));
    NodeConfig local = NodeConfig.local(listen, admin, brokers);
    return new NodeConfig(
        new NodeConfig.NodeSettings("tested", "", NodeLimits.NONE),
        local.gateway(),
        local.cluster(),
        PolicySettings.inMemory(Map.of()),
        local.groups(),
        local.admin(),
        local.logging());
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Socket connect(SluiceNode node) throws IOException {
    InetSocketAddress gateway = node.addresses().get(0);
    return new Socket(gateway.getAddress(), gateway.getPort());
  }

  private List<String> metrics(SluiceNode node) throws Exception {
    return get(node, "/metrics").body().lines().toList();
  }

  private HttpResponse<String> get(SluiceNode node, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + node.adminAddress().getPort() + path);
    return client.send(
        HttpRequest.newBuilder(uri).timeout(GENEROUS).build(), BodyHandlers.ofString());
  }
}
