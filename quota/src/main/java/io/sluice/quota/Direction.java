package io.sluice.quota;

/** Which way messages go: from producers to brokers, or from brokers to consumers. */
public enum Direction {
  PUBLISH(0),
  DISPATCH(1);

  static final Direction[] ALL = values();

  final int index;

  Direction(int index) {
    this.index = index;
  }
}
