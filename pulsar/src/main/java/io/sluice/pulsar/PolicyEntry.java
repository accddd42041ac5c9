package io.sluice.pulsar;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyChange;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.json.InvalidJsonException;
import io.sluice.policy.json.PolicyJson;
import io.sluice.policy.json.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a policy stands in a message: the key names its kind and its target, the value has the rest. */
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

  static String value(Record policy) {
    return text(new Value(FORMAT, PolicyJson.of(policy)));
  }

  static String removed() {
    return text(new Value(FORMAT, null));
  }

  private static String text(Value value) {
    return new String(StrictJson.write(value), StandardCharsets.UTF_8);
  }

  /** As a message would say what there is, if there is something. */
  static String value(Optional<? extends Record> policy) {
    return policy.map(PolicyEntry::value).orElseGet(PolicyEntry::removed);
  }

  /**
   * Changes what a message changes, or nothing if it cannot be understood.
   *
   * @param message whose value may be empty: the policy was removed by other means than Sluice's
   * @param base what holds where nothing is set
   * @param most how many policies there may be
   * @return what it has changed
   * @throws InvalidJsonException saying why it cannot be understood
   */
  static PolicyChange apply(PolicyMessage message, Policies base, int most, Policies.Builder to)
      throws InvalidJsonException {
    String key = message.key();
    int space = key.indexOf(' ');
    PolicyKind<?> kind = PolicyKind.named(key.substring(0, Math.max(0, space)))
        .orElseThrow(
            () -> new InvalidJsonException("its key does not begin with a kind of policy"));
    return change(kind, target(kind, key.substring(space + 1)), message, base, most, to);
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

  private static <P extends Record> PolicyChange change(
      PolicyKind<P> kind,
      PolicyKey key,
      PolicyMessage message,
      Policies base,
      int most,
      Policies.Builder to)
      throws InvalidJsonException {
    Optional<P> otherwise = base.get(kind, key);
    Optional<P> after = read(kind, message.value()).or(() -> otherwise);
    Optional<P> known = to.get(kind, key);
    if (after.isPresent() && known.isEmpty() && to.size() >= most) {
      throw new InvalidJsonException("there are " + most + " policies already");
    }
    Optional<P> before = known.equals(otherwise) ? before(kind, message, otherwise) : known;
    after.ifPresentOrElse(now -> to.put(kind, key, now), () -> to.remove(kind, key));
    return new PolicyChange(
        message.id(),
        message.published(),
        message.who(),
        kind,
        key,
        before.map(Record.class::cast),
        after.map(Record.class::cast));
  }

  /** Compaction may have dropped what was set before; the message that set another says what that was. */
  private static <P extends Record> Optional<P> before(
      PolicyKind<P> kind, PolicyMessage message, Optional<P> otherwise) {
    try {
      return read(kind, message.before()).or(() -> otherwise);
    } catch (InvalidJsonException e) {
      return otherwise; // the change itself can be read, and that is what counts
    }
  }

  private static <P extends Record> Optional<P> read(PolicyKind<P> kind, String value)
      throws InvalidJsonException {
    Optional<byte[]> json = !value.isEmpty() ? policy(value) : Optional.empty();
    return json.isPresent() ? Optional.of(PolicyJson.read(kind, json.get())) : Optional.empty();
  }

  private static Optional<byte[]> policy(String value) throws InvalidJsonException {
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
