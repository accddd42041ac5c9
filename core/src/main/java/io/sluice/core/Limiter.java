package io.sluice.core;

import java.util.concurrent.atomic.LongAdder;

/**
 * A limit on messages and on bytes together, either or both of which may be unlimited; whichever is
 * exhausted first throttles. Lock-free and free of allocation, like the two {@link TokenBucket}s it
 * is made of; any thread may call anything at any time.
 *
 * <p>With {@code enforce} off it only observes: every call is answered with "yes", and what arrives
 * while nothing is left, and so would have had to wait, is counted and not debited. So that count
 * shows the excess over the quota, and switching enforcement on does not start with a debt.
 */
public final class Limiter {

  /**
   * What a limiter did so far, in messages.
   *
   * @param admitted messages that passed: consumed directly, or used by a waiter in its turn
   * @param throttled messages that {@link #consume} answered with "no": they passed, but the caller
   *     that sent them had to wait from then on
   * @param shadowThrottled messages that passed but would have had to wait if the limit were enforced
   */
  public record Counts(long admitted, long throttled, long shadowThrottled) {}

  /** Is told what may let waiters go on; there is one, the queue. */
  interface Listener {

    Listener NONE = new Listener() {
      @Override
      public void limitChanged() {}

      @Override
      public void tokensReturned() {}
    };

    void limitChanged();

    void tokensReturned();
  }

  private final TokenBucket messages;
  private final TokenBucket bytes;
  private final LongAdder throttled = new LongAdder();
  private final LongAdder shadowThrottled = new LongAdder();
  private volatile boolean enforced = true;
  private volatile Listener listener = Listener.NONE;

  /** Takes over two buckets, which only this limiter may use from then on. */
  public Limiter(TokenBucket messages, TokenBucket bytes) {
    this.messages = messages;
    this.bytes = bytes;
  }

  /** A limiter on the system's clock that starts with one second's worth of each. */
  public static Limiter of(Rate messages, Rate bytes) {
    return new Limiter(TokenBucket.of(messages), TokenBucket.of(bytes));
  }

  /**
   * Debits both, whether or not there is so much, and answers whether both have tokens left: "no"
   * means that the caller has to wait before its next call. While the limit is not enforced the
   * answer is always "yes".
   *
   * @throws IllegalArgumentException if an amount is not positive; then nothing was debited
   */
  public boolean consume(long messageCount, long byteCount) {
    requirePositive(messageCount, byteCount);
    boolean messagesRemain = messages.consume(messageCount);
    boolean bytesRemain = bytes.consume(byteCount); // debited in any case
    if (messagesRemain && bytesRemain) {
      return true;
    }
    if (enforced) {
      throttled.add(messageCount);
      return false;
    }
    if (!messages.hadTokensBefore(messageCount) || !bytes.hadTokensBefore(byteCount)) {
      shadowThrottled.add(messageCount);
      messages.forgive(messageCount);
      bytes.forgive(byteCount);
    }
    return true;
  }

  /**
   * Debits both if both have so much, otherwise none, enforced or not.
   *
   * @throws IllegalArgumentException if an amount is not positive
   */
  public boolean tryConsume(long messageCount, long byteCount) {
    requirePositive(messageCount, byteCount);
    if (!messages.tryConsume(messageCount)) {
      return false;
    }
    if (bytes.tryConsume(byteCount)) {
      return true;
    }
    messages.refund(messageCount);
    listener.tokensReturned(); // a waiter may have looked while they were missing
    return false;
  }

  /**
   * Gives back what was debited and not used.
   *
   * @throws IllegalArgumentException if an amount is not positive
   */
  public void refund(long messageCount, long byteCount) {
    requirePositive(messageCount, byteCount);
    messages.refund(messageCount);
    bytes.refund(byteCount);
    listener.tokensReturned();
  }

  /** Takes all that is at hand. It does not count as admitted. */
  public void empty() {
    empty(messages);
    empty(bytes);
  }

  private static void empty(TokenBucket bucket) {
    if (!bucket.isUnlimited()) {
      bucket.withdrawUpTo(TokenBucket.MAX_TOKENS);
    }
  }

  /** Adds what fits into the bursts; debts are paid from it. */
  public void fill() {
    fill(messages);
    fill(bytes);
    listener.tokensReturned();
  }

  private static void fill(TokenBucket bucket) {
    if (!bucket.isUnlimited()) {
      bucket.deposit(bucket.burst());
    }
  }

  /** Whether more was spent than there was, of messages or bytes. */
  public boolean isInDebt() {
    return messages.tokens() < 0 || bytes.tokens() < 0;
  }

  /** How long until both are at hand, as {@link TokenBucket#nanosUntil}; 0 if not enforced. */
  public long nanosUntil(long messageCount, long byteCount) {
    requirePositive(messageCount, byteCount);
    return enforced ? Math.max(messages.nanosUntil(messageCount), bytes.nanosUntil(byteCount)) : 0;
  }

  /** Changes both rates; the bursts become one second's worth. Balances and debts are kept. */
  public void setRates(Rate messageRate, Rate byteRate) {
    messages.setRate(messageRate);
    bytes.setRate(byteRate);
    listener.limitChanged();
  }

  /**
   * Changes both rates and bursts. Balances and debts are kept.
   *
   * @throws IllegalArgumentException if a burst is not within 1 and {@link TokenBucket#MAX_TOKENS};
   *     then nothing was changed
   */
  public void setRates(Rate messageRate, long messageBurst, Rate byteRate, long byteBurst) {
    TokenBucket.requireBurst(messageBurst);
    TokenBucket.requireBurst(byteBurst);
    messages.setRate(messageRate, messageBurst);
    bytes.setRate(byteRate, byteBurst);
    listener.limitChanged();
  }

  /** Switches between enforcing the limit and only counting what it would have done. */
  public void setEnforced(boolean enforce) {
    enforced = enforce;
    listener.limitChanged();
  }

  public boolean isEnforced() {
    return enforced;
  }

  public Counts counts() {
    return new Counts(messages.consumed(), throttled.sum(), shadowThrottled.sum());
  }

  /** The bytes of what {@link Counts#admitted} counts the messages of. */
  public long admittedBytes() {
    return bytes.consumed();
  }

  TokenBucket messages() {
    return messages;
  }

  TokenBucket bytes() {
    return bytes;
  }

  void listener(Listener only) {
    listener = only;
  }

  static void requirePositive(long messageCount, long byteCount) {
    if (messageCount <= 0 || byteCount <= 0) {
      throw new IllegalArgumentException("amounts must be positive, not "
          + messageCount
          + " messages and "
          + byteCount
          + " bytes");
    }
  }
}
