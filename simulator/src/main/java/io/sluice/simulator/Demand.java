package io.sluice.simulator;

/** What a node's clients would use if there were no limit, per second, over time in intervals. */
public sealed interface Demand {

  /** At a time in intervals since the start. */
  double at(double time);

  /** As it is written on the command line. */
  String text();

  /** Always the same. */
  record Constant(double perSecond) implements Demand {

    @Override
    public double at(double time) {
      return perSecond;
    }

    @Override
    public String text() {
      return Numbers.text(perSecond);
    }
  }

  /** One until then, and another from then on. */
  record Step(double before, double when, double after) implements Demand {

    @Override
    public double at(double time) {
      return time < when ? before : after;
    }

    @Override
    public String text() {
      return Numbers.join("step", before, when, after);
    }
  }

  /** Up and down, so many intervals from one top to the next. */
  record Sine(double mean, double swing, double period) implements Demand {

    @Override
    public double at(double time) {
      return Math.max(0, mean + swing * Math.sin(2 * Math.PI * time / period));
    }

    @Override
    public String text() {
      return Numbers.join("sine", mean, swing, period);
    }
  }

  /** High for some of every so many intervals. */
  record Bursts(double low, double high, double period, double length) implements Demand {

    @Override
    public double at(double time) {
      return time % period < length ? high : low;
    }

    @Override
    public String text() {
      return Numbers.join("bursts", low, high, period, length);
    }
  }

  /**
   * Reads one: {@code 200}, {@code step:0:5:200}, {@code sine:100:50:8}, {@code bursts:5:200:6:2}.
   *
   * @throws IllegalArgumentException if it is none of these
   */
  static Demand parse(String text) {
    int colon = text.indexOf(':');
    String kind = colon < 0 ? "" : text.substring(0, colon);
    double[] n = Numbers.parse(text.substring(colon + 1));
    if (kind.isEmpty() && n.length == 1) {
      return new Constant(n[0]);
    } else if (kind.equals("step") && n.length == 3) {
      return new Step(n[0], n[1], n[2]);
    } else if (kind.equals("sine") && n.length == 3 && n[2] > 0) {
      return new Sine(n[0], n[1], n[2]);
    } else if (kind.equals("bursts") && n.length == 4 && n[2] > 0) {
      return new Bursts(n[0], n[1], n[2], n[3]);
    }
    throw new IllegalArgumentException("a demand must be such as 200, step:BEFORE:WHEN:AFTER,"
        + " sine:MEAN:SWING:PERIOD or bursts:LOW:HIGH:PERIOD:LENGTH, not '" + text + "'");
  }
}
