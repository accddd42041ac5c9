package io.sluice.admin.pulsar;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.sluice.admin.access.Caller;
import io.sluice.admin.http.Refusal;
import io.sluice.policy.json.InvalidJsonException;
import io.sluice.policy.json.StrictJson;

/**
 * One call of Pulsar's API.
 *
 * @param ctx the request that it came with
 * @param caller whose right to do this has been checked
 * @param method what to do; {@code HEAD} is {@code GET}
 * @param body all of it
 */
record Call(ServiceRequestContext ctx, Caller caller, HttpMethod method, HttpData body) {

  <T> T body(Class<T> type) {
    try {
      return StrictJson.read(body.array(), type);
    } catch (InvalidJsonException e) {
      throw new Refusal(
          HttpStatus.BAD_REQUEST, "The body is not as it should be: " + e.getMessage());
    }
  }

  /** Whether a parameter says yes, as Pulsar reads it. */
  boolean asks(String parameter) {
    return Boolean.parseBoolean(ctx.queryParam(parameter));
  }

  static HttpResponse json(Object value) {
    return HttpResponse.of(HttpStatus.OK, MediaType.JSON, StrictJson.write(value));
  }

  /** What Pulsar answers to a question about what a namespace has not set: nothing. */
  static HttpResponse empty() {
    return HttpResponse.of(ResponseHeaders.of(HttpStatus.OK, HttpHeaderNames.CONTENT_LENGTH, 0));
  }

  /** What Pulsar answers to a change, and to a question about what a topic has not set. */
  static HttpResponse noContent() {
    return HttpResponse.of(HttpStatus.NO_CONTENT);
  }

  Refusal notAllowed() {
    return new Refusal(HttpStatus.METHOD_NOT_ALLOWED, "HTTP 405 Method Not Allowed");
  }
}
