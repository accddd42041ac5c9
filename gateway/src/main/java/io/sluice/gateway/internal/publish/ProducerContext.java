package io.sluice.gateway.internal.publish;

/** What a producer needs of the connection that it publishes on, besides the session. */
interface ProducerContext {

  /** The time, for throttling. */
  long nanos();

  /** Has the producer's limits follow the resource groups, if these may have changed. */
  void refresh(Producer producer);

  /** Whether held frames may go to the broker now. */
  boolean mayPublish();

  /** Counts a frame that goes to the broker. */
  void passed(Producer producer, int messages, int bytes);

  /** More frames and bytes are held, or fewer if negative. */
  void held(int frames, long memory);

  /** Stops reading the connection if too much is held. */
  void pauseIfTooMuchIsHeld();

  /** Tells the node what has changed of its publish buffer. */
  void report();

  /** The producer waits from now on. */
  void throttled(Producer producer);

  /** The producer waits no more. */
  void unthrottled(Producer producer);

  /** The client has closed the producer, and the frame that says so goes to the broker. */
  void closed(Producer producer);

  /** For how long a turn is kept for a client that does not use it. */
  long turnPatienceNanos();
}
