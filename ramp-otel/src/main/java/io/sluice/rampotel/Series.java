package io.sluice.rampotel;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.sluice.ramp.PoolState;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** The attributes under which one processor is reported, made once and not for each collection. */
final class Series {

  static final AttributeKey<String> GROUP = AttributeKey.stringKey("sluice.ramp.group");
  static final AttributeKey<String> PROCESSOR = AttributeKey.stringKey("sluice.ramp.processor");
  static final AttributeKey<String> STATE = AttributeKey.stringKey("sluice.ramp.pool.state");

  final Attributes processor;
  final Map<PoolState, Attributes> byState = new EnumMap<>(PoolState.class);

  Series(String group, String processor) {
    this.processor = Attributes.of(GROUP, group, PROCESSOR, processor);
    for (PoolState state : PoolState.values()) {
      String name = state.name().toLowerCase(Locale.ROOT);
      byState.put(state, this.processor.toBuilder().put(STATE, name).build());
    }
  }
}
