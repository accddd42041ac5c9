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
 * <p><b>Grains.</b> The account is kept in the fraction of a token that makes every nanosecond earn
 * a whole number of them (at 1000 per second, a millionth of a token), if balances then still fit
 * the range, and in whole tokens otherwise. With fine grains everything is exact: above all, a full
 * bucket drops the fraction of a token that it was about to earn. With whole tokens that fraction
 * is carried in {@link #startRemainder}, so that nothing drifts, but a full bucket keeps it: less
 * than one token, in a bucket of more than a billion or at more than a thousand per nanosecond.
 *
 * <p><b>Range.</b> Balances within &plusmn;2^60 grains. A deeper debt moves to an account in whole
 * tokens; there it stops growing at 2^60.
 *
 * <p><b>Changing the rate</b> (or the grains, or starting afresh before the earnings outgrow the
 * range) replaces the account: a {@link Change} is published, the word is sealed so that nobody can
 * spend here any more, and whoever comes by computes the successor from the sealed word and
 * installs it. No thread ever waits for another.
 */
final class Account {

  /** The largest balance, debt, burst, and earnings of one account, in grains. */
  static final long RANGE = 1L << 60;

  /** With more tokens per period than this, fine grains would use up the range within 1 ms. */
  private static final long FINE_TOKENS = RANGE >> 20;

  private static final long SEALED = 1;
  private static final VarHandle WORD;
  private static final VarHandle CHANGE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      WORD = lookup.findVarHandle(Account.class, "word", long.class);
      CHANGE = lookup.findVarHandle(Account.class, "change", Change.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** What the next account shall be: agreed on before this one is sealed. */
  record Change(Rate rate, long burst, long nanos, long debtRoom) {}

  final Rate rate;
  final long burst;
  final boolean unlimited;

  /** Grains per token. */
  final long grains;

  /** The burst in grains. */
  final long full;

  /** Earned grains per nanosecond are {@code earnedNumerator / earnedDivisor}, in lowest terms. */
  private final long earnedNumerator;

  private final long earnedDivisor;
  private final long startNanos;

  /** After this time the earnings would leave the range. */
  private final long lifeNanos;

  /** Set before the account is published, like the first word. */
  private long startRemainder;

  /** Spent grains, less the balance at the start, modulo 2^63; the lowest bit is the seal. */
  private volatile long word;

  private volatile @Nullable Change change;

  /** An account that starts with the given tokens. */
  static Account opened(Rate rate, long burst, long tokens, long nanos) {
    Account account = new Account(new Change(rate, burst, nanos, 0), 0);
    account.word = -(tokens * account.grains) << 1;
    return account;
  }

  private Account(Change terms, long debt) {
    rate = terms.rate();
    burst = terms.burst();
    unlimited = rate.isUnlimited();
    startNanos = terms.nanos();
    if (unlimited) {
      grains = 1;
      earnedNumerator = 0;
      earnedDivisor = 1;
      lifeNanos = Long.MAX_VALUE;
    } else {
      long common = WideMath.gcd(rate.tokens(), rate.periodNanos());
      long tokensPer = rate.tokens() / common;
      long nanosPer = rate.periodNanos() / common;
      long largest = Math.max(burst, Math.max(debt, terms.debtRoom()));
      grains = nanosPer <= RANGE / largest && tokensPer <= FINE_TOKENS ? nanosPer : 1;
      earnedNumerator = tokensPer;
      earnedDivisor = nanosPer / grains;
      lifeNanos = WideMath.multiplyAddDivide(RANGE, earnedDivisor, 0, earnedNumerator);
    }
    full = burst * grains;
  }

  boolean isOutlivedAt(long nanos) {
    return nanos - startNanos > lifeNanos;
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
    long wait = WideMath.multiplyAddDivide(
        missing - 1, earnedDivisor, earnedDivisor - remainder(nanos) - 1, earnedNumerator);
    return wait == Long.MAX_VALUE ? wait : wait + 1;
  }

  /** This rate and burst from now on, in grains that leave room for a debt of so many tokens. */
  Change renewal(long nanos, long debtRoom) {
    return new Change(rate, burst, nanos, debtRoom);
  }

  /** Proposes a change; false if another one was proposed first and has to be completed. */
  boolean propose(Change proposed) {
    return CHANGE.compareAndSet(this, null, proposed);
  }

  /** From here on nobody can spend from this account. */
  void seal() {
    WORD.getAndBitwiseOr(this, SEALED);
  }

  /**
   * The account that follows this sealed one by the change agreed on. Any number of threads may
   * compute it; all results are equally right, and the first one installed counts.
   */
  Account successor(long striped) {
    Change agreed = Objects.requireNonNull(change, "a change must be proposed first");
    long balance = Math.min(full, balance(word, striped, agreed.nanos()));
    Account next = new Account(agreed, Math.max(0, -balance / grains) + 1);
    next.carryOver(this, balance, balance == full ? 0 : remainder(agreed.nanos()), striped);
    return next;
  }

  /**
   * Starts with what another account ended with, down to the last fraction that this one can hold.
   */
  private void carryOver(Account from, long balance, long remainder, long striped) {
    long carried = balance;
    if (from.grains == grains && from.earnedDivisor == earnedDivisor) {
      startRemainder = remainder;
    } else {
      // floor((balance + remainder / divisor) * grains / from.grains), without a negative dividend
      long fraction = WideMath.multiplyAddDivide(remainder, grains, 0, from.earnedDivisor);
      carried = balance >= 0
          ? WideMath.multiplyAddDivide(balance, grains, fraction, from.grains)
          : -WideMath.multiplyAddDivide(
              -balance - 1, grains, grains - fraction + from.grains - 1, from.grains);
      long leftOver = balance * grains + fraction - carried * from.grains; // of from.grains
      startRemainder = WideMath.multiplyAddDivide(leftOver, earnedDivisor, 0, from.grains);
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
        WideMath.multiplyAddDivide(elapsed(nanos), earnedNumerator, startRemainder, earnedDivisor));
  }

  /** The part of a grain that {@link #earned} leaves over, in fractions of the divisor. */
  private long remainder(long nanos) {
    // The high bits of these products cancel out: the result is smaller than the divisor.
    return elapsed(nanos) * earnedNumerator + startRemainder - earned(nanos) * earnedDivisor;
  }

  /** A thread may have read the clock before the account was opened: then nothing was earned. */
  private long elapsed(long nanos) {
    return Math.max(0, nanos - startNanos);
  }
}
