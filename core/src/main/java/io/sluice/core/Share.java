package io.sluice.core;

/**
 * A waiter's part of one bucket. It belongs to the queue while the waiter is queued, and to the
 * waiter's owner during its turn.
 *
 * <ul>
 *   <li>The <i>need</i> of its next frame.
 *   <li>The <i>credit</i> it has been given by the rounds of the queue and has not used: a claim, for
 *       which nothing was taken from the bucket yet. It makes turns fair whatever the size of frames.
 *   <li>What is <i>reserved</i>: tokens that were taken from the bucket, for a turn that it has or
 *       that comes next. Only one waiter of a queue at a time is reserved for.
 * </ul>
 */
final class Share {

  /** Stands for a reservation while the bucket does not limit: use is charged as it happens. */
  private static final long OPEN = Long.MAX_VALUE;

  private final TokenBucket bucket;
  private volatile long need; // the queue may still look at it while the owner leaves and rejoins
  private long credit;
  private long reserved;

  Share(TokenBucket bucket) {
    this.bucket = bucket;
  }

  /** Sets the size of the frame that comes next. */
  void need(long tokens) {
    need = tokens;
  }

  /**
   * Adds what a round gives, which may stand for several. A claim that covers the next frame already, because the other quantity
   * is what this waiter is short of, does not grow: that would be hoarding. And where there is no
   * limit there is nothing to claim.
   */
  void credit(long quantum, long times) {
    if (!isOpen()) {
      boolean covered = credit >= need;
      long grown = WideMath.multiplyAdd(quantum, times, covered ? 0 : credit);
      credit = covered ? Math.max(need, grown) : grown;
    }
  }

  /** In how many rounds from now its claim will cover its next frame. */
  long roundsToGo(long quantum) {
    return isEntitled() ? 0 : (need - credit - 1) / quantum + 1;
  }

  /**
   * Cuts a claim to more than the next frame and a quantum, which stems from a higher limit or from
   * a larger frame than today's, and gives back what was taken for it.
   */
  void trim(long quantum) {
    credit = Math.min(credit, WideMath.multiplyAdd(quantum, 1, need));
    if (!isOpen() && reserved > credit) {
      bucket.deposit(reserved - credit);
      reserved = credit;
    }
  }

  /** Whether its claim covers its next frame. */
  boolean isEntitled() {
    return isOpen() || credit >= need;
  }

  /** Takes from the bucket what it has a claim to, as far as that is there. */
  void reserve() {
    if (missing() > 0) {
      reserved += bucket.withdrawUpTo(missing());
    }
  }

  /** What is still to be taken of what it has a claim to; 0 if nothing is. */
  long missing() {
    return Math.max(0, credit - reserved);
  }

  boolean isOpen() {
    return reserved == OPEN;
  }

  /** Follows the bucket: an open share needs no reservation, one that was open has none. */
  void setOpen(boolean open) {
    if (open) {
      giveUp();
      reserved = OPEN;
    } else if (isOpen()) {
      reserved = 0;
    }
  }

  /** Whether this limiter does not limit the bucket at this moment. */
  boolean isUnlimited(Limiter limiter) {
    return !limiter.isEnforced() || bucket.isUnlimited();
  }

  boolean covers(long tokens) {
    return reserved >= tokens;
  }

  void use(long tokens) {
    if (isOpen()) {
      bucket.consume(tokens);
    } else {
      reserved -= tokens;
      credit = Math.max(0, credit - tokens);
      bucket.countConsumed(tokens);
    }
  }

  /** Gives back what is reserved; the claim remains. */
  void refund() {
    if (reserved > 0 && !isOpen()) {
      bucket.deposit(reserved);
    }
    reserved = 0;
  }

  /** Gives back what is reserved, and the claim. */
  void giveUp() {
    refund();
    credit = 0;
  }
}
