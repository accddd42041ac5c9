package io.sluice.admin;

import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import com.linecorp.armeria.common.util.Exceptions;
import com.linecorp.armeria.server.ServerErrorHandler;
import com.linecorp.armeria.server.ServiceConfig;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.sluice.admin.access.Area;
import io.sluice.admin.http.Refusal;
import io.sluice.policy.json.StrictJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers failed requests with a short JSON, without internals such as stack traces. The message is in {@code
 * reason} for Pulsar's API and in {@code error} elsewhere; {@code code} tells refusals of the same status apart.
 */
final class JsonErrors implements ServerErrorHandler {

  private static final int LONGEST_MESSAGE = 1000;

  private final ErrorLog log = new ErrorLog();

  @Override
  public @Nullable HttpResponse onServiceException(ServiceRequestContext ctx, Throwable cause) {
    Throwable fault = Exceptions.peel(cause);
    if (fault instanceof Refusal refusal) {
      log.refused(ctx, refusal);
      return response(
              ctx.path(), refusal.status(), String.valueOf(refusal.getMessage()), refusal.code())
          .toHttpResponse();
    }
    if (fault.getClass().getName().startsWith("com.linecorp.armeria.")) {
      return null; // as Armeria decides, which then asks for what is below
    }
    log.failed(ctx, fault);
    HttpStatus status = HttpStatus.INTERNAL_SERVER_ERROR;
    return response(ctx.path(), status, error(status), Optional.empty()).toHttpResponse();
  }

  @Override
  public AggregatedHttpResponse renderStatus(
      @Nullable ServiceRequestContext ctx,
      ServiceConfig config,
      @Nullable RequestHeaders headers,
      HttpStatus status,
      @Nullable String description,
      @Nullable Throwable cause) {
    String path = ctx != null ? ctx.path() : headers != null ? headers.path() : "/";
    return response(path, status, error(status), Optional.empty());
  }

  private static AggregatedHttpResponse response(
      String path, HttpStatus status, String message, Optional<String> code) {
    ResponseHeadersBuilder headers =
        ResponseHeaders.builder(status).contentType(MediaType.JSON_UTF_8);
    if (status.equals(HttpStatus.UNAUTHORIZED)) {
      headers.set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer");
    } else if (status.equals(HttpStatus.TOO_MANY_REQUESTS)) {
      headers.set(HttpHeaderNames.RETRY_AFTER, "1");
    }
    String key = Area.of(path) == Area.PULSAR ? "reason" : "error";
    String bounded =
        message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE) + "…";
    Map<String, String> fields = new LinkedHashMap<>(Map.of(key, bounded));
    code.ifPresent(text -> fields.put("code", text));
    byte[] json = StrictJson.write(fields);
    return AggregatedHttpResponse.of(headers.build(), HttpData.wrap(json));
  }

  private static String error(HttpStatus status) {
    return status.equals(HttpStatus.NOT_FOUND)
        ? "there is nothing here; there are / for the console, /health/ready, /metrics, /admin and /sluice/v1/openapi.yaml"
        : status.reasonPhrase();
  }
}
