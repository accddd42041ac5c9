package io.sluice.admin.pulsar;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import io.sluice.admin.http.Refusal;
import io.sluice.admin.node.Changes;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/**
 * {@code brokers/configuration} for the two rates of brokers: {@code update-dynamic-config} sets them in the policy of
 * brokers, and {@code delete-dynamic-config} goes back to the node's configuration. A call changes one of the two
 * rates; the other stays as it is.
 */
final class BrokerRateEndpoints {

  private final Changes changes;

  /** What holds where nothing is set. */
  private final PublishLimit configured;

  BrokerRateEndpoints(Changes changes, PublishLimit configured) {
    this.changes = changes;
    this.configured =
        configured.isNone() ? PublishLimit.of(BrokerRate.UNSET, BrokerRate.UNSET) : configured;
  }

  Endpoint set(BrokerRate rate, String value) {
    return call -> {
      if (call.method() != HttpMethod.POST) {
        throw call.notAllowed();
      }
      long wanted = rate.read(value)
          .orElseThrow(() -> new Refusal(
              HttpStatus.PRECONDITION_FAILED,
              " Invalid dynamic-config value: " + rate.settingName
                  + " is a number per second, or 0 or -1 for no limit, not " + value));
      return update(call, now -> Optional.of(rate.in(now.orElse(configured), Math.max(0, wanted))));
    };
  }

  Endpoint remove(BrokerRate rate) {
    return call -> {
      if (call.method() != HttpMethod.DELETE) {
        throw call.notAllowed();
      }
      return update(
          call, now -> now.map(set -> rate.in(set, rate.of(configured))).filter(this::isDifferent));
    };
  }

  /** Whether it says anything that the configuration does not, such as that it is only counted. */
  private boolean isDifferent(PublishLimit limit) {
    return !limit.equals(configured);
  }

  private CompletionStage<HttpResponse> update(
      Call call, UnaryOperator<Optional<PublishLimit>> change) {
    return changes
        .update(call.caller(), PolicyKind.PUBLISH, PolicyKey.BROKER, change)
        .thenApply(done -> Call.noContent());
  }
}
