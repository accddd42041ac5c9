package io.sluice.admin.pulsar;

import com.linecorp.armeria.common.HttpResponse;
import java.util.concurrent.CompletionStage;

/** One thing of Pulsar's API that is Sluice's to answer. Refuses with a {@link io.sluice.admin.http.Refusal}. */
@FunctionalInterface
interface Endpoint {

  CompletionStage<HttpResponse> answer(Call call);
}
