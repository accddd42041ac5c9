package io.sluice.bench;

/** What a gateway has told its clients so far, and what became of it. */
record Telling(double commands, double receiptsLate, double receiptsMissing, double broken) {

  static Telling of(GatewayCounts.Look look) {
    return new Telling(
        look.of("sluice.throttle.commands"),
        look.of("sluice.throttle.receipts.late"),
        look.of("sluice.throttle.receipts.missing"),
        look.of("sluice.throttle.promises.broken"));
  }

  Telling since(Telling earlier) {
    return new Telling(
        commands - earlier.commands,
        receiptsLate - earlier.receiptsLate,
        receiptsMissing - earlier.receiptsMissing,
        broken - earlier.broken);
  }
}
