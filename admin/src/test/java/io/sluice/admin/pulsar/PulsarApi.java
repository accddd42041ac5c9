package io.sluice.admin.pulsar;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.util.Exceptions;
import com.linecorp.armeria.server.Server;
import io.sluice.admin.access.AccessSettings;
import io.sluice.admin.access.TestCallers;
import io.sluice.admin.http.Refusal;
import io.sluice.admin.node.AdminConfig;
import io.sluice.admin.node.Changes;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.json.StrictJson;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A server of nothing but {@link PulsarRoutes}, with policies in memory. */
final class PulsarApi implements AutoCloseable {

  private final InMemoryPolicyStore store = new InMemoryPolicyStore(Policies.NONE);
  private final Server server;

  PulsarApi(Optional<URI> webService) {
    this(webService, Duration.ofSeconds(60));
  }

  /** With a server that does not wait long for the cluster. */
  PulsarApi(Optional<URI> webService, Duration timeout) {
    this(webService, timeout, PublishLimit.NONE);
  }

  /** With a configuration that limits each broker. */
  PulsarApi(Optional<URI> webService, Duration timeout, PublishLimit ofBrokers) {
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    AdminConfig config = new AdminConfig(
        anyPort, Optional.empty(), AccessSettings.NONE, webService, Optional.empty(), 1000);
    var builder = Server.builder()
        .http(anyPort)
        .maxRequestLength(64 << 10)
        .decorator(TestCallers.letIn())
        .errorHandler((ctx, cause) -> Exceptions.peel(cause) instanceof Refusal refusal
            ? HttpResponse.of(
                refusal.status(),
                MediaType.JSON,
                StrictJson.write(Map.of("reason", String.valueOf(refusal.getMessage()))))
            : null);
    // Time flies, so that nothing that the cluster has said is remembered.
    AtomicLong minutes = new AtomicLong();
    new PulsarRoutes(
            new Changes(store, Optional::empty),
            config,
            ofBrokers,
            timeout,
            timeout,
            () -> Duration.ofMinutes(minutes.incrementAndGet()).toNanos())
        .addTo(builder);
    server = builder.build();
    server.start().join();
  }

  InMemoryPolicyStore store() {
    return store;
  }

  /** Removes every policy. */
  void forget() {
    for (PolicyKind<?> kind : PolicyKind.ALL) {
      for (PolicyKey key : store.current().all(kind).keySet()) {
        var unused = store.remove(kind, key);
      }
    }
  }

  int port() {
    return server.activeLocalPort();
  }

  String url() {
    return "http://127.0.0.1:" + port();
  }

  @Override
  public void close() {
    server.stop().join();
  }
}
