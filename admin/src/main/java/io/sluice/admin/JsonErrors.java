package io.sluice.admin;

import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.ServerErrorHandler;
import com.linecorp.armeria.server.ServiceConfig;
import com.linecorp.armeria.server.ServiceRequestContext;
import org.jspecify.annotations.Nullable;

/** Whatever goes wrong is told as a short JSON, without a trace of what is inside. */
final class JsonErrors implements ServerErrorHandler {

  @Override
  public @Nullable HttpResponse onServiceException(ServiceRequestContext ctx, Throwable cause) {
    return null; // as Armeria decides, which then asks for what is below
  }

  @Override
  public AggregatedHttpResponse renderStatus(
      @Nullable ServiceRequestContext ctx,
      ServiceConfig config,
      @Nullable RequestHeaders headers,
      HttpStatus status,
      @Nullable String description,
      @Nullable Throwable cause) {
    String json = "{\"error\":\"" + error(status) + "\"}";
    return AggregatedHttpResponse.of(status, MediaType.JSON_UTF_8, json);
  }

  private static String error(HttpStatus status) {
    return status.equals(HttpStatus.NOT_FOUND)
        ? "there is nothing here; /health/live, /health/ready and /metrics are"
        : status.reasonPhrase();
  }
}
