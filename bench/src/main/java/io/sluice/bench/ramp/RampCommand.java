package io.sluice.bench.ramp;

import io.sluice.bench.bucket.Throughputs;
import io.sluice.bench.figures.Figures;
import io.sluice.cli.base.Version;
import io.sluice.rampredis.testing.LocalRedis;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The speed of the ramp throttle, beside limiters that ask Redis for every message. */
@Command(
    name = "ramp",
    description = {
      "Speed of the ramp throttle beside Redisson's RRateLimiter and bucket4j on the same Redis, its"
          + " calls to the store, and how soon 200 processors agree."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class RampCommand implements Callable<Integer> {

  private static final int PROCESSORS = 200;

  @Option(names = "--quick", description = "Ends within a minute; the figures are rougher.")
  private boolean quick;

  @Override
  public Integer call() throws Exception {
    System.err.printf(
        "Benchmark of the ramp, about %s. Keep the machine quiet meanwhile.%n",
        quick ? "40 seconds" : "3 minutes");
    Throughputs throughputs = new Throughputs(quick);
    throughputs.run(1, RampBenchmark.class);
    throughputs.run(2, RampBenchmark.class);
    Figures figures = new Figures();
    for (int threads = 1; threads <= 2; threads++) {
      figures.add("ramp.acquire." + threads + "t.ops", perSecond(throughputs, "acquire", threads));
      figures.add("ramp.take." + threads + "t.ops", perSecond(throughputs, "take", threads));
    }
    figures.add("ramp.acquire.bytes_per_op", bytesPerOp(throughputs, "acquire"));
    figures.add("ramp.take.bytes_per_op", bytesPerOp(throughputs, "take"));
    Map<String, ?> onRedis = onRedis(figures);
    figures.report(
        "ramp", Map.of("quick", quick, "measured", throughputs.all(), "on_redis", onRedis));
    return 0;
  }

  private Map<String, ?> onRedis(Figures figures) throws InterruptedException {
    System.err.println("On one Redis, with one thread:");
    try (LocalRedis redis = LocalRedis.start()) {
      RedisPeers peers = new RedisPeers(
          redis.url(), Duration.ofSeconds(quick ? 1 : 5), Duration.ofSeconds(quick ? 3 : 10));
      MessageLoop.Result sluice = peers.sluice();
      MessageLoop.Result redisson = peers.redisson();
      MessageLoop.Result bucket4j = peers.bucket4j();
      double agreement = AgreementRace.seconds(redis.url(), PROCESSORS);
      System.err.printf(
          "  %d processors agreed %.3f s after the last had joined%n", PROCESSORS, agreement);
      figures.add("ramp.vs_redisson", sluice.messagesPerSecond() / redisson.messagesPerSecond());
      figures.add(
          "ramp.vs_bucket4j_redis", sluice.messagesPerSecond() / bucket4j.messagesPerSecond());
      figures.add("ramp.store_calls_per_second", sluice.storeCallsPerSecond());
      figures.add("ramp.agree." + PROCESSORS + ".seconds", agreement);
      return Map.of("sluice", sluice, "redisson", redisson, "bucket4j", bucket4j);
    }
  }

  private static double perSecond(Throughputs throughputs, String method, int threads) {
    return throughputs.of(RampBenchmark.class, method, threads).millionsPerSecond() * 1e6;
  }

  private static double bytesPerOp(Throughputs throughputs, String method) {
    return throughputs.of(RampBenchmark.class, method, 1).bytesPerOp();
  }
}
