package io.sluice.bench.ramp;

import java.time.Duration;
import java.util.function.IntSupplier;

/** One thread that sends one message after another through a limiter. */
final class MessageLoop {

  record Result(double messagesPerSecond, double storeCallsPerSecond) {}

  /** Between looks at the clock: rare enough not to be measured, even at 20 million a second. */
  private static final int MESSAGES_PER_LOOK = 64;

  private final IntSupplier oneMessage;
  private final ScriptCount scripts;

  MessageLoop(IntSupplier oneMessage, ScriptCount scripts) {
    this.oneMessage = oneMessage;
    this.scripts = scripts;
  }

  /**
   * Runs for so long.
   *
   * @throws IllegalStateException if a message was refused, as then the limit was measured
   */
  Result run(Duration duration) {
    long scriptsBefore = scripts.now();
    long start = System.nanoTime();
    long messages = 0;
    long elapsed;
    do {
      for (int i = 0; i < MESSAGES_PER_LOOK; i++) {
        if (oneMessage.getAsInt() != 1) {
          throw new IllegalStateException("a message was refused: this measured something else");
        }
      }
      messages += MESSAGES_PER_LOOK;
      elapsed = System.nanoTime() - start;
    } while (elapsed < duration.toNanos());
    double seconds = elapsed / 1e9;
    return new Result(messages / seconds, (scripts.now() - scriptsBefore) / seconds);
  }
}
