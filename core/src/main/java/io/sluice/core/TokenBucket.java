package io.sluice.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;

/**
 * A token bucket: tokens are earned at a {@link Rate} up to a burst, and spent by callers, who may
 * go into debt. It is lock-free, has no thread of its own, and allocates nothing per call. Any
 * thread may call anything at any time.
 *
 * <h2>How it works</h2>
 *
 * The {@link Account} keeps the balance as <i>earned(now) &minus; spent</i>, exactly. Reading the
 * clock for that costs more than everything else together, so while tokens are plenty {@link
 * #consume} does not look: it adds to its thread's {@link Stripe}, which holds a <i>lease</i>, an
 * amount up to which tokens are known to remain. Only when the lease is used up does it look at the
 * account (and all stripes) and take a new one. A lease is not a withdrawal: it moves no tokens,
 * and what was consumed through a stripe is part of the balance the moment it is consumed. So no
 * tokens are ever under way between two places, where a reader could miss them.
 *
 * <p>Leases shrink with the balance and are not given at all where the burst is small (below {@code
 * 128 * Stripes.MOST} tokens): such a bucket looks on every call, and is exact.
 *
 * <h2>What is approximate, and by how much</h2>
 *
 * Only this, and at most by {@link #slack()}, which is 1/64 of the burst or less:
 *
 * <ul>
 *   <li>{@link #consume} may answer that tokens remain although other threads have just spent them,
 *       by half the slack in all.
 *   <li>What is consumed through leases of a full bucket counts as consumed when the next look
 *       happens, so that up to half the slack is earned again for time in which the bucket was
 *       full.
 * </ul>
 *
 * Nothing consumed is ever lost from the account: a late answer leads to a debt, which is paid
 * before tokens remain again. Over any time t, callers that stop at the first "no" are admitted at
 * most {@code rate * t + burst + slack}, plus the one call each that brought the "no", and never
 * less than {@code rate * t} as long as they ask.
 *
 * <p>{@link #tryConsume} and {@link #tryConsumeUpTo} never overdraw among themselves; a {@link
 * #consume} that runs at the same instant may come between their look and their debit.
 *
 * <h2>Range</h2>
 *
 * From 1 token per century to {@link Long#MAX_VALUE} per second without drift; balances and debts
 * of up to {@link #MAX_TOKENS}. A debt beyond that stops growing.
 */
public final class TokenBucket {

  /** The largest burst, and the largest debt that is kept: 2^60 tokens. */
  public static final long MAX_TOKENS = Account.RANGE;

  private static final int SLACK_DIVISOR = 64;
  private static final VarHandle STRIPES =
      AtomicField.of(MethodHandles.lookup(), "stripes", Stripes.class);

  private final Ledger ledger;
  private final LongAdder consumedDirectly = new LongAdder();
  private volatile Stripes stripes = Stripes.NONE;

  private TokenBucket(Builder builder) {
    long burst = effectiveBurst(builder.rate, builder.burst);
    long initial = builder.initialTokens;
    if (initial == Builder.DEFAULT) {
      initial = builder.rate.isUnlimited() ? 0 : burst;
    } else if (initial > burst) {
      throw new IllegalArgumentException(
          "initial tokens must not exceed the burst of " + burst + ": " + initial);
    }
    Account opening = Account.opened(builder.rate, burst, initial, builder.clock.nanos());
    ledger = new Ledger(opening, builder.clock, () -> stripes.used());
    alignLease();
  }

  /** A full bucket on the system's clock that holds one second's worth. */
  public static TokenBucket of(Rate rate) {
    return builder(rate).build();
  }

  public static Builder builder(Rate rate) {
    return new Builder(rate);
  }

  /**
   * Takes {@code tokens}, whether or not there are so many: the balance may become negative.
   *
   * @return whether tokens remain, that is, at least one is left after this call; see above for how
   *     late a "yes" may be
   * @throws IllegalArgumentException if the amount is not positive
   */
  public boolean consume(long tokens) {
    Stripes current = stripes;
    if (current.takes(tokens)) {
      Stripe mine = current.mine();
      if (mine.tryAdd(tokens)) {
        return mine.isWithinLease() || renewLease(mine);
      }
      return consumeContended(tokens);
    }
    requirePositive(tokens);
    consumedDirectly.add(tokens);
    return isUnlimited() || ledger.adjust(tokens) > 0;
  }

