package io.sluice.bench.aware;

import io.sluice.bench.process.GatewayCounts;

/** How many throttle commands a gateway has sent so far, and what became of them. */
record ThrottleCommandCounts(
    double commands, double receiptsLate, double receiptsMissing, double broken) {

  static ThrottleCommandCounts of(GatewayCounts.Look look) {
    return new ThrottleCommandCounts(
        look.of("sluice.throttle.commands"),
        look.of("sluice.throttle.receipts.late"),
        look.of("sluice.throttle.receipts.missing"),
        look.of("sluice.throttle.promises.broken"));
  }

  ThrottleCommandCounts since(ThrottleCommandCounts earlier) {
    return new ThrottleCommandCounts(
        commands - earlier.commands,
        receiptsLate - earlier.receiptsLate,
        receiptsMissing - earlier.receiptsMissing,
        broken - earlier.broken);
  }
}
