package io.sluice.admin.access;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.server.ServiceRequestContext;
import java.util.concurrent.CompletionStage;

/** Finds out which caller a request is from. */
interface Authenticator {

  /** Completed on the request's event loop; fails with a {@link io.sluice.admin.http.Refusal}. */
  CompletionStage<Caller> authenticate(ServiceRequestContext ctx, HttpRequest request);
}
