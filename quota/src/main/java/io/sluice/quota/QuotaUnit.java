package io.sluice.quota;

/** What a rate counts, per second. */
public enum QuotaUnit {
  MESSAGES(0),
  BYTES(1);

  /** For arrays with one element for each. */
  final int index;

  QuotaUnit(int index) {
    this.index = index;
  }
}
