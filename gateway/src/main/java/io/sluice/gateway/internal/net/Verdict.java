package io.sluice.gateway.internal.net;

import io.netty.buffer.ByteBuf;
import io.sluice.protocol.MalformedFrameException;

/** What becomes of a frame. The {@link FrameReader.Sink} that it is shown to decides, once. */
public final class Verdict {

  /** Does something with a frame that does not pass. */
  @FunctionalInterface
  public interface Action {

    /** Takes the frame; the buffer is valid during the call. */
    void take(ByteBuf frame) throws MalformedFrameException;
  }

  /** The frame goes to the other side as it is, in one write with its neighbours. */
  public static final Verdict PASS = new Verdict(frame -> {});

  /** The frame goes nowhere. */
  public static final Verdict DROP = new Verdict(frame -> {});

  private final Action action;

  private Verdict(Action action) {
    this.action = action;
  }

  /** The frame does not pass: the action gets it, after all frames before it have passed. */
  public static Verdict take(Action action) {
    return new Verdict(action);
  }

  /** Does what was decided. */
  public void apply(ByteBuf frame) throws MalformedFrameException {
    action.take(frame);
  }
}
