package io.sluice.rampredis;

import static io.sluice.rampredis.Eventually.eventually;

import io.sluice.ramp.PoolStore;
import io.sluice.ramp.RampConfig;
import io.sluice.ramp.RampStatus;
import io.sluice.ramp.RampThrottle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/** The throttles of one group, on a real store in real time. */
final class Replicas implements AutoCloseable {

  static final int MAX = 400;
  static final Duration TTL = Duration.ofSeconds(2);

  /** With the intervals longer than a client takes to connect anew, or one of two could be alone for that long. */
  static final Duration TIMEOUT = Duration.ofSeconds(1);

  final String group = "group " + UUID.randomUUID();
  private final List<RampThrottle> throttles = new ArrayList<>();

  /**
   * Fast to notice things. The level is always the highest, so that what one may grant depends on
   * the pool alone; they start without a store, as a busy machine may not answer in time.
   */
  static RampConfig.Builder config() {
    return RampConfig.builder(MAX)
        .min(MAX)
        .ttl(TTL)
        .syncInterval(Duration.ofMillis(50))
        .storeTimeout(TIMEOUT)
        .startWithoutStore(true);
  }

  static RedisConfig impatient(RedisConfig config) {
    return config.withTimeout(TIMEOUT);
  }

  RampThrottle join(PoolStore store) {
    return join(store, UUID.randomUUID().toString());
  }

  RampThrottle join(PoolStore store, String name) {
    RampThrottle throttle = RampThrottle.builder(config().build())
        .group(group)
        .processor(name)
        .store(store)
        .build();
    throttles.add(throttle);
    return throttle;
  }

  void leave(RampThrottle throttle) {
    throttle.close();
    throttles.remove(throttle);
  }

  List<RampThrottle> throttles() {
    return throttles;
  }

  /** Waits until all agree on how many they are, by word of the store that came after now. */
  void awaitAgreement() throws Exception {
    long since = System.nanoTime();
    awaitAll(status -> status.agreed()
        && status.poolSize() == throttles.size()
        && status.storeAge().toNanos() < System.nanoTime() - since);
    awaitGrants();
  }

  /** Waits until each of them has granted something from now on. */
  private void awaitGrants() throws Exception {
    for (RampThrottle throttle : throttles) {
      eventually(
          () -> "grants: " + throttle.status(), () -> throttle.tryAcquire(1).granted() == 1);
    }
  }

  /** Waits until each of them has failed to reach the store more often than now. */
  void awaitFailures() throws Exception {
    for (RampThrottle throttle : throttles) {
      long before = throttle.status().storeFailures();
      eventually(
          () -> "fails: " + throttle.status(), () -> throttle.status().storeFailures() > before);
    }
  }

  void awaitAll(Predicate<RampStatus> condition) throws Exception {
    eventually(
        () -> throttles.stream().map(each -> "\n" + each.status()).toList().toString(),
        () -> throttles.stream().map(RampThrottle::status).allMatch(condition));
  }

  @Override
  public void close() {
    throttles.forEach(RampThrottle::close);
  }
}
