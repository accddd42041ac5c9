package io.sluice.examples.ramp;

import io.sluice.ramp.Permit;
import io.sluice.ramp.PoolState;
import io.sluice.ramp.RampStatus;
import io.sluice.ramp.RampThrottle;
import io.sluice.rampredis.RedisConfig;
import io.sluice.rampredis.RedisPoolStore;
import io.sluice.rampyaml.RampSpec;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** One of several processes that call the resource as often as they may, together. */
@Command(name = "replica", description = "Calls the resource, together with the other replicas.")
final class Replica implements Callable<Integer> {

  private static final int BATCH = 10;
  private static final int MOST_CALLS_LOST = 50;

  /**
   * By default two seconds. That is too short here: all replicas start at once on one machine, and each has to load
   * the Redis client's classes before its first answer.
   */
  private static final Duration REDIS_TIMEOUT = Duration.ofSeconds(10);

  @Parameters(paramLabel = "NAME", description = "Its name in the group, different for each.")
  private String name = "";

  @Option(names = "--spec", required = true, description = "The rateLimit block, as YAML.")
  private Path spec = Path.of("");

  @Option(names = "--redis", required = true, description = "Where the replicas meet.")
  private String redis = "";

  @Option(names = "--resource", required = true, description = "What they call.")
  private URI resource = URI.create("");

  @Override
  public Integer call() throws IOException, InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    RedisConfig config = RedisConfig.single(redis).withTimeout(REDIS_TIMEOUT);
    try (RedisPoolStore store = RedisPoolStore.of(config);
        RampThrottle throttle = RampThrottle.builder(RampSpec.read(spec).config())
            .group("slow-resource")
            .processor(name)
            .store(store)
            .build()) {
      // On SIGTERM it leaves the group, so that the others can have its share at once.
      Runtime.getRuntime().addShutdownHook(new Thread(throttle::close));
      int callsLost = 0;
      while (throttle.status().state() != PoolState.CLOSED) {
        Permit permit = throttle.acquire(BATCH, Duration.ofSeconds(1));
        int reached = callResource(client, permit.granted(), throttle.status());
        permit.used(reached);
        callsLost = reached > 0 ? 0 : callsLost + permit.granted();
        if (callsLost > MOST_CALLS_LOST) {
          System.err.println(name + " ends: there is nothing at " + resource);
          return 1;
        }
      }
    } catch (IllegalStateException e) {
      System.err.println(name + " ends: " + e.getMessage());
      return 1;
    }
    return 0;
  }

  /** Calls so many times at once, and answers how many calls reached the resource. */
  private int callResource(HttpClient client, int times, RampStatus status) {
    HttpRequest request = HttpRequest.newBuilder(resource)
        .header("replica", name)
        .header("second", Long.toString(System.currentTimeMillis() / 1000))
        .header("level", Double.toString(status.level()))
        .header("pool-size", Integer.toString(status.poolSize()))
        .timeout(Duration.ofSeconds(5))
        .build();
    List<CompletableFuture<Boolean>> calls = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      calls.add(client
          .sendAsync(request, BodyHandlers.discarding())
          .handle((response, error) -> error == null));
    }
    return (int) calls.stream().filter(CompletableFuture::join).count();
  }
}
