package io.sluice.admin.pulsar;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import io.sluice.admin.http.Refusal;
import io.sluice.admin.node.Changes;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.TopicName;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * {@code publishRate}, {@code dispatchRate} and {@code subscriptionDispatchRate}, of a namespace and of a
 * topic.
 *
 * <p>Unlike in Pulsar a topic need not be there yet: one that is created by its first producer could
 * otherwise not be limited from the start. And there is one limit of a topic, whether or not it is set
 * with {@code isGlobal}: what holds in all clusters holds in this one.
 */
final class RateEndpoints {

  private final Changes changes;
  private final Existence existence;

  RateEndpoints(Changes changes, Existence existence) {
    this.changes = changes;
    this.existence = existence;
  }

  <P extends Record> Endpoint ofNamespace(RateKind<P> rate, String tenant, String namespace) {
    return call -> {
      String name = Names.namespace(tenant, namespace);
      PolicyKey key = PolicyKey.namespace(name);
      return answer(rate, key, name, () -> changes.current().get(rate.kind(), key), call);
    };
  }

  <P extends Record> Endpoint ofTopic(
      RateKind<P> rate, String domain, String tenant, String namespace, String topic) {
    return call -> {
      TopicName name = Names.topic(domain, tenant, namespace, topic);
      if (name.partitionedTopic().isPresent()) {
        throw new Refusal(
            HttpStatus.PRECONDITION_FAILED, "Not allowed to set/get topic policy for a partition");
      }
      PolicyKey key = new PolicyKey.Topic(name);
      return answer(
          rate,
          key,
          name.namespace(),
          () -> call.asks("applied")
              ? changes
                  .current()
                  .resolve(rate.kind(), name)
                  .map(Policies.Resolved::limit)
                  .or(rate::atLast)
              : changes.current().get(rate.kind(), key),
          call);
    };
  }

  private <P extends Record> CompletionStage<HttpResponse> answer(
      RateKind<P> rate, PolicyKey key, String namespace, Supplier<Optional<P>> asked, Call call) {
    return switch (call.method()) {
      case GET ->
        existence
            .ofNamespaceUnless(changes.current().get(rate.kind(), key).isPresent(), call, namespace)
            .thenApply(there -> asked
                .get()
                .map(limit -> Call.json(rate.shown().apply(limit)))
                .orElseGet(key instanceof PolicyKey.Topic ? Call::noContent : Call::empty));
      case POST -> {
        var unused = rate.read().apply(call, Optional.empty()); // a bad body is refused first
        yield existence
            .ofNamespace(call, namespace)
            .thenCompose(there -> changes.update(
                call.caller(), rate.kind(), key, now -> Optional.of(rate.read().apply(call, now))))
            .thenApply(done -> Call.noContent());
      }
      case DELETE ->
        existence
            .ofNamespaceUnless(changes.current().get(rate.kind(), key).isPresent(), call, namespace)
            .thenCompose(there -> changes.remove(call.caller(), rate.kind(), key))
            .thenApply(done -> Call.noContent());
      default -> throw call.notAllowed();
    };
  }
}
