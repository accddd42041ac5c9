package io.sluice.gateway.internal.home;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.Meter;
import java.util.Locale;

/** Counts the lookups of topics whose home is another node. */
final class HomeMetrics {

  private static final AttributeKey<String> REASON = AttributeKey.stringKey("reason");

  /** Why a lookup was answered by a node that is not the topic's home. */
  enum Reason {
    /** The client had been redirected already, by a node that sees other nodes than this one. */
    REDIRECTED_BEFORE,
    /** Clients do not arrive at the home. */
    UNREACHED;

    private Attributes attributes() {
      return Attributes.of(REASON, name().toLowerCase(Locale.ROOT));
    }
  }

  private final LongCounter redirected;
  private final LongCounter answered;

  HomeMetrics(OpenTelemetry telemetry) {
    Meter meter = telemetry.getMeter("io.sluice.gateway");
    this.redirected = meter
        .counterBuilder("sluice.gateway.lookups.redirected")
        .setDescription("Lookups of limited topics that were redirected to the topic's home")
        .build();
    this.answered = meter
        .counterBuilder("sluice.gateway.lookups.away.from.home")
        .setDescription(
            "Lookups that were answered although the topic's home is another node, by reason")
        .build();
    // A dashboard would miss the first step of a counter that was not there before.
    redirected.add(0);
    for (Reason reason : Reason.values()) {
      answered.add(0, reason.attributes());
    }
  }

  void redirected() {
    redirected.add(1);
  }

  void answered(Reason reason) {
    answered.add(1, reason.attributes());
  }
}
