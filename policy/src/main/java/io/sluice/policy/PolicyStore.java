package io.sluice.policy;

import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Where policies are kept. Any thread may call anything at any time.
 *
 * <p>Changes of different kinds or keys never undo each other. Of two changes of the same, the later one
 * counts.
 */
public interface PolicyStore {

  /** An end to being told. */
  @FunctionalInterface
  interface Subscription extends AutoCloseable {

    /** Tells nothing more; what is being told at this moment may still come to its end. */
    @Override
    void close();
  }

  /** All policies as this process knows them. */
  Policies current();

  /**
   * Sets a policy, in place of the one that there may be.
   *
   * @return completed when the change cannot get lost any more and {@link #current} shows it, or with
   *     what prevented that
   */
  <P extends Record> CompletionStage<Void> put(PolicyKind<P> kind, PolicyKey key, P policy);

  /** Removes a policy, if there is one; answers as {@link #put}. */
  CompletionStage<Void> remove(PolicyKind<?> kind, PolicyKey key);

  /**
   * Tells of every change from now on, and first of what there is. A listener is told by one thread at
   * a time and ends with the latest; changes that follow each other quickly may be told as one. It
   * must be quick, and must not throw.
   */
  Subscription subscribe(Consumer<Policies> listener);
}
