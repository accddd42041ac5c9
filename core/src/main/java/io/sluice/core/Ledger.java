package io.sluice.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongSupplier;

/**
 * The exact side of a {@link TokenBucket}: applies debits and credits to the {@link Account} in
 * force, and replaces that account when its terms change, its time is up or its range is spent.
 *
 * <p>Every operation is a loop of <i>read the account's word, read the stripes, compute,
 * compare-and-set the word</i>, in this order. As what went through stripes only grows, a balance
 * computed so is one that the bucket had, or lies between two that it had, while the loop ran. A
 * thread that finds a replacement under way finishes it instead of waiting for it.
 */
final class Ledger {

  private static final VarHandle ACCOUNT =
      AtomicField.of(MethodHandles.lookup(), "account", Account.class);

  private final NanoClock clock;
  private final LongSupplier striped;
  private volatile Account account;

  /**
   * @param striped tokens consumed through stripes, ever
   */
  Ledger(Account opening, NanoClock clock, LongSupplier striped) {
    this.account = opening;
    this.clock = clock;
    this.striped = striped;
  }

  NanoClock clock() {
    return clock;
  }

  Account account() {
    return account;
  }

  /** Debits tokens (credits them if negative) and answers the whole tokens that remain, or 0. */
  long adjust(long tokens) {
    for (; ; ) {
      Account current = account;
      long nanos = clock.nanos();
      long word = current.word();
      if (!isOpen(current, word, nanos)) {
        continue;
      }
      long balance = current.balance(word, striped.getAsLong(), nanos);
      if (current.isTooCoarseFor(balance, tokens)) {
        replace(current, current.renewal(0));
        continue;
      }
      long next = current.afterDebit(balance, tokens);
      if (next < -Account.RANGE) {
        if (current.grains > 1) {
          replace(current, current.renewal(debtRoom(current, balance, tokens)));
          continue;
        }
        next = -Account.RANGE;
      }
      if (next == balance ? current.word() == word : current.replace(word, balance, next)) {
        return next < current.grains ? 0 : next / current.grains; // no division when exhausted
      }
    }
  }

  /**
   * Takes between {@code least} and {@code most} tokens and answers how many; 0 if there are less.
   */
  long take(long least, long most) {
    for (; ; ) {
      Account current = account;
      long nanos = clock.nanos();
      long word = current.word();
      long balance = current.balance(word, striped.getAsLong(), nanos);
      if (!isCoherent(current, word, nanos)) {
        continue;
      }
      if (current.isTooCoarseFor(balance, 0)) {
        replace(current, current.renewal(0));
        continue;
      }
      long taken = Math.min(most, Math.min(balance, current.full) / current.grains);
      if (taken < least) {
        return 0;
      }
      if (current.replace(word, balance, current.afterDebit(balance, taken))) {
        return taken;
      }
    }
  }

  /** The whole tokens at hand. */
  long tokens() {
    for (; ; ) {
      Account current = account;
      long nanos = clock.nanos();
      long word = current.word();
      long balance = current.balance(word, striped.getAsLong(), nanos);
      if (isCoherent(current, word, nanos)) {
        return Math.floorDiv(Math.min(current.full, balance), current.grains);
      }
    }
  }

  /** The time until so many tokens are at hand. */
  long nanosUntil(long tokens) {
    for (; ; ) {
      Account current = account;
      long nanos = clock.nanos();
      long word = current.word();
      long balance = current.balance(word, striped.getAsLong(), nanos);
      if (isCoherent(current, word, nanos)) {
        return current.nanosUntil(tokens, balance, nanos);
      }
    }
  }

  void change(Rate rate, long burst) {
    Account current;
    do {
      current = account;
    } while (!replace(current, new Account.Change(rate, burst, 0)));
  }

  /** Whether a word read before the stripes still stands after them. */
  private boolean isCoherent(Account current, long word, long nanos) {
    return isOpen(current, word, nanos) && current.word() == word;
  }

  /** Whether the account can be used; if not, does what is needed to get past it. */
  private boolean isOpen(Account current, long word, long nanos) {
    if (Account.isSealed(word)) {
      complete(current);
      return false;
    }
    if (current.isOutlivedAt(nanos)) {
      replace(current, current.renewal(0));
      return false;
    }
    return true;
  }

  /** Replaces the account by this change, or by one that was proposed before it: then false. */
  private boolean replace(Account current, Account.Change change) {
    boolean ours = current.propose(change);
    complete(current);
    return ours;
  }

  private void complete(Account current) {
    current.seal();
    ACCOUNT.compareAndSet(this, current, current.successor(striped.getAsLong(), clock.nanos()));
  }

  private static long debtRoom(Account account, long balance, long tokens) {
    long debt = Math.max(0, -balance / account.grains) + 1;
    return Math.min(Account.RANGE, Math.min(Account.RANGE, tokens) + debt);
  }
}