  /**
   * Takes {@code tokens} if there are so many, otherwise none.
   *
   * @throws IllegalArgumentException if the amount is not positive
   */
  public boolean tryConsume(long tokens) {
    requirePositive(tokens);
    return take(tokens, tokens) > 0;
  }

  /**
   * Takes as many tokens as there are, but at most {@code tokens}.
   *
   * @return how many were taken, 0 or more
   * @throws IllegalArgumentException if the amount is not positive
   */
  public long tryConsumeUpTo(long tokens) {
    requirePositive(tokens);
    return take(1, tokens);
  }

  /**
   * Gives back tokens that were taken and not used. What does not fit into the burst is dropped; an
   * unlimited bucket, which debits nothing, takes nothing back.
   *
   * @throws IllegalArgumentException if the amount is not positive
   */
  public void refund(long tokens) {
    requirePositive(tokens);
    consumedDirectly.add(-tokens);
    if (!isUnlimited()) {
      ledger.adjust(-tokens);
    }
  }

  /**
   * The whole tokens at hand; negative for a debt, {@link Long#MAX_VALUE} if unlimited. Counts
   * every call that returned before this one began.
   */
  public long tokens() {
    return isUnlimited() ? Long.MAX_VALUE : ledger.tokens();
  }

  /**
   * How long until {@code tokens} are at hand if none are taken meanwhile, counting the debt: 0
   * if they are there now, {@link Long#MAX_VALUE} if they never will be, being more than the burst.
   * Counts every call that returned before this one began.
   *
   * @throws IllegalArgumentException if the amount is not positive
   */
  public long nanosUntil(long tokens) {
    requirePositive(tokens);
    return ledger.nanosUntil(tokens);
  }

  /** Changes the rate; the burst becomes one second's worth. */
  public void setRate(Rate rate) {
    ledger.change(rate, effectiveBurst(rate, Builder.DEFAULT));
    alignLease();
  }

  /**
   * Changes rate and burst from now on. Balance and debt are kept, and so is what was earned until
   * now, to the nanosecond; only what is over the new burst is dropped. Under {@link
   * Rate#UNLIMITED} the balance stands still: nothing is debited and nothing earned. Calls that
   * overlap with this one may still be judged by the old rate.
   *
   * @throws IllegalArgumentException if the burst is not within 1 and {@link #MAX_TOKENS}
   */
  public void setRate(Rate rate, long burst) {
    requireBurst(burst);
    ledger.change(rate, effectiveBurst(rate, burst));
    alignLease();
  }

  public Rate rate() {
    return ledger.account().rate;
  }

  /** The most tokens it can hold; {@link #MAX_TOKENS} if unlimited. */
  public long burst() {
    return ledger.account().burst;
  }

  public boolean isUnlimited() {
    return ledger.account().unlimited;
  }

  /** Tokens taken since the bucket was made, less those given back; counted when unlimited too. */
  public long consumed() {
    return stripes.used() + consumedDirectly.sum();
  }

  /** The bound of everything approximate, in tokens: see the class description. */
  public long slack() {
    return 2L * Stripes.MOST * stripes.lease();
  }

  NanoClock clock() {
    return ledger.clock();
  }

  private boolean consumeContended(long tokens) {
    widen();
    Stripe mine = stripes.mine();
    mine.add(tokens);
    return mine.isWithinLease() || renewLease(mine);
  }

  /** Doubles the stripes; false if there are as many as there may be. */
  boolean widen() {
    Stripes narrow = stripes;
    if (!narrow.canGrow()) {
      return false;
    }
    // A thread that loses this race finds the set already grown, or changed by setRate: both will
    // do.
    STRIPES.compareAndSet(this, narrow, narrow.grown());
    return true;
  }

