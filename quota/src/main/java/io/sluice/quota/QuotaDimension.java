package io.sluice.quota;

/** What a group has a quota of, each per second. */
public enum QuotaDimension {
  PUBLISH_MESSAGES(0),
  PUBLISH_BYTES(1),
  DISPATCH_MESSAGES(2),
  DISPATCH_BYTES(3);

  static final QuotaDimension[] ALL = values();

  /** Its place among them in what is sent, which must not change. */
  final int index;

  QuotaDimension(int index) {
    this.index = index;
  }

  /** Whether it is of what is published, not of what is dispatched. */
  public boolean isPublish() {
    return this == PUBLISH_MESSAGES || this == PUBLISH_BYTES;
  }
}
