package io.sluice.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A bucket's account under one rate. What was earned is a pure function of time, what was spent is
 * one word changed by compare-and-set, and the balance is their difference: no refill step exists
 * that could be lost, doubled or delayed.
 *
 * <p><b>Grains.</b> The account is kept in fractions of a token (see {@link Pace}). With fine ones
 * everything is exact: above all, a full bucket drops the fraction of a token that it was about to
 * earn, as it must. In whole tokens that fraction is carried in {@link #startRemainder}, so that
 * nothing drifts, but a full bucket keeps it: less than one token. That is so where the burst times
 * the period in nanoseconds (in lowest terms: of 1000 per second, a millionth of a second) is over
 * 2^60, and for rates of over 2^40 tokens in that period.
 *
 * <p><b>Range.</b> Balances within &plusmn;2^60 grains. A deeper debt moves to an account in whole
 * tokens, where it stops growing at 2^60, and back when it is paid.
 *
 * <p><b>Changing the rate</b> (or the grains, or starting afresh before the earnings outgrow the
 * range) replaces the account: a {@link Change} is published, the word is sealed so that no thread can
 * spend here any more, and the next thread that comes by computes the successor from the sealed word
 * and installs it. No thread ever waits for another.
 */
final class Account {

  /** The largest balance, debt, burst, and earnings of one account, in grains. */
  static final long RANGE = 1L << 60;

  private static final long SEALED = 1;
  private static final VarHandle WORD = AtomicField.of(MethodHandles.lookup(), "word", long.class);
  private static final VarHandle CHANGE =
      AtomicField.of(MethodHandles.lookup(), "change", Change.class);

  /** What the next account shall be: agreed on before this one is sealed. */
  record Change(Rate rate, long burst, long debtRoom) {}

  final Rate rate;
  final long burst;
  final boolean unlimited;

  /** Grains per token. */
  final long grains;

  /** The burst in grains. */
  final long full;

  private final Pace pace;
  private final long startNanos;

  /** After this time the earnings would leave the range. */
  private final long lifeNanos;

  /**
   * If only a debt keeps it from counting in finer grains, the debt in tokens that these would bear;
   * otherwise 0.
   */
  private final long fineDebt;

  /** Set before the account is published, like the first word. */
  private long startRemainder;

  /** Spent grains, less the balance at the start, modulo 2^63; the lowest bit is the seal. */
  private volatile long word;

  private volatile @Nullable Change change;

  /** An account that starts with the given tokens. */
  static Account opened(Rate rate, long burst, long tokens, long nanos) {
    Pace pace = rate.isUnlimited() ? Pace.STILL : Pace.of(rate, burst);
    Account account = new Account(rate, burst, pace, nanos);
    account.word = -(tokens * account.grains) << 1;
    return account;
  }

  private Account(Rate rate, long burst, Pace pace, long startNanos) {
    this.rate = rate;
    this.burst = burst;
    this.pace = pace;
    this.startNanos = startNanos;
    unlimited = rate.isUnlimited();
    grains = pace.grains();
    full = unlimited ? RANGE : burst * grains;
    lifeNanos = pace.nanosToEarn(RANGE);
    Pace finest = unlimited ? pace : Pace.of(rate, burst);
    fineDebt = finest.countsAs(pace) ? 0 : RANGE / finest.grains();
  }

  boolean isOutlivedAt(long nanos) {
    return nanos - startNanos > lifeNanos;
  }

  /** Whether, with this balance and before this debit, it should count in finer grains again. */
  boolean isTooCoarseFor(long balance, long debit) {
    return Math.max(0, debit) < fineDebt && balance >= 0;
  }

  long word() {
    return word;
  }

  static boolean isSealed(long word) {
    return (word & SEALED) != 0;
  }

  /**
   * The balance in grains, not yet cut to {@link #full}.
   *
   * @param striped tokens consumed through stripes, ever
   */
  long balance(long word, long striped, long nanos) {
    // Modulo 2^63: the true difference fits, so shifting out and back restores it from any wrap.
    long unearned = ((-(word >> 1) - striped * grains) << 1) >> 1;
    return unearned + earned(nanos);
  }

  /** The balance that a debit (a credit if negative) leaves; below the range if it is too large. */
  long afterDebit(long balance, long tokens) {
    // Three ranges lead from any balance past either end.
    long most = 3 * RANGE;
    long amount = Math.abs(tokens) > most / grains ? most : Math.abs(tokens) * grains;
    return Math.min(full, Math.min(full, balance) - (tokens < 0 ? -amount : amount));
  }

  /** See {@link TokenBucket#nanosUntil}. */
  long nanosUntil(long tokens, long balance, long nanos) {
    if (unlimited) {
      return 0;
    }
    if (tokens > burst) {
      return Long.MAX_VALUE;
    }
    long missing = tokens * grains - balance;
    return missing <= 0 ? 0 : nanosToEarn(missing, nanos);
  }

  /** Replaces one balance by another, unless the word has changed since it was read. */
  boolean replace(long word, long balance, long newBalance) {
    return WORD.compareAndSet(this, word, word + ((balance - newBalance) << 1));
  }

  /** The least wait after which the balance will have grown by so many grains (at least 1). */
  private long nanosToEarn(long missing, long nanos) {
    long rest = pace.divisor() - remainder(nanos) - 1;
    long wait = WideMath.multiplyAddDivide(missing - 1, pace.divisor(), rest, pace.numerator());
    return wait == Long.MAX_VALUE ? wait : wait + 1;
  }

  /** This rate and burst from now on, in grains that leave room for a debt of so many tokens. */
  Change renewal(long debtRoom) {
    return new Change(rate, burst, debtRoom);
  }

  /** Proposes a change; false if another one was proposed first and has to be completed. */
  boolean propose(Change proposed) {
    return CHANGE.compareAndSet(this, null, proposed);
  }

  /** From here on no thread can spend from this account. */
  void seal() {
    WORD.getAndBitwiseOr(this, SEALED);
  }

  /**
   * The account that follows this sealed one by the change agreed on. Any number of threads may
   * compute it; all results are equally right, and the first one installed counts.
   *
   * @param nanos read after the seal, so that whatever was spent here was earned before it
   */
  Account successor(long striped, long nanos) {
    Change agreed = Objects.requireNonNull(change, "a change must be proposed first");
    long balance = Math.min(full, balance(word, striped, nanos));
    long debt = Math.max(agreed.debtRoom(), -balance / grains + 1);
    Pace nextPace = agreed.rate().isUnlimited()
        ? pace.stopped()
        : Pace.of(agreed.rate(), Math.max(agreed.burst(), debt));
    Account next = new Account(agreed.rate(), agreed.burst(), nextPace, nanos);
    next.carryOver(this, balance, balance == full ? 0 : remainder(nanos), striped);
    return next;
  }

  /**
   * Starts with what another account ended with, down to the last fraction that this one can hold.
   */
  private void carryOver(Account from, long balance, long remainder, long striped) {
    long carried = balance;
    if (from.pace.countsAs(pace)) {
      startRemainder = remainder;
    } else {
      // floor((balance + remainder / divisor) * grains / from.grains), without a negative dividend
      long fraction = WideMath.multiplyAddDivide(remainder, grains, 0, from.pace.divisor());
      carried = balance >= 0
          ? WideMath.multiplyAddDivide(balance, grains, fraction, from.grains)
          : -WideMath.multiplyAddDivide(
              -balance - 1, grains, grains - fraction + from.grains - 1, from.grains);
      long leftOver = balance * grains + fraction - carried * from.grains; // of from.grains
      startRemainder = WideMath.multiplyAddDivide(leftOver, pace.divisor(), 0, from.grains);
    }
    if (carried >= full) {
      carried = full;
      startRemainder = 0;
    }
    word = (-Math.max(-RANGE, carried) - striped * grains) << 1;
  }

  /** Grains earned since the start; past every burst and debt the count stops. */
  private long earned(long nanos) {
    return Math.min(
        4 * RANGE,
        WideMath.multiplyAddDivide(
            elapsed(nanos), pace.numerator(), startRemainder, pace.divisor()));
  }

  /** The part of a grain that {@link #earned} leaves over, in fractions of the divisor. */
  private long remainder(long nanos) {
    // The high bits of these products cancel out: the result is smaller than the divisor.
    return elapsed(nanos) * pace.numerator() + startRemainder - earned(nanos) * pace.divisor();
  }

  /** A thread may have read the clock before the account was opened: then nothing was earned. */
  private long elapsed(long nanos) {
    return Math.max(0, nanos - startNanos);
  }
}
