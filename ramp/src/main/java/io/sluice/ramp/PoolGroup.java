package io.sluice.ramp;

import io.sluice.ramp.PoolStore.Answer;
import io.sluice.ramp.PoolStore.Member;
import io.sluice.ramp.PoolStore.Registration;
import io.sluice.ramp.PoolStore.Report;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** What a store knows of one group; see {@link PoolStore} for the rules. Not thread-safe. */
final class PoolGroup {

  private static final long SECOND_NANOS = 1_000_000_000;

  /** A processor; new if it granted nothing when the group came to be remembered. */
  private record Live(
      String incarnation, long sequence, int size, boolean isNew, long heardNanos, long ttlNanos) {}

  private record Level(double value, long leftNanos, long ttlNanos) {}

  private final Map<String, Live> processors = new HashMap<>();
  private final Map<String, Level> levels = new HashMap<>();
  private long sinceNanos;
  private int presumed;
  private long presumedUntilNanos;
  private long leftNanos;

  PoolGroup(long nowNanos) {
    sinceNanos = nowNanos;
    leftNanos = nowNanos - SECOND_NANOS;
  }

  Registration register(Member member, long now, long ttlNanos) {
    forgetTheSilent(now);
    requireRoomFor(member);
    Live replaced = processors.put(
        member.processor(), new Live(member.incarnation(), 0, 0, true, now, ttlNanos));
    if (replaced != null) {
      leftNanos = now;
    }
    Level level = levels.remove(member.processor());
    int target = target(now);
    return new Registration(
        target,
        target == 1 && now - leftNanos >= SECOND_NANOS,
        level == null ? OptionalDouble.empty() : OptionalDouble.of(level.value));
  }

  Answer sync(Member member, Report report, long now) {
    long ttlNanos = report.ttl().toNanos();
    forgetTheSilent(now);
    Live known = processors.get(member.processor());
    if (known != null && !known.incarnation.equals(member.incarnation())) {
      return new Answer.Superseded();
    }
    if (known == null) {
      requireRoomFor(member);
      if (report.inUse()) {
        presumed = Math.max(presumed, report.size());
        presumedUntilNanos = now + ttlNanos;
      }
    }
    record(member, report, known, now, ttlNanos);
    int target = target(now);
    boolean all = target == processors.size()
        && processors.values().stream().allMatch(live -> live.size == target);
    return all
        ? new Answer.Agree(target, Duration.ofNanos(now - sinceNanos))
        : new Answer.Disagree(target);
  }

  void deregister(Member member, OptionalDouble level, long now, long ttlNanos) {
    Live known = processors.get(member.processor());
    if (known != null && !known.incarnation.equals(member.incarnation())) {
      return;
    }
    if (known != null) {
      processors.remove(member.processor());
      leftNanos = now;
      if (!known.isNew && presumed > 0) {
        presumed--; // it was one of those that were presumed
      }
    }
    if (level.isPresent()) {
      levels.put(member.processor(), new Level(level.getAsDouble(), now, ttlNanos));
    }
  }

  /** Whether nothing is left to be remembered, not even which processor used the tokens of this second. */
  boolean isDeserted(long now) {
    forgetTheSilent(now);
    return processors.isEmpty() && levels.isEmpty() && now - leftNanos >= SECOND_NANOS;
  }

  private void record(Member member, Report report, @Nullable Live known, long now, long ttlNanos) {
    boolean isNew = known == null ? !report.inUse() : known.isNew;
    Live live = known == null || report.sequence() > known.sequence
        ? new Live(member.incarnation(), report.sequence(), report.size(), isNew, now, ttlNanos)
        : new Live(known.incarnation, known.sequence, known.size, isNew, now, ttlNanos);
    processors.put(member.processor(), live);
  }

  /** A new processor cannot be one of those presumed to return; once all are back, none is. */
  private int target(long now) {
    int live = processors.size();
    int newcomers = (int) processors.values().stream().filter(Live::isNew).count();
    if (live - newcomers >= presumed || now - presumedUntilNanos > 0) {
      presumed = 0;
    }
    return presumed == 0 ? live : presumed + newcomers;
  }

  private void forgetTheSilent(long now) {
    if (processors.values().removeIf(live -> now - live.heardNanos > live.ttlNanos)) {
      leftNanos = now;
    }
    levels.values().removeIf(level -> now - level.leftNanos > level.ttlNanos);
    if (processors.isEmpty()) {
      // All at once is more likely to be the store's own absence: the next to return is the first.
      sinceNanos = now;
      presumed = 0;
    }
  }

  private void requireRoomFor(Member member) {
    if (!processors.containsKey(member.processor())
        && processors.size() >= PoolStore.MOST_PROCESSORS) {
      throw new IllegalStateException("group " + member.group() + " is full: it has "
          + PoolStore.MOST_PROCESSORS + " processors already");
    }
  }
}
