package io.sluice.ramp;

import io.sluice.ramp.PoolStore.Member;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * What is logged of a processor's dealings with the store. One that comes and goes is worth a
 * warning now and then, not ten a second: the others go to the debug level.
 */
final class StoreLog {

  private static final System.Logger LOG = System.getLogger(StoreLog.class.getName());
  private static final Duration LEAST_BETWEEN_WARNINGS = Duration.ofMinutes(1);

  private final Member member;
  private final RampTime time;
  private boolean hasWarned;
  private boolean isWorthTelling;
  private boolean isTooLarge;
  private long warnedNanos;

  StoreLog(Member member, RampTime time) {
    this.member = member;
    this.time = time;
  }

  void outageBegins(Throwable cause) {
    long now = time.nanos();
    isWorthTelling = !hasWarned || now - warnedNanos >= LEAST_BETWEEN_WARNINGS.toNanos();
    if (isWorthTelling) {
      hasWarned = true;
      warnedNanos = now;
    }
    LOG.log(
        isWorthTelling ? Level.WARNING : Level.DEBUG,
        "The store of group {0} does not answer {1}, trying again until it does: {2}",
        member.group(),
        member.processor(),
        cause);
  }

  void outageEnds() {
    LOG.log(
        isWorthTelling ? Level.INFO : Level.DEBUG,
        "The store of group {0} answers {1} again",
        member.group(),
        member.processor());
  }

  void fallsBack(RampConfig config) {
    LOG.log(
        Level.WARNING,
        "The store of group {0} has been gone for longer than the ttl of {1}: {2} falls back to {3}",
        member.group(),
        Checks.text(config.ttl()),
        member.processor(),
        config.fallback());
  }

  void poolSize(int size, RampConfig config) {
    if (size <= config.max()) {
      isTooLarge = false;
    } else if (!isTooLarge) {
      isTooLarge = true;
      LOG.log(
          Level.WARNING,
          "Group {0} has {1} processors to share {2} per second: a share of less than one grants"
              + " nothing",
          member.group(),
          size,
          config.max());
    }
  }

  void superseded() {
    LOG.log(
        Level.ERROR,
        "Another process has registered as {0} in group {1}: this one grants nothing as long as the"
            + " other is there. Give every processor a name of its own.",
        member.processor(),
        member.group());
  }

  void leftUnnoticed(RampConfig config, Throwable cause) {
    LOG.log(
        Level.WARNING,
        "{0} has left group {1} without the store knowing; the others will notice after {2}: {3}",
        member.processor(),
        member.group(),
        Checks.text(config.ttl()),
        cause);
  }
}
