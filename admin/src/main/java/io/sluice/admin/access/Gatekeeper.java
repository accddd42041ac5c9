package io.sluice.admin.access;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.server.ServiceRequestContext;
import java.util.concurrent.CompletionStage;

/** Finds out which caller a request is from. */
interface Gatekeeper {

  /** Completed on the request's event loop; fails with a {@link io.sluice.admin.http.Refusal}. */
  CompletionStage<Caller> whoAsks(ServiceRequestContext ctx, HttpRequest request);
}
