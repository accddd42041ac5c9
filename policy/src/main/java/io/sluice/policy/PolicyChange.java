package io.sluice.policy;

import java.time.Instant;
import java.util.Optional;

/**
 * A change of a policy that was made.
 *
 * @param id which one it is, the same wherever the store is read
 * @param time when it was made, by the clock of the node that made it
 * @param who made it; empty if that is not recorded. Of a longer name the first {@value #LONGEST_WHO} characters
 * @param kind what was changed
 * @param key what it is set for
 * @param before what held until then; empty if nothing did
 * @param after what holds from then on; empty if nothing does
 */
public record PolicyChange(
    String id,
    Instant time,
    String who,
    PolicyKind<?> kind,
    PolicyKey key,
    Optional<Record> before,
    Optional<Record> after) {

  /** Any client that reaches the store could have written any name into it. */
  static final int LONGEST_WHO = 200;

  /** Cuts a name that is too long. */
  public PolicyChange {
    who = who.length() <= LONGEST_WHO ? who : who.substring(0, LONGEST_WHO);
  }

  /** Whether it is about the same policy as another. */
  public boolean isOfSamePolicy(PolicyChange other) {
    return kind.equals(other.kind) && key.equals(other.key);
  }
}
