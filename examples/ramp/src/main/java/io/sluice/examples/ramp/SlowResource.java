package io.sluice.examples.ramp;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Something that takes its time for each call, and prints every second who called how often. */
final class SlowResource implements AutoCloseable {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());

  private static final long CALL_MILLIS = 50;

  /** Calls that were granted at the end of a second arrive in the next. */
  private static final int SECONDS_UNTIL_REPORT = 2;

  /** What one replica did in one second, and how it saw the group. */
  private record Calls(int count, String level, String poolSize) {}

  private final HttpServer server;
  private final ExecutorService workers = Executors.newFixedThreadPool(64);
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final Map<Long, Map<String, Calls>> callsBySecond = new TreeMap<>();
  private boolean wasCalled;

  SlowResource() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::serve);
    server.setExecutor(workers);
    server.start();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  /** Prints a line for each second of the clock. */
  void report() {
    long toNextSecond = 1000 - System.currentTimeMillis() % 1000;
    Future<?> unused = timer.scheduleAtFixedRate(
        () -> print(System.currentTimeMillis() / 1000 - SECONDS_UNTIL_REPORT),
        toNextSecond,
        1000,
        TimeUnit.MILLISECONDS);
  }

  private void serve(HttpExchange exchange) throws IOException {
    Headers headers = exchange.getRequestHeaders();
    Calls one = new Calls(1, headers.getFirst("level"), headers.getFirst("pool-size"));
    synchronized (this) {
      callsBySecond
          .computeIfAbsent(Long.valueOf(headers.getFirst("second")), second -> new TreeMap<>())
          .merge(
              headers.getFirst("replica"),
              one,
              (before, now) -> new Calls(before.count + 1, now.level, now.poolSize));
    }
    try {
      TimeUnit.MILLISECONDS.sleep(CALL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exchange.sendResponseHeaders(204, -1);
    exchange.close();
  }

  private synchronized void print(long second) {
    Map<String, Calls> calls = callsBySecond.getOrDefault(second, Map.of());
    int all = calls.values().stream().mapToInt(Calls::count).sum();
    String each = calls.entrySet().stream()
        .map(entry -> describe(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining("   "));
    wasCalled |= all > 0;
    System.out.printf(
        "%s  %4d calls  %-30s  %s%n",
        TIME.format(Instant.ofEpochSecond(second)),
        all,
        "#".repeat(all / 4),
        wasCalled ? each : "(the replicas are starting)");
    callsBySecond.keySet().removeIf(past -> past <= second);
  }

  private static String describe(String name, Calls calls) {
    return String.format(
        "%s: %d (1/%s of %.0f)",
        name, calls.count, calls.poolSize, Double.parseDouble(calls.level));
  }

  @Override
  public void close() {
    timer.shutdownNow();
    server.stop(0);
    workers.shutdownNow();
  }
}
