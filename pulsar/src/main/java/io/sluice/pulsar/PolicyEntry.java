package io.sluice.pulsar;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.json.InvalidJsonException;
import io.sluice.policy.json.PolicyJson;
import io.sluice.policy.json.StrictJson;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a policy stands in a message: its key says what and whose it is, its value the rest. */
final class PolicyEntry {

  /** Of what is written here. Later ones may be written by later versions. */
  private static final int FORMAT = 1;

  /**
   * What stands in a message.
   *
   * @param policy missing if it was removed. An empty message would say so too, but compaction drops
   *     those, and a node that is behind at that moment would keep the policy for ever
   */
  private record Value(int format, @Nullable Record policy) {}

  private PolicyEntry() {}

  static String key(PolicyKind<?> kind, PolicyKey key) {
    return kind + " " + key;
  }

  static byte[] value(Record policy) {
    return StrictJson.write(new Value(FORMAT, PolicyJson.of(policy)));
  }

  static byte[] removed() {
    return StrictJson.write(new Value(FORMAT, null));
  }

  /**
   * Changes what a message changes, or nothing if it cannot be understood.
   *
   * @param value may be empty: the policy was removed by other means than Sluice's
   * @param base what holds where nothing is set
   * @param most how many policies there may be
   * @throws InvalidJsonException saying why it cannot be understood
   */
  static void apply(String key, byte[] value, Policies base, int most, Policies.Builder to)
      throws InvalidJsonException {
    int space = key.indexOf(' ');
    PolicyKind<?> kind = PolicyKind.named(key.substring(0, Math.max(0, space)))
        .orElseThrow(
            () -> new InvalidJsonException("its key does not begin with a kind of policy"));
    change(kind, target(kind, key.substring(space + 1)), value, base, most, to);
  }

  private static PolicyKey target(PolicyKind<?> kind, String text) throws InvalidJsonException {
    try {
      PolicyKey target = PolicyKey.parse(text);
      kind.requireFor(target);
      return target;
    } catch (IllegalArgumentException e) {
      throw new InvalidJsonException(String.valueOf(e.getMessage()));
    }
  }

  private static <P extends Record> void change(
      PolicyKind<P> kind, PolicyKey key, byte[] value, Policies base, int most, Policies.Builder to)
      throws InvalidJsonException {
    Optional<byte[]> json = value.length > 0 ? policy(value) : Optional.empty();
    Optional<P> policy =
        json.isPresent() ? Optional.of(PolicyJson.read(kind, json.get())) : base.get(kind, key);
    if (policy.isPresent() && to.size() >= most && !to.has(kind, key)) {
      throw new InvalidJsonException("there are " + most + " policies already");
    }
    policy.ifPresentOrElse(now -> to.put(kind, key, now), () -> to.remove(kind, key));
  }

  private static Optional<byte[]> policy(byte[] value) throws InvalidJsonException {
    JsonNode read;
    try {
      read = StrictJson.mapper().readTree(value);
    } catch (IOException e) {
      throw new InvalidJsonException("its value is not JSON");
    }
    JsonNode format = read.path("format");
    if (!format.isInt()) {
      throw new InvalidJsonException("its value does not say of which format it is");
    }
    if (format.intValue() != FORMAT) {
      throw new InvalidJsonException(
          "it is of format " + format + ", which a later version of Sluice has written");
    }
    return Optional.ofNullable(read.get("policy")).map(StrictJson::write);
  }
}
