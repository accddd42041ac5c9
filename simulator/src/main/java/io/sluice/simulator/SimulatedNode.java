package io.sluice.simulator;

import io.sluice.core.NanoClock;
import io.sluice.core.Rate;
import io.sluice.core.TokenBucket;
import io.sluice.quota.Direction;
import io.sluice.quota.GroupTraffic;
import io.sluice.quota.QuotaDimension;
import io.sluice.quota.QuotaSettings;
import io.sluice.quota.QuotaUnit;

/**
 * A node with one group: a clock of its own, a limiter, and clients that wait when it says no. They wait
 * with little, as clients have only so many messages under way; what they would have sent besides they do
 * not send.
 */
final class SimulatedNode implements NanoClock, GroupTraffic {

  /** Shares are set to a thousandth. */
  private static final int RATE_SECONDS = 1000;

  /** A limiter says no of the next message only, and a node has several clients: so many may be ahead. */
  private static final int LEAST_BURST = 3;

  /** What comes in so much time may wait, or in a step if that is shorter. */
  private static final double WAITING_SECONDS = 0.05;

  /** Clients leave after an interval without anything to do. */
  private static final int IDLE_STEPS = Trace.STEPS;

  private static final double NANOS_PER_SECOND = 1e9;

  private final QuotaDimension use;
  private final double burstSeconds;
  private final long offsetNanos;
  private final double pace;
  private final TokenBucket bucket;
  private final Network.Port port;
  private final QuotaSharing sharing;
  private double quota;
  private double share;
  private long trueNanos;
  private long nextTickNanos;
  private long admitted;
  private long throttledNanos;
  private double waiting;
  private int idleSteps;

  /** Whether the clients of this node leave when they have nothing to do; in every second scenario. */
  private final boolean clientsLeave;

  /** What of this node is not perfect. */
  record Clock(long offsetNanos, double drift, double firstTick) {}

  SimulatedNode(
      String name,
      Scenario scenario,
      double quota,
      Clock clock,
      long nowNanos,
      Network.Port port,
      QuotaSharing.Kind kind) {
    this.use = scenario.use();
    this.quota = quota;
    this.clientsLeave = scenario.seed() % 2 != 0;
    // Never less than fits between two steps: what is earned there must not be lost.
    this.burstSeconds = Math.max(
        scenario.settings().burst().toNanos() / NANOS_PER_SECOND,
        2 * scenario.settings().interval().toNanos() / NANOS_PER_SECOND / Trace.STEPS);
    this.offsetNanos = clock.offsetNanos();
    this.pace = 1 + clock.drift();
    this.trueNanos = nowNanos;
    this.port = port;
    this.bucket =
        TokenBucket.builder(Rate.perSecond(1)).initialTokens(0).clock(this).build();
    QuotaSettings settings = scenario.settings();
    this.sharing = kind.start(name, settings, port, this, this);
    this.nextTickNanos = nanos() + (long) (sharing.tickNanos() * clock.firstTick());
  }

  @Override
  public long nanos() {
    return offsetNanos + (long) (trueNanos * pace);
  }

  /** Whether clients may come. */
  boolean isReady() {
    return sharing.isReady();
  }

  /** Does what is due. */
  void tick() {
    if (nanos() - nextTickNanos >= 0) {
      nextTickNanos += sharing.tickNanos();
      sharing.tick();
    }
  }

  /** Lets time pass, in which its clients want so much, and writes down what became of it. */
  void pass(long nanos, double demandPerSecond, NodeTrace trace, int step) {
    long before = bucket.tokens();
    long clockBefore = nanos();
    trueNanos += nanos;
    idleSteps = demandPerSecond > 0 ? 0 : idleSteps + 1;
    sharing.used(idleSteps < IDLE_STEPS || !clientsLeave);
    double comes = demandPerSecond * nanos / NANOS_PER_SECOND;
    waiting = comes == 0
        ? 0
        : Math.min(
            waiting + comes,
            comes + Math.max(2, Math.min(comes, demandPerSecond * WAITING_SECONDS)));
    long wanted = (long) waiting;
    long taken = wanted == 0 ? 0 : bucket.tryConsumeUpTo(wanted);
    waiting -= taken;
    admitted += taken;
    if (waiting >= 1) {
      throttledNanos += nanos() - clockBefore;
    }
    trace.record(step, demandPerSecond, share, taken, before - bucket.tokens());
  }

  void quota(double perSecond) {
    quota = perSecond;
  }

  void cut(boolean isCut) {
    port.cut(isCut);
  }

  void leave() {
    sharing.close();
  }

  void die() {
    port.vanish();
  }

  @Override
  public double quota(QuotaDimension asked) {
    return asked == use ? quota : Double.POSITIVE_INFINITY;
  }

  @Override
  public long count(QuotaDimension asked) {
    return asked == use ? admitted : 0;
  }

  @Override
  public long throttledNanos(Direction direction) {
    return direction == use.direction() ? throttledNanos : 0;
  }

  @Override
  public double share(QuotaDimension asked) {
    return asked == use ? share : Double.POSITIVE_INFINITY;
  }

  @Override
  public void setShare(Direction direction, double messages, double bytes) {
    if (direction != use.direction()) {
      return;
    }
    share = use.unit() == QuotaUnit.MESSAGES ? messages : bytes;
    Rate rate = new Rate(
        Math.max(1, Math.round(share * RATE_SECONDS)), (long) (RATE_SECONDS * NANOS_PER_SECOND));
    bucket.setRate(rate, Math.max(LEAST_BURST, (long) (share * burstSeconds)));
  }
}
