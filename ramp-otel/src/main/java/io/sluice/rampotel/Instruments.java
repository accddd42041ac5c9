package io.sluice.rampotel;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import io.sluice.ramp.RampStatus;

/** The instruments of the table in the package's description. */
final class Instruments {

  private static final String CALL = "{call}";
  private static final String MESSAGE = "{message}";
  private static final String PROCESSOR = "{processor}";
  private static final String SECOND = "s";

  private final ObservableDoubleMeasurement level;
  private final ObservableLongMeasurement share;
  private final ObservableLongMeasurement poolSize;
  private final ObservableLongMeasurement agreed;
  private final ObservableLongMeasurement state;
  private final ObservableLongMeasurement granted;
  private final ObservableLongMeasurement givenBack;
  private final ObservableLongMeasurement givenBackLate;
  private final ObservableLongMeasurement waits;
  private final ObservableDoubleMeasurement waitTime;
  private final ObservableLongMeasurement waiting;
  private final ObservableLongMeasurement turnedAway;
  private final ObservableDoubleMeasurement storeAge;
  private final ObservableLongMeasurement storeFailures;
  private final ObservableLongMeasurement fallback;

  Instruments(Meter meter) {
    level = meter
        .gaugeBuilder("sluice.ramp.level")
        .setUnit("{message}/s")
        .setDescription("Rate of the whole group, as this processor sees it.")
        .buildObserver();
    share = upDownCounter(
        meter,
        "sluice.ramp.share",
        MESSAGE + "/s",
        "What this processor may grant of the level, 0 while it may grant nothing.");
    poolSize = meter
        .gaugeBuilder("sluice.ramp.pool.size")
        .ofLongs()
        .setUnit(PROCESSOR)
        .setDescription("Number of processors that the level is divided by, 0 if not known yet.")
        .buildObserver();
    agreed = upDownCounter(
        meter,
        "sluice.ramp.pool.agreed",
        PROCESSOR,
        "1 while all live processors use the same pool size, else 0.");
    state = upDownCounter(
        meter,
        "sluice.ramp.pool.state",
        PROCESSOR,
        "1 for the state that the processor is in, 0 for the others.");
    granted = counter(meter, "sluice.ramp.granted", MESSAGE, "Messages granted.");
    givenBack = counter(
        meter,
        "sluice.ramp.given_back",
        MESSAGE,
        "Messages that were granted and given back in time to be granted again.");
    givenBackLate = counter(
        meter,
        "sluice.ramp.given_back_late",
        MESSAGE,
        "Messages that were granted and given back too late to be granted again.");
    waits = counter(meter, "sluice.ramp.waits", CALL, "Calls that had to wait.");
    waitTime = meter
        .counterBuilder("sluice.ramp.wait_time")
        .ofDoubles()
        .setUnit(SECOND)
        .setDescription("Time that calls waited, added when a wait ends.")
        .buildObserver();
    waiting = upDownCounter(meter, "sluice.ramp.waiting", CALL, "Calls that are waiting now.");
    turnedAway = counter(
        meter,
        "sluice.ramp.turned_away",
        CALL,
        "Calls that could not wait, as too many did already.");
    storeAge = meter
        .gaugeBuilder("sluice.ramp.store.age")
        .setUnit(SECOND)
        .setDescription("Time since the last report that the store answered was sent.")
        .buildObserver();
    storeFailures = counter(
        meter,
        "sluice.ramp.store.failures",
        "{failure}",
        "Calls to the store that failed or were not answered in time.");
    fallback = upDownCounter(
        meter,
        "sluice.ramp.fallback",
        PROCESSOR,
        "1 while the store has been gone for so long that the fallback holds, else 0.");
  }

  /** Has all of them recorded by one task, so that what is collected together belongs together. */
  BatchCallback onCollection(Meter meter, Runnable record) {
    return meter.batchCallback(
        record,
        level,
        share,
        poolSize,
        agreed,
        state,
        granted,
        givenBack,
        givenBackLate,
        waits,
        waitTime,
        waiting,
        turnedAway,
        storeAge,
        storeFailures,
        fallback);
  }

  void record(RampStatus status, Series series) {
    Attributes processor = series.processor;
    level.record(status.level(), processor);
    share.record(status.share(), processor);
    poolSize.record(status.poolSize(), processor);
    agreed.record(oneIf(status.agreed()), processor);
    series.byState.forEach(
        (each, attributes) -> state.record(oneIf(each == status.state()), attributes));
    granted.record(status.granted(), processor);
    givenBack.record(status.givenBack(), processor);
    givenBackLate.record(status.givenBackLate(), processor);
    waits.record(status.waits(), processor);
    waitTime.record(status.waited().toNanos() / 1e9, processor);
    waiting.record(status.waiting(), processor);
    turnedAway.record(status.turnedAway(), processor);
    storeAge.record(status.storeAge().toNanos() / 1e9, processor);
    storeFailures.record(status.storeFailures(), processor);
    fallback.record(oneIf(status.fallbackInForce()), processor);
  }

  private static ObservableLongMeasurement counter(
      Meter meter, String name, String unit, String description) {
    return meter.counterBuilder(name).setUnit(unit).setDescription(description).buildObserver();
  }

  private static ObservableLongMeasurement upDownCounter(
      Meter meter, String name, String unit, String description) {
    return meter
        .upDownCounterBuilder(name)
        .setUnit(unit)
        .setDescription(description)
        .buildObserver();
  }

  private static long oneIf(boolean holds) {
    return holds ? 1 : 0;
  }
}
