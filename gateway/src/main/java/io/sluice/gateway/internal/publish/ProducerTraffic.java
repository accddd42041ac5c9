package io.sluice.gateway.internal.publish;

/** Which producer it is, and what it has published. Belongs to the connection's event loop. */
final class ProducerTraffic {

  private final long id;
  private final String topic;
  private String name;
  private long messages;
  private long bytes;
  private int pending;
  private long pendingBytes;
  private long throttledNanos;

  ProducerTraffic(ProducerRequest request) {
    this.id = request.id;
    this.topic = request.topic;
    this.name = request.name;
  }

  long id() {
    return id;
  }

  String topic() {
    return topic;
  }

  String name() {
    return name;
  }

  /** The broker has given it this name. */
  void named(String given) {
    name = given;
  }

  long messages() {
    return messages;
  }

  long bytes() {
    return bytes;
  }

  /** Frames passed to the broker and not yet answered. */
  int pending() {
    return pending;
  }

  /** A frame goes to the broker. */
  void passed(int messageCount, int byteCount) {
    messages += messageCount;
    bytes += byteCount;
    pending++;
    pendingBytes += byteCount;
  }

  /**
   * The broker has sent a SEND_RECEIPT or SEND_ERROR for a frame. Which frame that was is not known here, so this
   * takes the average.
   *
   * @return the bytes of that frame: right on average, and exactly right in sum
   */
  long answered() {
    long answeredBytes = pendingBytes / pending;
    pendingBytes -= answeredBytes;
    pending--;
    return answeredBytes;
  }

  /**
   * The broker will send no more receipts for the frames that it got.
   *
   * @return the bytes of those frames
   */
  long forgetPending() {
    long forgotten = pendingBytes;
    pending = 0;
    pendingBytes = 0;
    return forgotten;
  }

  /** How large the producer's messages have been so far. */
  long bytesPerMessage() {
    return messages == 0 ? 1 : Math.max(1, bytes / messages);
  }

  void throttledFor(long nanos) {
    throttledNanos += nanos;
  }

  /** For how long it was throttled, as far as that is counted. */
  long throttledNanos() {
    return throttledNanos;
  }
}
