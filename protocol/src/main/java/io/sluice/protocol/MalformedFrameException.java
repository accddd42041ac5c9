package io.sluice.protocol;

/** A peer sent bytes that are no frame of Pulsar's protocol; nothing after them can be trusted. */
public final class MalformedFrameException extends Exception {

  /** Says what is wrong with the frame. */
  public MalformedFrameException(String message) {
    // No stack trace: the message says it all, and a flood of bad frames should cost little.
    super(message, null, false, false);
  }
}
