package io.sluice.client;

import java.util.ArrayDeque;

/**
 * How much of what has gathered in a pause may be under way without an answer: little at first, and for each byte
 * that is answered one more, so that it doubles with each round trip. If the next command comes soon, it finds
 * little on its way to a gateway that would have to hold it.
 */
final class SendWindow {

  static final int FIRST_BYTES = 64 * 1024;

  private record Sent(long sequenceId, long highestSequenceId, int bytes) {}

  private final ArrayDeque<Sent> unanswered = new ArrayDeque<>();
  private long unansweredBytes;
  private long limitBytes = FIRST_BYTES;

  /** Whether so much more may go; of what is larger than all that may, one at a time may. */
  boolean admits(int bytes) {
    return unanswered.isEmpty() || unansweredBytes + bytes <= limitBytes;
  }

  void sent(long sequenceId, long highestSequenceId, int bytes) {
    unanswered.addLast(new Sent(sequenceId, Math.max(sequenceId, highestSequenceId), bytes));
    unansweredBytes += bytes;
  }

  /**
   * Something is answered, which may also have been sent before this window was there. Answers come in order. Chunks of
   * a message have one number, so each answer is that of one frame only.
   */
  void answered(long sequenceId) {
    while (!unanswered.isEmpty() && unanswered.getFirst().highestSequenceId < sequenceId) {
      opened(unanswered.removeFirst());
    }
    if (!unanswered.isEmpty() && unanswered.getFirst().sequenceId <= sequenceId) {
      opened(unanswered.removeFirst());
    }
  }

  private void opened(Sent answered) {
    unansweredBytes -= answered.bytes;
    limitBytes += answered.bytes;
  }
}
