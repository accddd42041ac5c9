package io.sluice.bench.bucket;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs JMH benchmarks with one number of threads after another, and keeps what they did. */
public final class Throughputs {

  /**
   * One benchmark method with one number of threads.
   *
   * @param error half the width of the 99.9 % confidence interval, as JMH gives it
   */
  public record Measured(
      String benchmark,
      String method,
      int threads,
      double millionsPerSecond,
      double error,
      double bytesPerOp) {}

  /** The name under which JMH's collector profiler gives the bytes allocated per operation. */
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  private final boolean quick;
  private final List<Measured> all = new ArrayList<>();

  public Throughputs(boolean quick) {
    this.quick = quick;
  }

  /** Runs all methods of these benchmarks, one after another, and says how fast each was. */
  public void run(int threads, Class<?>... benchmarks) throws RunnerException {
    System.err.printf("With %d thread%s:%n", threads, threads == 1 ? "" : "s");
    for (Class<?> benchmark : benchmarks) {
      for (Method method : benchmark.getMethods()) {
        if (method.isAnnotationPresent(Benchmark.class)) {
          run(threads, benchmark.getName() + "." + method.getName());
        }
      }
    }
  }

  private void run(int threads, String method) throws RunnerException {
    Options options = new OptionsBuilder()
        .include("^" + Pattern.quote(method) + "$")
        .mode(Mode.Throughput)
        .threads(threads)
        .forks(quick ? 1 : 2)
        .warmupIterations(quick ? 1 : 3)
        .warmupTime(TimeValue.milliseconds(quick ? 300 : 1000))
        .measurementIterations(quick ? 3 : 5)
        .measurementTime(TimeValue.milliseconds(quick ? 250 : 1000))
        .addProfiler(GCProfiler.class)
        .shouldFailOnError(true)
        .verbosity(VerboseMode.SILENT)
        .build();
    for (RunResult result : new Runner(options).run()) {
      record(result, threads);
    }
  }

  private void record(RunResult result, int threads) {
    Result<?> throughput = result.getPrimaryResult();
    String name = result.getParams().getBenchmark();
    String type = name.substring(0, name.lastIndexOf('.'));
    Measured measured = new Measured(
        type.substring(type.lastIndexOf('.') + 1),
        throughput.getLabel(),
        threads,
        throughput.getScore() / 1e6,
        throughput.getScoreError() / 1e6,
        Objects.requireNonNull(result.getSecondaryResults().get(ALLOCATED)).getScore());
    all.add(measured);
    System.err.printf(
        Locale.ROOT,
        "  %-26s %-14s %8.1f million/s%n",
        measured.benchmark(),
        measured.method(),
        measured.millionsPerSecond());
  }

  public List<Measured> all() {
    return all;
  }

  public Measured of(Class<?> benchmark, String method, int threads) {
    return all.stream()
        .filter(m -> m.benchmark().equals(benchmark.getSimpleName()))
        .filter(m -> m.method().equals(method) && m.threads() == threads)
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException(benchmark + "." + method + " was not measured"));
  }

  /** How many times as fast one method was as another. */
  double ratio(Class<?> benchmark, String method, String peer, int threads) {
    return of(benchmark, method, threads).millionsPerSecond()
        / of(benchmark, peer, threads).millionsPerSecond();
  }
}
