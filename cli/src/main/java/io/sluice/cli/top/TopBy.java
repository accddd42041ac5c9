package io.sluice.cli.top;

import io.sluice.api.Top;
import java.util.Locale;

/** What makes a topic or a producer come first. */
enum TopBy {
  MESSAGES,
  BYTES,
  THROTTLED;

  double of(Top.Item item) {
    return switch (this) {
      case MESSAGES -> item.messagesPerSecond();
      case BYTES -> item.bytesPerSecond();
      case THROTTLED -> item.throttledMillisPerSecond();
    };
  }

  /** As the API and the command line have it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
