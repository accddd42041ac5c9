package io.sluice.admin.pulsar;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import io.sluice.admin.http.Refusal;
import io.sluice.admin.node.Changes;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.json.StrictJson;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the cluster answers about the configuration of its brokers ({@code get-runtime-config}, {@code
 * get-all-dynamic-config}), with Sluice's rates of brokers in place of the brokers' own, which are not what holds.
 */
final class BrokerConfigAnswers {

  private static final List<String> PATH = List.of("admin", "v2", "brokers", "configuration");

  /** A broker has some hundred settings; an answer that is far larger is none of a broker. */
  private static final long LARGEST_BYTES = 4L << 20;

  private final Changes changes;

  BrokerConfigAnswers(Changes changes) {
    this.changes = changes;
  }

  /** Whether the answer to this request has the rates. */
  boolean areAt(HttpMethod method, PulsarPath path) {
    List<String> parts = path.parts();
    return method == HttpMethod.GET
        && parts.size() == PATH.size() + 1
        && parts.subList(0, PATH.size()).equals(PATH)
        && (isRuntime(parts) || parts.get(PATH.size()).equals("values"));
  }

  private static boolean isRuntime(List<String> parts) {
    return parts.get(PATH.size()).equals("runtime");
  }

  /** The request as the cluster is to get it: its answer has to be one that can be read here. */
  static HttpRequest readable(HttpRequest request) {
    return request.withHeaders(request.headers().toBuilder()
        .removeAndThen(HttpHeaderNames.ACCEPT_ENCODING)
        .removeAndThen(HttpHeaderNames.IF_NONE_MATCH)
        .build());
  }

  /** The answer of the cluster with Sluice's rates; any answer but a JSON object is left as it is. */
  HttpResponse with(PulsarPath path, HttpResponse answer) {
    AtomicLong bytes = new AtomicLong();
    HttpResponse bounded = answer.mapData(data -> {
      if (bytes.addAndGet(data.length()) > LARGEST_BYTES) {
        throw new Refusal(HttpStatus.BAD_GATEWAY, "The cluster's answer is too large");
      }
      return data;
    });
    return HttpResponse.of(
        bounded.aggregate().thenApply(whole -> with(isRuntime(path.parts()), whole)));
  }

  private HttpResponse with(boolean runtime, AggregatedHttpResponse answer) {
    Optional<ObjectNode> read =
        answer.status().equals(HttpStatus.OK) ? object(answer.content()) : Optional.empty();
    return read.map(settings -> {
          set(settings, runtime);
          return HttpResponse.of(
              answer.headers().toBuilder()
                  .removeAndThen(HttpHeaderNames.CONTENT_LENGTH)
                  .removeAndThen(HttpHeaderNames.ETAG)
                  .build(),
              HttpData.wrap(StrictJson.write(settings)));
        })
        .orElseGet(answer::toHttpResponse);
  }

  private static Optional<ObjectNode> object(HttpData content) {
    try {
      return StrictJson.mapper().readTree(content.array()) instanceof ObjectNode object
          ? Optional.of(object)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** As in Pulsar, every setting has a value at run time; of the dynamic ones those are listed that are set. */
  private void set(ObjectNode settings, boolean runtime) {
    Optional<PublishLimit> limit = changes.current().get(PolicyKind.PUBLISH, PolicyKey.BROKER);
    for (BrokerRate rate : BrokerRate.values()) {
      long value = limit.map(rate::of).orElse(BrokerRate.UNSET);
      if (runtime || value != BrokerRate.UNSET) {
        settings.put(rate.settingName, Long.toString(Math.max(0, value)));
      } else {
        settings.remove(rate.settingName);
      }
    }
  }
}
