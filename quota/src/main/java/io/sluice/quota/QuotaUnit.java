package io.sluice.quota;

/** What a rate counts, per second. */
public enum QuotaUnit {
  MESSAGES,
  BYTES
}
