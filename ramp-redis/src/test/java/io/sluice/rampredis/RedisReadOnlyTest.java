package io.sluice.rampredis;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rampredis.testing.LocalRedis;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A server that refuses to write for as long as it follows another. */
class RedisReadOnlyTest {

  private static final Pattern CONNECTIONS = Pattern.compile("total_connections_received:(\\d+)");
  private static final int ALLOWED_PER_SECOND = 20;
  private static final int OF_THE_TEST_ITSELF = 5;

  @Test
  void shouldBeAskedAgainUntilItIsTheMasterButNotBeFlooded() throws Exception {
    try (LocalRedis redis = LocalRedis.start();
        RedisPoolStore store =
            RedisPoolStore.of(Replicas.impatient(RedisConfig.single(redis.url())));
        Replicas replicas = new Replicas()) {
      redis.ask("REPLICAOF 127.0.0.1 " + LocalRedis.freePort());
      long connections = connections(redis);
      long start = System.nanoTime();
      for (int i = 0; i < 10; i++) {
        replicas.join(store);
      }

      replicas.awaitAll(status -> status.storeFailures() > 20);

      double seconds = (System.nanoTime() - start) / 1e9;
      assertThat(connections(redis) - connections)
          .isLessThan((long) (seconds * ALLOWED_PER_SECOND) + OF_THE_TEST_ITSELF);
      redis.ask("REPLICAOF NO ONE");
      replicas.awaitAgreement();
    }
  }

  private static long connections(LocalRedis redis) {
    Matcher matcher = CONNECTIONS.matcher(redis.ask("INFO stats"));
    assertThat(matcher.find()).isTrue();
    return Long.parseLong(matcher.group(1));
  }
}
