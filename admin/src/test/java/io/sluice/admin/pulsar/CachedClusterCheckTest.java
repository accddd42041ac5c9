package io.sluice.admin.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.HttpHeaderNames;
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

class CachedClusterCheckTest {

  private final ManualClock clock = new ManualClock();

  private static ServiceRequestContext askedBy(String token) {
    return ServiceRequestContext.of(HttpRequest.of(
        RequestHeaders.of(HttpMethod.POST, "/admin/v2", "authorization", "Bearer " + token)));
  }

  private static CompletableFuture<Void> ask(CachedClusterCheck cluster, String token) {
    return cluster.requireNamespace(askedBy(token), "public/default").toCompletableFuture();
  }

  @Test
  void shouldRememberForSomeSecondsWhatWasThereForWhoeverAsked() {
    try (FakeCluster fake = new FakeCluster()) {
      ClusterWeb web = new ClusterWeb(fake.uri(), Optional.empty());
      CachedClusterCheck cluster =
          new CachedClusterCheck(Optional.of(web), Duration.ofSeconds(30), clock);
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

  /** They are about the policy that is to be changed. */
  @Test
  void shouldNotPassOnWhatAChangeIsBasedOn() {
    try (FakeCluster fake = new FakeCluster()) {
      CachedClusterCheck cluster = new CachedClusterCheck(
          Optional.of(new ClusterWeb(fake.uri(), Optional.empty())), Duration.ofSeconds(30), clock);
      RequestHeaders headers = RequestHeaders.of(
          HttpMethod.PUT, "/sluice/v1", "if-match", "\"1\"", "if-none-match", "\"2\"");

      cluster
          .requireNamespace(ServiceRequestContext.of(HttpRequest.of(headers)), "public/default")
          .toCompletableFuture()
          .join();

      assertThat(fake.asked()).singleElement().satisfies(asked -> assertThat(
              asked.headers().names())
          .doesNotContain(HttpHeaderNames.IF_MATCH, HttpHeaderNames.IF_NONE_MATCH));
    }
  }

  @Test
  void shouldNotRememberWhatWasNotThere() {
    try (FakeCluster fake = new FakeCluster()) {
      ClusterWeb web = new ClusterWeb(fake.uri(), Optional.empty());
      CachedClusterCheck cluster =
          new CachedClusterCheck(Optional.of(web), Duration.ofSeconds(30), clock);
      fake.answers(HttpStatus.NOT_FOUND);
      assertThat(ask(cluster, "me")).failsWithin(Duration.ofSeconds(30));

      fake.answers(HttpStatus.OK);
      ask(cluster, "me").join();
    }
  }
}
