package io.sluice.admin.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.sluice.admin.access.Caller;
import io.sluice.admin.http.Precondition;
import io.sluice.admin.http.Refusal;
import io.sluice.admin.node.Changes;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.TopicName;
import io.sluice.policy.json.InvalidJsonException;
import io.sluice.policy.json.PolicyJson;
import io.sluice.policy.json.StrictJson;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A request to Sluice's own API. Reading an invalid value from it throws a {@link Refusal}. */
final class ApiRequest {

  private static final Set<String> DOMAINS = Set.of("persistent", "non-persistent");

  private final ServiceRequestContext ctx;
  private final byte[] body;

  ApiRequest(ServiceRequestContext ctx, byte[] body) {
    this.ctx = ctx;
    this.body = body;
  }

  ServiceRequestContext ctx() {
    return ctx;
  }

  Caller caller() {
    return Caller.of(ctx);
  }

  /** A part of the path. */
  String part(String name) {
    String value = ctx.pathParam(name);
    if (value == null) {
      throw new IllegalStateException("the path has no part " + name);
    }
    return value;
  }

  /** A parameter of the query. */
  String query(String name, String otherwise) {
    String value = ctx.queryParam(name);
    return value == null ? otherwise : value;
  }

  /** One that has to be one of these. */
  String query(String name, String otherwise, List<String> choices) {
    String value = query(name, otherwise);
    if (!value.equals(otherwise) && !choices.contains(value)) {
      throw bad(name + " must be one of " + String.join(", ", choices) + ", not " + value);
    }
    return value;
  }

  /** One that has to be a number within bounds. */
  int query(String name, int otherwise, int least, int most) {
    String value = query(name, String.valueOf(otherwise));
    try {
      int number = Integer.parseInt(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // refused below, like a number that is out of bounds
    }
    throw bad(name + " must be a number from " + least + " to " + most + ", not " + value);
  }

  /** One that has to be a rate per second, 0 or -1 for none. */
  long rate(String name) {
    String value = query(name, "0");
    try {
      long rate = Long.parseLong(value);
      if (rate >= -1) {
        return rate;
      }
    } catch (NumberFormatException e) {
      // refused below, like a number that is out of bounds
    }
    throw bad(name + " must be a number per second, or 0 or -1 for no limit, not " + value);
  }

  /** The body, as a policy. */
  <P extends Record> P policy(PolicyKind<P> kind) {
    try {
      return PolicyJson.read(kind, body);
    } catch (InvalidJsonException e) {
      throw bad("the body: " + e.getMessage());
    }
  }

  /** The body. */
  <T> T body(Class<T> type) {
    try {
      return StrictJson.read(body, type);
    } catch (InvalidJsonException e) {
      throw bad("the body: " + e.getMessage());
    }
  }

  /**
   * What becomes of a policy if the fields that the body has are set, and the others stay as they are.
   *
   * @param now the policy; if there is none, the other fields are as by default
   */
  <P extends Record> P patched(PolicyKind<P> kind, Optional<P> now) {
    ObjectNode fields = StrictJson.mapper().createObjectNode();
    now.ifPresent(policy ->
        fields.setAll(StrictJson.mapper().<ObjectNode>valueToTree(PolicyJson.of(policy))));
    ObjectNode given = body(ObjectNode.class);
    given.properties().forEach(field -> {
      if (field.getValue().isNull()) { // or it would mean no limit
        throw bad("the body: " + field.getKey() + " has no value; leave it out to keep what it is");
      }
    });
    fields.setAll(given);
    try {
      return PolicyJson.read(kind, StrictJson.write(fields));
    } catch (InvalidJsonException e) {
      throw bad("the body: " + e.getMessage());
    }
  }

  /**
   * Changes a policy, if it is the one that the request is based on.
   *
   * @param change is given what is set, and returns what is to be set; throws a {@link Refusal} if it cannot be
   */
  <P extends Record> CompletionStage<Optional<P>> update(
      Changes changes, PolicyKind<P> kind, PolicyKey key, UnaryOperator<Optional<P>> change) {
    Precondition precondition = precondition();
    return changes.update(caller(), kind, key, now -> {
      precondition.require(kind + " policy of " + key, now);
      return change.apply(now);
    });
  }

  /** Sets a policy. If the request has a precondition, only where the present policy meets it. */
  <P extends Record> CompletionStage<?> put(
      Changes changes, PolicyKind<P> kind, PolicyKey key, P policy) {
    return precondition().isNone()
        ? changes.put(caller(), kind, key, policy)
        : update(changes, kind, key, now -> Optional.of(policy));
  }

  Precondition precondition() {
    return Precondition.of(ctx.request().headers());
  }

  /** The tenant that the path names. */
  PolicyKey.Tenant tenant() {
    return named(() -> new PolicyKey.Tenant(part("tenant")));
  }

  /** The namespace that the path names. */
  PolicyKey.Namespace namespace() {
    return named(() -> {
      // The parts are checked one by one: an encoded slash would make this the name of another
      // namespace.
      PolicyKey.requirePlain("tenant", part("tenant"));
      PolicyKey.requirePlain("namespace", part("namespace"));
      return new PolicyKey.Namespace(part("tenant") + "/" + part("namespace"));
    });
  }

  /** The topic that the path names. */
  PolicyKey.Topic topic() {
    String namespace = namespace().name();
    String topic = part("topic");
    return named(() -> {
      if (!DOMAINS.contains(part("domain"))) {
        throw new IllegalArgumentException(
            "a topic is persistent or non-persistent, not " + part("domain"));
      }
      // With a slash, this would be a topic of another namespace; with a line break, it would break
      // log lines.
      if (topic.isBlank() || topic.chars().anyMatch(c -> c == '/' || Character.isISOControl(c))) {
        throw new IllegalArgumentException(
            "a topic of a namespace has no slash and no control character in its name");
      }
      return new PolicyKey.Topic(new TopicName(part("domain"), namespace, topic));
    });
  }

  /** The resource group that the path names. */
  PolicyKey.Group group() {
    return named(() -> new PolicyKey.Group(part("group")));
  }

  private static <K> K named(Supplier<K> key) {
    try {
      return key.get();
    } catch (IllegalArgumentException e) {
      throw bad(String.valueOf(e.getMessage()));
    }
  }

  static Refusal bad(String why) {
    return new Refusal(HttpStatus.BAD_REQUEST, why);
  }

  static Refusal missing(String what) {
    return new Refusal(HttpStatus.NOT_FOUND, what);
  }
}
