package io.sluice.simulator;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Something that happens in a scenario.
 *
 * @param at when, in intervals since the start
 * @param first what its kind needs to know
 * @param second what its kind needs to know besides
 */
public record Change(double at, Kind kind, double first, double second) {

  /** What happens, and which numbers say more of it. Nodes are counted from 0. */
  public enum Kind {
    /** A node is not there before: NODE. */
    JOIN(1),
    /** A node says goodbye and goes: NODE. */
    LEAVE(1),
    /** A node is gone without a word: NODE. */
    KILL(1),
    /** A node is gone without a word and back at once under another id: NODE. */
    RESTART(1),
    /** A node's clients want something else from now on: NODE, PER SECOND. */
    DEMAND(2),
    /** The group's quota becomes another: PER SECOND. */
    QUOTA(1),
    /** Reports are lost on their way to each node: PART, INTERVALS. */
    LOSS(2),
    /** Reports take longer, up to so many intervals: DELAY, INTERVALS. */
    DELAY(2),
    /** A node neither reaches the others nor hears anything: NODE, INTERVALS. */
    CUT(2),
    /** The first so many nodes and the others do not hear each other: NODES, INTERVALS. */
    SPLIT(2);

    final int numbers;

    Kind(int numbers) {
      this.numbers = numbers;
    }

    /** Whether it goes on for a while, in which nothing is promised but the bounds. */
    boolean lasts() {
      return this == LOSS || this == DELAY || this == CUT || this == SPLIT;
    }

    /** Whether nodes do not hear of it at once. */
    boolean disturbs() {
      return lasts() || this == KILL || this == RESTART;
    }

    boolean isOfANode() {
      return this == JOIN
          || this == LEAVE
          || this == KILL
          || this == RESTART
          || this == DEMAND
          || this == CUT;
    }
  }

  /** One without a second number. */
  public Change(double at, Kind kind, double first) {
    this(at, kind, first, 0);
  }

  int node() {
    return (int) first;
  }

  /** When it is over, in intervals since the start; at once for most. */
  double until() {
    return kind.lasts() ? at + second : at;
  }

  /** When its last effect is over: reports that are late arrive until then. */
  double over() {
    return until() + (kind == Kind.DELAY ? first : 0);
  }

  /** As it is written on the command line: {@code 4:kill:0}, {@code 6:loss:0.3:2}. */
  public String text() {
    String what = Numbers.text(at) + ":" + kind.name().toLowerCase(Locale.ROOT);
    return kind.numbers == 1 ? Numbers.join(what, first) : Numbers.join(what, first, second);
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Change parse(String text) {
    int one = text.indexOf(':');
    int two = text.indexOf(':', one + 1);
    if (one > 0 && two > 0) {
      String name = text.substring(one + 1, two).toUpperCase(Locale.ROOT);
      double[] when = Numbers.parse(text.substring(0, one));
      double[] numbers = Numbers.parse(text.substring(two + 1));
      for (Kind kind : Kind.values()) {
        if (kind.name().equals(name) && kind.numbers == numbers.length) {
          return new Change(when[0], kind, numbers[0], numbers.length > 1 ? numbers[1] : 0);
        }
      }
    }
    throw new IllegalArgumentException("an event must be INTERVAL:KIND:NUMBER or with two numbers,"
        + " such as 4:kill:0 or 6:loss:0.3:2, with one of the kinds "
        + Arrays.stream(Kind.values())
            .map(kind -> kind.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "))
        + "; not '" + text + "'");
  }
}
