package io.sluice.admin.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.sluice.core.testing.ManualClock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class AskedClusterTest {

  private final ManualClock clock = new ManualClock();

  private static ServiceRequestContext askedBy(String token) {
    return ServiceRequestContext.of(HttpRequest.of(
        RequestHeaders.of(HttpMethod.POST, "/admin/v2", "authorization", "Bearer " + token)));
  }

  private static CompletableFuture<Void> ask(AskedCluster cluster, String token) {
    return cluster.requireNamespace(askedBy(token), "public/default").toCompletableFuture();
  }

  @Test
  void shouldRememberForSomeSecondsWhatWasThereForWhoeverAsked() {
    try (FakeCluster fake = new FakeCluster()) {
      ClusterWeb web = new ClusterWeb(fake.uri(), Optional.empty());
      AskedCluster cluster = new AskedCluster(Optional.of(web), Duration.ofSeconds(30), clock);
      ask(cluster, "me").join();
      ask(cluster, "me").join();
      assertThat(fake.paths()).containsExactly("HEAD /admin/v2/namespaces/public/default");

      fake.answers(HttpStatus.FORBIDDEN);
      assertThat(ask(cluster, "other")).failsWithin(Duration.ofSeconds(30));
      ask(cluster, "me").join();

      clock.advance(Duration.ofSeconds(10));
      assertThat(ask(cluster, "me")).failsWithin(Duration.ofSeconds(30));
    }
  }

  @Test
  void shouldNotRememberWhatWasNotThere() {
    try (FakeCluster fake = new FakeCluster()) {
      ClusterWeb web = new ClusterWeb(fake.uri(), Optional.empty());
      AskedCluster cluster = new AskedCluster(Optional.of(web), Duration.ofSeconds(30), clock);
      fake.answers(HttpStatus.NOT_FOUND);
      assertThat(ask(cluster, "me")).failsWithin(Duration.ofSeconds(30));

      fake.answers(HttpStatus.OK);
      ask(cluster, "me").join();
    }
  }
}
