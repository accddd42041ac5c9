package io.sluice.bench.bucket;

import io.sluice.bench.figures.Figures;
import io.sluice.cli.base.Version;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The speed of the token bucket and of the limiter, beside their peers. */
@Command(
    name = "bucket",
    description = {
      "Speed of the token bucket and the limiter beside Pulsar's AsyncTokenBucket, bucket4j, Guava"
          + " and resilience4j, and beside bare counters and the clock."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class BucketCommand implements Callable<Integer> {

  @Option(names = "--quick", description = "Ends within a minute; the figures are rougher.")
  private boolean quick;

  @Override
  public Integer call() throws Exception {
    System.err.printf(
        "Benchmark of the bucket, about %s. Keep the machine quiet meanwhile.%n",
        quick ? "50 seconds" : "8 minutes");
    Throughputs throughputs = new Throughputs(quick);
    for (int threads = 1; threads <= 2; threads++) {
      throughputs.run(
          threads, BucketBenchmark.class, LimiterBenchmark.class, ExhaustedBucketBenchmark.class);
    }
    Figures figures = figures(throughputs);
    figures.report("bucket", Map.of("quick", quick, "measured", throughputs.all()));
    return 0;
  }

  private static Figures figures(Throughputs throughputs) {
    Figures figures = new Figures();
    compare(
        figures,
        throughputs,
        "bucket.consume",
        BucketBenchmark.class,
        "pulsar",
        "bucket4j",
        "guava",
        "resilience4j",
        "longAdder");
    compare(
        figures, throughputs, "bucket.consume.exhausted", ExhaustedBucketBenchmark.class, "pulsar");
    compare(figures, throughputs, "limiter.consume", LimiterBenchmark.class, "pulsar", "longAdder");
    figures.add("bucket.consume.bytes_per_op", bytesPerOp(throughputs, BucketBenchmark.class));
    figures.add("limiter.consume.bytes_per_op", bytesPerOp(throughputs, LimiterBenchmark.class));
    return figures;
  }

  /** Adds how many times as fast Sluice was as each peer, with one thread and with two. */
  private static void compare(
      Figures figures, Throughputs throughputs, String what, Class<?> benchmark, String... peers) {
    for (int threads = 1; threads <= 2; threads++) {
      for (String peer : peers) {
        figures.add(
            what + "." + threads + "t.vs_" + peer.toLowerCase(Locale.ROOT),
            throughputs.ratio(benchmark, "sluice", peer, threads));
      }
    }
  }

  private static double bytesPerOp(Throughputs throughputs, Class<?> benchmark) {
    return Math.max(
        throughputs.of(benchmark, "sluice", 1).bytesPerOp(),
        throughputs.of(benchmark, "sluice", 2).bytesPerOp());
  }
}
