package io.sluice.ramp;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.CompletionStage;

/**
 * Where the processors of a group learn how many they are. Each operation is one atomic step on the
 * store's own clock, and returns at once; what goes wrong comes out of the answer. {@code
 * PoolStoreContract} among the tests says what every store has to do.
 *
 * <p>The pool is agreed on when every live processor reports the same size and there are just so
 * many of them. A processor is live until it leaves or has been silent for longer than the ttl.
 */
public interface PoolStore extends AutoCloseable {

  /** The most processors that a group may have; one more is refused. */
  int MOST_PROCESSORS = 10_000;

  /**
   * One processor of a group.
   *
   * @param processor its name, the same after a restart
   * @param incarnation different after every start, so that a newer one takes over from an older
   */
  record Member(String group, String processor, String incarnation) {}

  /**
   * What a processor reports in one sync.
   *
   * @param size the pool size it is ready for: as long as not all agree, it uses this or a larger
   * @param inUse whether it grants by that size or a larger one; false if it is new
   * @param sequence grows with every report of this incarnation: a report that arrives after a
   *     later one is not heeded
   * @param ttl for how long it may be silent after this
   */
  record Report(int size, boolean inUse, long sequence, Duration ttl) {}

  /**
   * What a newcomer is told.
   *
   * @param target the pool size to report
   * @param alone whether no other processor may be using the tokens of this second
   * @param resumedLevel what this processor left behind when it was shut down, if it is back in time
   */
  record Registration(int target, boolean alone, OptionalDouble resumedLevel) {}

  /** What a sync brings. */
  sealed interface Answer {

    /**
     * All live processors report this size, and there are so many of them.
     *
     * @param rememberedFor since when the store remembers the group: it may have lost its memory
     *     then, and others may not have reported since
     */
    record Agree(int size, Duration rememberedFor) implements Answer {

      public Agree {
        requireSize(size);
      }
    }

    /** Not so yet; this is the size to report. */
    record Disagree(int target) implements Answer {

      public Disagree {
        requireSize(target);
      }
    }

    /** Another process has registered under the same name since. */
    record Superseded() implements Answer {}

    private static void requireSize(int size) {
      if (size < 1) {
        throw new IllegalArgumentException("a pool has at least one processor, not " + size);
      }
    }
  }

  /**
   * Adds a processor that does not use any size yet, in place of one of the same name; what was
   * kept for that name is handed out once.
   */
  CompletionStage<Registration> register(Member member, Duration ttl);

  /**
   * Records that a processor lives and the size it reports, forgets those that have been silent for
   * too long, and says whether all agree. A processor that the store does not know is added: the
   * store may have lost its memory. If its size is in use, there are presumed to have been so many,
   * for one ttl or until all of them are back; a new one is counted besides, and none agrees with
   * those that are not back. A group without live processors is not remembered.
   */
  CompletionStage<Answer> sync(Member member, Report report);

  /**
   * Removes a processor, unless a newer one has taken its name, and keeps the level for {@code ttl}
   * if there is one.
   */
  CompletionStage<Void> deregister(Member member, OptionalDouble level, Duration ttl);

  /**
   * Whether it may lose its memory while processors live, as a server does that is restarted. Then
   * a newcomer does not begin before the store has remembered the group for a few sync intervals,
   * so that others that it may have forgotten have reported again.
   */
  default boolean mayForget() {
    return true;
  }

  /** Lets go of connections. Throttles do not close the store that they were given. */
  @Override
  void close();

  /** No store at all: the size of the pool is known and does not change. */
  static PoolStore ofFixedSize(int size) {
    return new FixedPoolStore(size);
  }
}
