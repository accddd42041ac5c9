package io.sluice.core.testing;

import java.util.Random;
import java.util.function.Consumer;

/**
 * Runs a property over many random inputs. Each run of the tests tries new ones; a failure names
 * the seed of its input and how to replay just that one.
 */
public final class Seeds {

  private static final String PROPERTY = "sluice.seed";

  private Seeds() {}

  /** Calls the property {@code count} times, or once if a seed is given as a system property. */
  public static void forEach(int count, Consumer<Random> property) {
    Long given = Long.getLong(PROPERTY);
    if (given != null) {
      check(given, property);
      return;
    }
    long first = new Random().nextLong();
    System.out.printf("%d random inputs from seed %d on%n", count, first);
    for (int i = 0; i < count; i++) {
      check(first + i, property);
    }
  }

  private static void check(long seed, Consumer<Random> property) {
    try {
      property.accept(new Random(seed));
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          "failed with seed " + seed + "; to replay it: -D" + PROPERTY + "=" + seed, e);
    }
  }
}
