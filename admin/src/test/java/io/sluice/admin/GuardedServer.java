package io.sluice.admin;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.sluice.admin.access.AccessSettings;
import io.sluice.admin.access.Caller;
import io.sluice.admin.node.AdminConfig;
import io.sluice.admin.node.Changes;
import io.sluice.admin.pulsar.PulsarRoutes;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyStore;
import io.sluice.policy.PublishLimit;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** An admin server whose routes say who asks. */
final class GuardedServer implements AutoCloseable {

  static final String OWN = "/sluice/v1/thing";
  static final String PULSAR = "/admin/v2/thing";
  static final String OPEN = "/health/live";

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final int TIMEOUT_SECONDS = 30;

  private final AdminServer server;

  GuardedServer(AccessSettings access) throws IOException {
    this(access, InetAddress.getLoopbackAddress(), AdminConfig.DEFAULT_MAX_REQUESTS_PER_SECOND);
  }

  GuardedServer(AccessSettings access, InetAddress listen, int maxRequestsPerSecond)
      throws IOException {
    this(config(access, listen, maxRequestsPerSecond), GuardedServer::addRoutes);
  }

  private GuardedServer(AdminConfig config, Consumer<ServerBuilder> routes) throws IOException {
    server = AdminServer.start(config, routes, RotatingKeyPair.INTERVAL);
  }

  /** One with the routes of Pulsar's API as they are, and no cluster behind them. */
  static GuardedServer withPulsarRoutes(AccessSettings access) throws IOException {
    AdminConfig config = config(
        access, InetAddress.getLoopbackAddress(), AdminConfig.DEFAULT_MAX_REQUESTS_PER_SECOND);
    PolicyStore store = new InMemoryPolicyStore(Policies.NONE);
    return new GuardedServer(config, builder -> {
      builder.service(OPEN, (ctx, request) -> HttpResponse.of("alive"));
      builder.serviceUnder("/sluice", GuardedServer::caller);
      new PulsarRoutes(new Changes(store, Optional::empty), config, PublishLimit.NONE)
          .addTo(builder);
    });
  }

  private static AdminConfig config(
      AccessSettings access, InetAddress listen, int maxRequestsPerSecond) {
    return new AdminConfig(
        new InetSocketAddress(listen, 0),
        Optional.empty(),
        access,
        Optional.empty(),
        Optional.empty(),
        maxRequestsPerSecond);
  }

  static void addRoutes(ServerBuilder builder) {
    builder.service(OPEN, (ctx, request) -> HttpResponse.of("alive"));
    builder.serviceUnder("/sluice", GuardedServer::caller);
    builder.serviceUnder("/admin", GuardedServer::caller);
    builder.serviceUnder("/lookup", GuardedServer::caller);
  }

  private static HttpResponse caller(ServiceRequestContext ctx, HttpRequest request) {
    return HttpResponse.of(request
        .aggregate()
        .thenApply(body ->
            HttpResponse.of(Caller.of(ctx).role() + " may " + Caller.of(ctx).right())));
  }

  java.net.http.HttpRequest.Builder request(String path) {
    URI uri = URI.create("http://127.0.0.1:" + server.address().getPort() + path);
    return java.net.http.HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(TIMEOUT_SECONDS));
  }

  java.net.http.HttpResponse<String> send(java.net.http.HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  java.net.http.HttpResponse<String> get(String path, String token) throws Exception {
    return send(request(path).header("Authorization", "Bearer " + token));
  }

  java.net.http.HttpResponse<String> put(String path, String token) throws Exception {
    return send(request(path)
        .header("Authorization", "Bearer " + token)
        .PUT(BodyPublishers.ofString("{}")));
  }

  /** Sends lines as they are, which an HTTP client would not, and returns the answer's first line. */
  String status(String... lines) throws IOException {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
      socket.setSoTimeout((int) Duration.ofSeconds(TIMEOUT_SECONDS).toMillis());
      String request = String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      InputStreamReader answer = new InputStreamReader(socket.getInputStream(), ISO_8859_1);
      return Objects.requireNonNullElse(new BufferedReader(answer).readLine(), "nothing");
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
