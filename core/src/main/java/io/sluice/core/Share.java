package io.sluice.core;

/**
 * A waiter's part of one bucket: what its next frame needs, and what was taken from the bucket for
 * it and is not used yet. It belongs to the queue while the waiter is queued, and to the waiter's
 * owner otherwise.
 */
final class Share {

  /** Stands for a reservation while the bucket does not limit: use is charged as it happens. */
  private static final long OPEN = Long.MAX_VALUE;

  private final TokenBucket bucket;
  private volatile long need; // the queue may still look at it while the owner leaves and rejoins
  private long reserved;

  Share(TokenBucket bucket) {
    this.bucket = bucket;
  }

  boolean isOpen() {
    return reserved == OPEN;
  }

  /** Follows the bucket: an open share needs no reservation, one that was open has none. */
  void setOpen(boolean open) {
    if (open) {
      refund();
      reserved = OPEN;
    } else if (isOpen()) {
      reserved = 0;
    }
  }

  /** What is still missing for the next frame; 0 if nothing is. */
  long missing() {
    return Math.max(0, need - reserved);
  }

  /**
   * What a pass adds: a quantum, while the next frame is not covered. If it is, because the other
   * quantity is what this waiter is short of, then only what makes up a quantum, as it would
   * otherwise hoard what it has no use for.
   */
  long due(long quantum) {
    return missing() > 0 ? quantum : Math.max(0, quantum - reserved);
  }

  /** Adds tokens that were taken from the bucket. */
  void reserve(long tokens) {
    reserved += tokens;
  }

  boolean covers(long tokens) {
    return reserved >= tokens;
  }

  void use(long tokens) {
    if (isOpen()) {
      bucket.consume(tokens);
    } else {
      reserved -= tokens;
    }
  }

  /** Sets the need of a frame that joins for the first time. */
  void need(long tokens) {
    need = tokens;
  }

  /**
   * Sets the need of the frame that comes next after a turn. What is left of the turn is kept
   * towards it, which is what makes turns fair whatever the size of a frame; more than that would
   * be hoarding.
   */
  void needNext(long tokens) {
    need = tokens;
    setOpen(false);
    if (reserved > tokens) {
      bucket.refund(reserved - tokens);
      reserved = tokens;
    }
  }

  void refund() {
    if (reserved > 0 && !isOpen()) {
      bucket.refund(reserved);
    }
    reserved = 0;
  }
}
