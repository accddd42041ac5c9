package io.sluice.bench.policies;

import io.sluice.bench.load.PacedRun;
import io.sluice.bench.process.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.HdrHistogram.AtomicHistogram;

/** Changes of topics' publish rates through Pulsar's admin API, one topic after the other. */
final class PolicyChanges {

  /**
   * What became of them.
   *
   * @param applied how many of the topics have the last rate that was set for them
   */
  record Result(double perSecond, int failed, double p99Millis, int applied) {}

  static final int TOPICS = 100;

  private static final int MOST_AT_ONCE = 64;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final long LONGEST_NANOS = Duration.ofSeconds(60).toNanos();

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Semaphore free = new Semaphore(MOST_AT_ONCE);
  private final String url;

  PolicyChanges(String webUrl) {
    this.url = webUrl + "/admin/v2/persistent/public/default/";
  }

  static String topic(int index) {
    return "persistent://public/default/changed-" + index;
  }

  private HttpRequest.Builder request(int topic) {
    return HttpRequest.newBuilder(URI.create(url + "changed-" + topic + "/publishRate"))
        .timeout(TIMEOUT)
        .header("Content-Type", "application/json");
  }

  /** So many per second for so long; no rate is ever reached. */
  Result run(double perSecond, double seconds) throws IOException, InterruptedException {
    int[] last = new int[TOPICS];
    Result result = send(perSecond, seconds, (topic, number) -> {
      last[topic] = 1_000_000 + number;
      return request(topic).POST(BodyPublishers.ofString(body(last[topic]))).build();
    });
    return new Result(result.perSecond, result.failed, result.p99Millis, applied(last));
  }

  /** As many requests that change nothing, to tell what changes cost from what HTTP costs. */
  Result look(double perSecond, double seconds) throws InterruptedException {
    return send(perSecond, seconds, (topic, number) -> request(topic).GET().build());
  }

  private Result send(
      double perSecond, double seconds, BiFunction<Integer, Integer, HttpRequest> requests)
      throws InterruptedException {
    int count = (int) (perSecond * seconds);
    AtomicInteger failed = new AtomicInteger();
    AtomicHistogram nanos = new AtomicHistogram(LONGEST_NANOS, 3);
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      Await.seconds((start + i * 1e9 / perSecond - System.nanoTime()) / 1e9);
      free.acquire();
      HttpRequest request = requests.apply(i % TOPICS, i);
      long sent = System.nanoTime();
      var unused = http.sendAsync(request, BodyHandlers.discarding())
          .whenComplete((answer, fault) -> {
            free.release();
            nanos.recordValue(Math.min(LONGEST_NANOS, System.nanoTime() - sent));
            if (fault != null || answer.statusCode() / 100 != 2) {
              failed.incrementAndGet();
            }
          });
    }
    free.acquire(MOST_AT_ONCE);
    free.release(MOST_AT_ONCE);
    double elapsed = (System.nanoTime() - start) / 1e9;
    return new Result(count / elapsed, failed.get(), PacedRun.millis(nanos, 99), 0);
  }

  private static String body(int rate) {
    return "{\"publishThrottlingRateInMsg\":" + rate + ",\"publishThrottlingRateInByte\":-1}";
  }

  /** A broker that is far behind may not even answer; then the topic's rate is not known, and does not count. */
  private int applied(int[] last) throws IOException, InterruptedException {
    int applied = 0;
    for (int topic = 0; topic < TOPICS; topic++) {
      try {
        HttpResponse<String> answer =
            http.send(request(topic).GET().build(), BodyHandlers.ofString());
        applied += answer.body().contains("\"publishThrottlingRateInMsg\":" + last[topic]) ? 1 : 0;
      } catch (HttpTimeoutException e) {
        return applied;
      }
    }
    return applied;
  }
}