  private boolean renewLease(Stripe stripe) {
    Stripes leasing = stripes;
    long usedBefore = stripe.used();
    long remaining = isUnlimited() ? MAX_TOKENS : ledger.adjust(0);
    // All stripes together lease at most half of what remains: near the end every call looks.
    stripe.leaseUpTo(usedBefore + Math.min(leasing.lease(), remaining / (2L * Stripes.MOST)));
    if (stripes.lease() != leasing.lease()) {
      stripe.revoke(); // the rate has changed: this lease may be too large by now
    }
    return remaining > 0;
  }

  private long take(long least, long most) {
    long taken = isUnlimited() ? most : ledger.take(least, most);
    if (taken > 0) {
      consumedDirectly.add(taken);
    }
    return taken;
  }

  /** Takes up to so many tokens that do not count as consumed yet, also while unlimited. */
  long withdrawUpTo(long tokens) {
    return ledger.take(1, tokens);
  }

  /** Counts withdrawn tokens as consumed. */
  void countConsumed(long tokens) {
    consumedDirectly.add(tokens);
  }

  /** Puts withdrawn tokens back; into the balance that stands still, if unlimited by now. */
  void deposit(long tokens) {
    ledger.adjust(-tokens);
  }

  /** Takes back the debit of tokens that were just consumed and go on counting as such. */
  void forgive(long consumedTokens) {
    if (!isUnlimited()) {
      deposit(consumedTokens);
    }
  }

  /** Whether there were tokens before this amount was consumed, which has just been. */
  boolean hadTokensBefore(long consumedTokens) {
    return isUnlimited() || ledger.tokens() > -consumedTokens;
  }

  /** Brings the stripes' lease in line with the account; several threads may do so at the same time. */
  private void alignLease() {
    for (; ; ) {
      Account current = ledger.account();
      Stripes before = stripes;
      long lease = current.unlimited ? 0 : current.burst / (2L * SLACK_DIVISOR * Stripes.MOST);
      if (before.lease() != lease) {
        Stripes after = before.withLease(lease);
        if (!STRIPES.compareAndSet(this, before, after)) {
          continue;
        }
        after.revokeAll(); // once all threads can see the new lease
      }
      if (ledger.account() == current) {
        return;
      }
    }
  }

  private static long effectiveBurst(Rate rate, long burst) {
    if (rate.isUnlimited()) {
      return MAX_TOKENS;
    }
    return burst == Builder.DEFAULT
        ? Math.min(MAX_TOKENS, rate.tokensIn(Rate.SECOND_NANOS))
        : burst;
  }

  private static void requirePositive(long tokens) {
    if (tokens <= 0) {
      throw new IllegalArgumentException("an amount of tokens must be positive, not " + tokens);
    }
  }

  static void requireBurst(long burst) {
    if (burst <= 0 || burst > MAX_TOKENS) {
      throw new IllegalArgumentException(
          "a burst must be between 1 and " + MAX_TOKENS + " tokens, not " + burst);
    }
  }

  /** What a bucket is made of beside its rate. */
  public static final class Builder {

    private static final long DEFAULT = -1;

    private final Rate rate;
    private long burst = DEFAULT;
    private long initialTokens = DEFAULT;
    private NanoClock clock = NanoClock.system();

    private Builder(Rate rate) {
      this.rate = rate;
    }

    /** The most tokens it can hold; by default one second's worth, and at least 1. */
    public Builder burst(long tokens) {
      requireBurst(tokens);
      burst = tokens;
      return this;
    }

    /** The tokens it starts with, 0 to the burst; by default it is full, or empty if unlimited. */
    public Builder initialTokens(long tokens) {
      if (tokens < 0) {
        throw new IllegalArgumentException("initial tokens must not be negative: " + tokens);
      }
      initialTokens = tokens;
      return this;
    }

    public Builder clock(NanoClock nanoClock) {
      clock = nanoClock;
      return this;
    }

    public TokenBucket build() {
      return new TokenBucket(this);
    }
  }
}
