package io.sluice.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.ManualClock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One node that has very many limits alone, beside another one. */
class LimitAnnouncementsTest {

  private static final int LIMITS = 1000;
  private static final int TICKS_FOR_ALL = 16;
  private static final long TICK_NANOS = QuotaSettings.DEFAULT.interval().toNanos() / 4;

  private final ManualClock clock = new ManualClock();
  private final Neighbours neighbours = new Neighbours();
  private final LimitShares shares = new LimitShares(clock, neighbours);

  /** What was announced in the last ticks. */
  private final Set<Long> announced = new HashSet<>();

  private int most;

  LimitAnnouncementsTest() {
    for (int i = 0; i < LIMITS; i++) {
      shares.open(GroupId.of("topic-" + i), new Alone());
    }
    shares.heardItself(said());
    tick(TICKS_FOR_ALL);
    assertThat(announced).as("what is new").hasSize(LIMITS);
    forgetAnnounced();
    tick(TICKS_FOR_ALL);
    assertThat(announced).as("what is announced in any case").hasSizeLessThan(LIMITS / 20);
    forgetAnnounced();
  }

  private UsageReport said() {
    return new UsageReport(
        "a",
        1,
        1,
        false,
        false,
        List.of(),
        List.of(),
        shares.out().takeUses(),
        shares.out().takeGrants());
  }

  private void tick(int ticks) {
    for (int tick = 0; tick < ticks; tick++) {
      clock.advance(Duration.ofNanos(TICK_NANOS));
      shares.tick(TICK_NANOS, QuotaSettings.DEFAULT);
      int before = announced.size();
      said().limits().forEach(use -> {
        assertThat(use.kind()).isEqualTo(LimitUse.Kind.LEAD);
        announced.add(use.limit());
      });
      most = Math.max(most, announced.size() - before);
    }
  }

  private void forgetAnnounced() {
    announced.clear();
    most = 0;
  }

  @Test
  void shouldSayLittleByLittleThatItLeadsAfterSomethingWasLost() {
    shares.missed(Neighbours.OTHER);

    tick(TICKS_FOR_ALL);

    assertThat(announced).hasSize(LIMITS);
    assertThat(most).isLessThan(2 * LimitShares.ANNOUNCED_AFTER_LOSS);
  }

  @Test
  void shouldSayItNoMoreOftenIfMoreIsLostMeanwhile() {
    for (int tick = 0; tick < TICKS_FOR_ALL; tick++) {
      shares.missed(Neighbours.OTHER);
      shares.missed(Neighbours.OTHER);
      tick(1);
    }

    assertThat(announced).hasSize(LIMITS);
    assertThat(most).isLessThan(2 * LimitShares.ANNOUNCED_AFTER_LOSS);
  }

  /** Any report may be lost, so it says so again. */
  @Test
  void shouldSaySeveralTimesThatItLeadsWhenANodeIsBack() {
    shares.announceAll();

    for (int round = 0; round < 4; round++) {
      tick(4);
      assertThat(announced).hasSize(LIMITS);
      assertThat(most).isLessThan(2 * LimitShares.ANNOUNCED_TO_RETURNED);
      forgetAnnounced();
    }
    tick(TICKS_FOR_ALL);
    assertThat(announced).hasSizeLessThan(LIMITS / 20);
  }

  /** Several nodes answer the same grants at about the same time, and each division would grant something else. */
  @Test
  void shouldDivideOnceForAllThatItHasHeardSinceItLastLooked() {
    hear(LimitUse.Kind.CLAIM, 0, 0);
    tick(4);

    hear(LimitUse.Kind.USE, 1, LimitUse.WEIGHT_UNIT);
    assertThat(said().grants()).isEmpty();
    shares.settleClaims();

    assertThat(said().grants()).hasSize(1);
    shares.settleClaims();
    assertThat(said().grants()).isEmpty();
  }

  private void hear(LimitUse.Kind kind, int wantsMore, int weight) {
    long limit = GroupId.of("topic-0");
    LimitUse use =
        new LimitUse(limit, kind, LimitParts.evenly(8), LimitParts.evenly(8), wantsMore, weight);
    shares.heard(
        Neighbours.OTHER,
        new UsageReport("b", 1, 1, false, false, List.of(), List.of(), List.of(use), List.of()));
  }

  /** Two nodes, this one and another. */
  private static final class Neighbours implements LimitNodes {

    static final int OTHER = 1;

    @Override
    public int count() {
      return 2;
    }

    @Override
    public long share() {
      return LimitParts.evenly(count());
    }

    @Override
    public long answerNanos() {
      return 1;
    }

    @Override
    public int claims() {
      return 1;
    }

    @Override
    public long claimAgainNanos(int claims) {
      return TICK_NANOS;
    }

    @Override
    public long allHeardNanos() {
      return Long.MAX_VALUE / 2;
    }

    @Override
    public boolean isBefore(int node) {
      return false;
    }

    @Override
    public String id(int node) {
      return "b";
    }

    @Override
    public String ownId() {
      return "a";
    }

    @Override
    public int address(int node) {
      return node;
    }

    @Override
    public int ownAddress() {
      return 0;
    }
  }

  /** Traffic of a limit that nobody waits for. */
  private static final class Alone implements LimitTraffic {

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public double limit(QuotaUnit unit) {
      return 1;
    }

    @Override
    public long count(QuotaUnit unit) {
      return 0;
    }

    @Override
    public long anyThrottledNanos() {
      return 0;
    }

    @Override
    public long allThrottledNanos() {
      return 0;
    }

    @Override
    public int users() {
      return 1;
    }

    @Override
    public void setShare(double messages, double bytes) {}

    @Override
    public void empty() {}

    @Override
    public void fill() {}
  }
}
