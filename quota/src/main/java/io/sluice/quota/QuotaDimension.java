package io.sluice.quota;

/** What a group has a quota of: a {@link Direction} in a {@link QuotaUnit}, each per second. */
public enum QuotaDimension {
  PUBLISH_MESSAGES(0, Direction.PUBLISH, QuotaUnit.MESSAGES),
  PUBLISH_BYTES(1, Direction.PUBLISH, QuotaUnit.BYTES),
  DISPATCH_MESSAGES(2, Direction.DISPATCH, QuotaUnit.MESSAGES),
  DISPATCH_BYTES(3, Direction.DISPATCH, QuotaUnit.BYTES);

  static final QuotaDimension[] ALL = values();

  /** The dimension's place in reports to other nodes, which must not change. */
  final int index;

  private final Direction direction;
  private final QuotaUnit unit;

  QuotaDimension(int index, Direction direction, QuotaUnit unit) {
    this.index = index;
    this.direction = direction;
    this.unit = unit;
  }

  /** The dimension of a direction that is counted in this unit. */
  public static QuotaDimension of(Direction direction, QuotaUnit unit) {
    return switch (direction) {
      case PUBLISH -> unit == QuotaUnit.MESSAGES ? PUBLISH_MESSAGES : PUBLISH_BYTES;
      case DISPATCH -> unit == QuotaUnit.MESSAGES ? DISPATCH_MESSAGES : DISPATCH_BYTES;
    };
  }

  public Direction direction() {
    return direction;
  }

  public QuotaUnit unit() {
    return unit;
  }
}
