package io.sluice.core;

import java.util.concurrent.atomic.LongAdder;

/**
 * A limit on messages and on bytes together, either or both of which may be unlimited; whichever is
 * exhausted first throttles. Lock-free and free of allocation, like the two {@link TokenBucket}s it
 * is made of; any thread may call anything at any time.
 *
 * <p>With {@code enforce} off it only observes: every call is admitted, and those that would have
 * been throttled are counted and not debited, as they would not have passed. So the count shows the
 * excess over the quota, and switching enforcement on does not start with a debt.
 */
public final class Limiter {

  /**
   * What a limiter did so far, in messages.
   *
   * @param admitted messages that were let pass, including {@code shadowThrottled}
   * @param throttled messages that {@link #consume} answered with "no"
   * @param shadowThrottled messages that would have been throttled if the limit were enforced
   */
  public record Counts(long admitted, long throttled, long shadowThrottled) {}

  private final TokenBucket messages;
  private final TokenBucket bytes;
  private final LongAdder throttled = new LongAdder();
  private final LongAdder shadowThrottled = new LongAdder();
  private volatile boolean enforced = true;
  private volatile Runnable onChange = () -> {};

  /** Takes over two buckets, which nobody else may use from then on. */
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
    shadowThrottled.add(messageCount);
    refund(messageCount, byteCount);
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
    onChange.run();
  }

  /** Changes both rates and bursts. Balances and debts are kept. */
  public void setRates(Rate messageRate, long messageBurst, Rate byteRate, long byteBurst) {
    messages.setRate(messageRate, messageBurst);
    bytes.setRate(byteRate, byteBurst);
    onChange.run();
  }

  /** Switches between enforcing the limit and only counting what it would have done. */
  public void setEnforced(boolean enforce) {
    enforced = enforce;
    onChange.run();
  }

  public boolean isEnforced() {
    return enforced;
  }

  public Counts counts() {
    // Throttled first: it is part of what was consumed, and must not be counted before that.
    long no = throttled.sum();
    long shadow = shadowThrottled.sum();
    return new Counts(messages.consumed() - no + shadow, no, shadow);
  }

  /** The messages' account, to be read. */
  public TokenBucket messages() {
    return messages;
  }

  /** The bytes' account, to be read. */
  public TokenBucket bytes() {
    return bytes;
  }

  /** Called after every change of a rate or of enforcement; there is one listener, the queue. */
  void onChange(Runnable listener) {
    onChange = listener;
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
