package io.sluice.gateway.internal.publish;

/**
 * Where a producer stands with its limits. {@link Producer} makes the transitions:
 *
 * <pre>
 *          a frame is over a limit              the client closes it
 *   Open ───────────────────────────▶ Holding ───────────────────────▶ Closing
 *        ◀───────────────────────────                                     │ its frames
 *           its frames have gone                                          ▼ have gone
 *                                                                       Closed
 *
 *   and of an aware client:
 *
 *          a frame spends a limit               a frame comes too early
 *   Open ───────────────────────────▶ Waiting ───────────────────────▶ Holding
 *        ◀───────────────────────────    │                                │
 *             a receipt is missing       │ its turn comes    its frames   │
 *                                        ▼                   have gone    │
 *   Open ◀─────────────────────────── TurnKept ◀──────────────────────────┘
 *            the turn is not used        │
 *                                        ├── a frame is over the turn ─────────▶ Holding
 *                                        └── a frame spends another limit ─────▶ Waiting
 * </pre>
 *
 * A turn is kept only for a client that answers commands in time; otherwise the producer is open when its turn has come or
 * its frames have gone. From every state a producer can be closed; if what it holds is discarded, it is open again.
 */
sealed interface ProducerState {

  /** Nothing of the producer waits. Its frames pass as long as its limits have room. */
  record Open() implements ProducerState {

    static final Open INSTANCE = new Open();
  }

  /** The producer is in the queue of one of its limits, or has its turn and is about to go on. */
  sealed interface Throttled extends ProducerState {

    /** Since when, and for which limit. */
    ThrottleTime time();
  }

  /** Frames of the producer are held here. */
  sealed interface HoldsFrames extends Throttled {

    HeldFrames frames();
  }

  /** The producer waits, and its client holds the frames. */
  record Waiting(ThrottleTime time) implements Throttled {

    /** The client has sent a frame all the same. */
    Holding toHolding(HeldFrames frames) {
      return new Holding(time, frames);
    }
  }

  /** The producer waits, and its frames are held; what it sends is held behind them. */
  record Holding(ThrottleTime time, HeldFrames frames) implements HoldsFrames {

    /** The client has closed the producer behind these frames. */
    Closing toClosing() {
      return new Closing(time, frames);
    }
  }

  /** As holding, and the last of the frames closes the producer. What comes behind it is dropped. */
  record Closing(ThrottleTime time, HeldFrames frames) implements HoldsFrames {}

  /** The producer has its turn, which is kept for what its client is about to send. */
  record TurnKept(KeptTurn turn) implements ProducerState {}

  /** The producer is not there any more. */
  record Closed() implements ProducerState {

    static final Closed INSTANCE = new Closed();
  }
}
