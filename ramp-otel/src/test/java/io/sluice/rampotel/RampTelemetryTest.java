package io.sluice.rampotel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.sluice.ramp.InMemoryPoolStore;
import io.sluice.ramp.Permit;
import io.sluice.ramp.PoolState;
import io.sluice.ramp.RampConfig;
import io.sluice.ramp.RampThrottle;
import io.sluice.ramp.testing.FaultyStore;
import io.sluice.ramp.testing.FaultyStore.Fault;
import io.sluice.ramp.testing.ManualRampTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RampTelemetryTest {

  private static final Duration TTL = Duration.ofSeconds(3);
  private static final Duration LONG = Duration.ofMinutes(1);

  /** 10 in the first second, and 10 more in each one after that, up to 100. */
  private static final RampConfig CONFIG = RampConfig.builder(100)
      .min(10)
      .rampUpDuration(Duration.ofSeconds(9))
      .ttl(TTL)
      .build();

  private final ManualRampTime time = new ManualRampTime();
  private final FaultyStore store = new FaultyStore(new InMemoryPoolStore(time), time);
  private final InMemoryMetricReader reader = InMemoryMetricReader.create();
  private final OpenTelemetrySdk openTelemetry = OpenTelemetrySdk.builder()
      .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(reader).build())
      .build();
  private final RampThrottle throttle = join("p0");
  private RampTelemetry telemetry;

  @BeforeEach
  void bind() {
    telemetry = RampTelemetry.bind(openTelemetry, throttle);
  }

  @AfterEach
  void close() {
    openTelemetry.close();
  }

  @Test
  void shouldReportEveryInstrumentWithItsKindAndUnit() {
    assertThat(reader.collectAllMetrics())
        .extracting(metric -> metric.getName() + " " + metric.getType() + " " + metric.getUnit())
        .containsExactlyInAnyOrder(
            "sluice.ramp.level DOUBLE_GAUGE {message}/s",
            "sluice.ramp.share LONG_SUM {message}/s",
            "sluice.ramp.pool.size LONG_GAUGE {processor}",
            "sluice.ramp.pool.agreed LONG_SUM {processor}",
            "sluice.ramp.pool.state LONG_SUM {processor}",
            "sluice.ramp.granted LONG_SUM {message}",
            "sluice.ramp.given_back LONG_SUM {message}",
            "sluice.ramp.given_back_late LONG_SUM {message}",
            "sluice.ramp.waits LONG_SUM {call}",
            "sluice.ramp.wait_time DOUBLE_SUM s",
            "sluice.ramp.waiting LONG_SUM {call}",
            "sluice.ramp.turned_away LONG_SUM {call}",
            "sluice.ramp.store.age DOUBLE_GAUGE s",
            "sluice.ramp.store.failures LONG_SUM {failure}",
            "sluice.ramp.fallback LONG_SUM {processor}");
  }

  @Test
  void shouldLetOnlyCountersGrowForEver() {
    assertThat(reader.collectAllMetrics())
        .filteredOn(metric ->
            metric.getLongSumData().isMonotonic() || metric.getDoubleSumData().isMonotonic())
        .extracting(metric -> metric.getName())
        .containsExactlyInAnyOrder(
            "sluice.ramp.granted",
            "sluice.ramp.given_back",
            "sluice.ramp.given_back_late",
            "sluice.ramp.waits",
            "sluice.ramp.wait_time",
            "sluice.ramp.turned_away",
            "sluice.ramp.store.failures");
  }

  @Test
  void shouldReportTheLevelAsItRampsUp() {
    throttle.tryTake(1);
    assertThat(value("sluice.ramp.level")).isEqualTo(10);

    time.advanceToNextSecond();
    throttle.tryTake(1);
    assertThat(value("sluice.ramp.level")).isEqualTo(20);
    assertThat(value("sluice.ramp.share")).isEqualTo(20);
  }

  @Test
  void shouldCountWhatIsGranted() {
    assertThat(value("sluice.ramp.granted")).isZero();
    throttle.tryTake(4);
    throttle.tryTake(100); // of which 6 are left

    assertThat(value("sluice.ramp.granted")).isEqualTo(10);
  }

  @Test
  void shouldTellWhatIsGivenBackInTimeFromWhatIsLate() {
    Permit inTime = throttle.tryAcquire(5);
    Permit late = throttle.tryAcquire(4);
    inTime.used(2);
    time.advanceToNextSecond();
    throttle.tryTake(1); // the next second is in use now
    late.close();

    assertThat(value("sluice.ramp.granted")).isEqualTo(10);
    assertThat(value("sluice.ramp.given_back")).isEqualTo(3);
    assertThat(value("sluice.ramp.given_back_late")).isEqualTo(4);
  }

  @Test
  void shouldReportWhoWaitsAndForHowLong() {
    time.advance(Duration.ofMillis(250));
    throttle.tryTake(10);
    CompletionStage<Permit> waiting = throttle.acquireAsync(1, LONG);
    assertThat(value("sluice.ramp.waiting")).isEqualTo(1);
    assertThat(value("sluice.ramp.waits")).isEqualTo(1);
    assertThat(value("sluice.ramp.wait_time")).isZero();

    time.advanceToNextSecond();
    assertThat(waiting).isCompleted();
    assertThat(value("sluice.ramp.waiting")).isZero();
    assertThat(value("sluice.ramp.waits")).isEqualTo(1);
    assertThat(value("sluice.ramp.wait_time")).isEqualTo(0.75);
  }

  @Test
  void shouldCountWhoIsTurnedAway() {
    throttle.tryTake(10);
    CompletionStage<Permit> first = throttle.acquireAsync(1, LONG);
    CompletionStage<Permit> second = throttle.acquireAsync(1, LONG); // one too many

    assertThat(first).isNotCompleted();
    assertThat(second).isCompleted();
    assertThat(value("sluice.ramp.turned_away")).isEqualTo(1);
    assertThat(value("sluice.ramp.waits")).isEqualTo(1);
  }

  @Test
  void shouldReportWhetherThePoolIsAgreedOn() {
    RampTelemetry.bind(openTelemetry, join("p1"));
    Collected atFirst = Collected.from(reader);
    assertThat(atFirst.states("p1")).containsExactly("joining");
    assertThat(atFirst.value("sluice.ramp.pool.agreed", "p1")).isZero();

    time.advance(Duration.ofSeconds(1));
    Collected later = Collected.from(reader);
    assertThat(List.of("p0", "p1")).allSatisfy(processor -> {
      assertThat(later.states(processor)).containsExactly("agreed");
      assertThat(later.value("sluice.ramp.pool.agreed", processor)).isEqualTo(1);
      assertThat(later.value("sluice.ramp.pool.size", processor)).isEqualTo(2);
    });
  }

  @Test
  void shouldTellThrottlesApart() {
    RampTelemetry.bind(openTelemetry, join("p1"));
    throttle.tryTake(3);
    Collected both = Collected.from(reader);
    assertThat(both.value("sluice.ramp.granted", "p0")).isEqualTo(3);
    assertThat(both.value("sluice.ramp.granted", "p1")).isZero();

    telemetry.close();
    Collected one = Collected.from(reader);
    assertThat(one.points("sluice.ramp.granted", "p0")).isEmpty();
    assertThat(one.points("sluice.ramp.granted", "p1")).hasSize(1);
  }

  @Test
  void shouldReportAStoreThatIsGone() {
    time.advance(Duration.ofMillis(50));
    assertThat(value("sluice.ramp.store.age")).isEqualTo(0.05);
    assertThat(value("sluice.ramp.store.failures")).isZero();

    store.become(Fault.FAILS);
    time.advance(Duration.ofMillis(950));
    assertThat(value("sluice.ramp.store.age")).isEqualTo(1);
    assertThat(value("sluice.ramp.store.failures")).isEqualTo(12); // one every 80 ms
    assertThat(value("sluice.ramp.fallback")).isZero();
    assertThat(value("sluice.ramp.pool.agreed")).isEqualTo(1);
  }

  @Test
  void shouldReportTheFallbackUntilTheStoreIsBack() {
    store.become(Fault.FAILS);
    time.advance(TTL);
    Collected gone = Collected.from(reader);
    assertThat(gone.value("sluice.ramp.fallback", "p0")).isEqualTo(1);
    assertThat(gone.value("sluice.ramp.pool.agreed", "p0")).isZero();
    assertThat(gone.states("p0")).containsExactly("fallback");

    store.become(Fault.NONE);
    time.advance(Duration.ofMillis(200));
    Collected back = Collected.from(reader);
    assertThat(back.value("sluice.ramp.fallback", "p0")).isZero();
    assertThat(back.value("sluice.ramp.pool.agreed", "p0")).isEqualTo(1);
    assertThat(back.states("p0")).containsExactly("agreed");
  }

  @Test
  void shouldReportOneSeriesForEveryState() {
    throttle.close();
    Collected collected = Collected.from(reader);

    assertThat(collected.points("sluice.ramp.pool.state", "p0")).hasSameSizeAs(PoolState.values());
    assertThat(collected.states("p0")).containsExactly("closed");
  }

  @Test
  void shouldReportNothingAfterClose() {
    assertThat(reader.collectAllMetrics()).isNotEmpty();
    telemetry.close();
    telemetry.close();

    assertThat(reader.collectAllMetrics()).isEmpty();
    assertThat(throttle.tryTake(1)).isEqualTo(1);
  }

  @Test
  void shouldAskForTheStatusOncePerCollection() {
    AtomicInteger asked = new AtomicInteger();
    RampTelemetry.bind(openTelemetry, "crm", "counted", () -> {
      asked.incrementAndGet();
      return throttle.status();
    });
    throttle.tryTake(1);
    assertThat(asked).hasValue(0);

    reader.collectAllMetrics();
    assertThat(asked).hasValue(1);
    reader.collectAllMetrics();
    assertThat(asked).hasValue(2);
  }

  @Test
  void shouldDoNoHarmWithoutAnSdk() {
    assertThatCode(() -> RampTelemetry.bind(OpenTelemetry.noop(), throttle).close())
        .doesNotThrowAnyException();
  }

  private double value(String name) {
    return Collected.from(reader).value(name, "p0");
  }

  /** Joins the group without any jitter, with room for one to wait. */
  private RampThrottle join(String processor) {
    return RampThrottle.builder(CONFIG)
        .group("crm")
        .processor(processor)
        .store(store)
        .time(time)
        .random(() -> 0)
        .executor(Runnable::run)
        .mostWaiting(1)
        .build();
  }
}
