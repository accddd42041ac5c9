package io.sluice.policy;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Where policies are kept. Any thread may call anything at any time.
 *
 * <p>Changes of different kinds or keys never undo each other. Of two changes of the same, the later one
 * counts; a change that depends on what there is goes through {@link #update}.
 */
public interface PolicyStore {

  /** How many changes a store tells of. */
  int MOST_CHANGES = 1000;

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
   * The latest changes that {@link #current} shows, the newest first. There are {@link #MOST_CHANGES} at
   * most: with one more, the oldest is forgotten. What sets a policy to what it is already, or removes
   * none, is no change.
   */
  List<PolicyChange> changes();

  /**
   * Sets a policy, in place of the one that there may be.
   *
   * @param who makes the change, for {@link #changes}; empty if it is not to be recorded
   * @return completed when the change cannot get lost any more and {@link #current} shows it, or with
   *     what prevented that
   */
  <P extends Record> CompletionStage<Void> put(
      String who, PolicyKind<P> kind, PolicyKey key, P policy);

  /** Sets a policy without recording by whom. */
  default <P extends Record> CompletionStage<Void> put(
      PolicyKind<P> kind, PolicyKey key, P policy) {
    return put("", kind, key, policy);
  }

  /** Removes a policy, if there is one; answers as {@link #put}. */
  CompletionStage<Void> remove(String who, PolicyKind<?> kind, PolicyKey key);

  /** Removes a policy without recording by whom. */
  default CompletionStage<Void> remove(PolicyKind<?> kind, PolicyKey key) {
    return remove("", kind, key);
  }

  /**
   * Changes a policy depending on what it is. No other change of it that this process makes comes in
   * between; what other processes can do meanwhile, the store says.
   *
   * @param change is given the policy, empty if there is none, and returns the one that is to be set, empty
   *     to remove it. It may be called several times, and throws if there is nothing to be changed
   * @return as {@link #put}; fails with what {@code change} has thrown
   */
  <P extends Record> CompletionStage<Void> update(
      String who, PolicyKind<P> kind, PolicyKey key, UnaryOperator<Optional<P>> change);

  /**
   * Tells of every change from now on, and first of what there is. A listener is told by one thread at
   * a time and ends with the latest; changes that follow each other quickly may be told as one. It
   * must be quick, and must not throw.
   */
  Subscription subscribe(Consumer<Policies> listener);
}
