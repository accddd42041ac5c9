package io.sluice.examples.ramp;

import io.sluice.rampredis.testing.LocalRedis;
import io.sluice.rampyaml.RampSpec;
import java.io.IOException;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts the resource, a Redis and some replicas, and shows what arrives at the resource. */
@Command(
    name = "sluice example ramp",
    description = {
      "Starts replicas of a process that share one rate towards a slow resource. Kill one, start"
          + " another, and watch what arrives at the resource."
    },
    subcommands = Replica.class)
final class RampExample implements Callable<Integer> {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this.")
  @SuppressWarnings("UnusedVariable") // picocli looks at it
  private boolean help;

  @Option(names = "--replicas", description = "How many to begin with (${DEFAULT-VALUE}).")
  private int replicas = 3;

  @Option(names = "--spec", description = "The rateLimit block (that of the example).")
  private Path spec = Path.of(System.getProperty("sluice.home", ""), "examples/ramp/spec.yaml");

  public static void main(String[] args) {
    System.exit(new CommandLine(new RampExample())
        .setExecutionExceptionHandler((e, command, parsed) -> {
          System.err.println(
              e instanceof NoSuchFileException ? "no such file: " + e.getMessage() : e);
          return CommandLine.ExitCode.SOFTWARE;
        })
        .execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    RampSpec.read(spec); // or say here what is wrong with it
    List<Process> processes = new ArrayList<>();
    try (LocalRedis redis = LocalRedis.start();
        SlowResource resource = new SlowResource()) {
      CountDownLatch stopped = new CountDownLatch(1);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> {
        processes.forEach(Process::destroy);
        stopped.countDown();
      }));
      for (int i = 1; i <= replicas; i++) {
        Process process = start("pod-" + i, redis.url(), resource.address());
        processes.add(process);
        System.out.printf("Replica pod-%d is process %d.%n", i, process.pid());
      }
      System.out.printf("""
          Shut one down with kill PID, crash one with kill -9 PID, add one in another terminal with
            ./sluice example ramp replica pod-%d --spec %s --redis %s --resource %s
          Ctrl-C ends everything. It takes a few seconds until the replicas have started.
          """, replicas + 1, spec, redis.url(), resource.address());
      resource.report();
      while (!stopped.await(1, TimeUnit.SECONDS)) {
        if (processes.stream().noneMatch(Process::isAlive)) {
          System.out.println("All replicas have ended.");
          return 1;
        }
      }
    }
    return 0;
  }

  /** Another JVM like this one. */
  private Process start(String name, String redis, URI resource) throws IOException {
    String java = ProcessHandle.current().info().command().orElse("java");
    return new ProcessBuilder(
            java,
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            RampExample.class.getName(),
            "replica",
            name,
            "--spec",
            spec.toString(),
            "--redis",
            redis,
            "--resource",
            resource.toString())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
