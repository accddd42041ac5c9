package io.sluice.cli.demo;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.OptionalDouble;
import picocli.CommandLine.Help.Ansi;

/** What the demo shows, in at most 96 columns. */
final class Screen {

  /** What one character of a bar stands for. */
  private static final int BAR_MILLIS = 50;

  private static final int LONGEST_BAR = 30;

  /** From here on a user would call it slow. */
  private static final int SLOW_MILLIS = 100;

  private final PrintWriter out;
  private final Ansi ansi;
  private final int quota;

  /** @param ansi whether colours can be shown */
  Screen(PrintWriter out, Ansi ansi, int quota) {
    this.out = out;
    this.ansi = ansi;
    this.quota = quota;
  }

  void introduce() {
    print("@|bold Sluice demo:|@ two producers of one client share one connection to Pulsar.");
    print("");
    print(
        "  noisy   wants to publish %d messages/s, %d times its topic's quota of %d/s",
        NoisyProducer.PER_SECOND, NoisyProducer.PER_SECOND / quota, quota);
    print(
        "  quiet   publishes %d messages/s to another topic, without a quota",
        QuietProducer.PER_SECOND);
    print("");
    print("How long do quiet's messages take until they are acknowledged? First with Pulsar's own");
    print("limiter, then through Sluice. It takes about 40 seconds; Ctrl-C ends it.");
    print("");
  }

  void say(String text) {
    print("%s", text);
  }

  void beginPart(String title, String explanation) {
    print("");
    print("@|bold %s|@", title);
    print("%s", explanation);
    print("");
    print("               noisy                    quiet");
    print(
        "second     wants  published      published       p50       p99   # is %d ms", BAR_MILLIS);
  }

  void noiseBegins() {
    print("         -- noisy begins --");
  }

  void second(int number, Figures seen) {
    print("%s", line(number, seen));
  }

  static String line(int number, Figures seen) {
    OptionalDouble p50 = seen.quietMillis(50);
    OptionalDouble p99 = seen.quietMillis(99);
    return String.format(
            Locale.ROOT,
            "%6d  %8s   %8s       %8s  %s  %s   %s",
            number,
            seen.asked() == 0 ? "" : perSecond(seen.askedPerSecond()),
            seen.asked() == 0 ? "" : perSecond(seen.publishedPerSecond()),
            perSecond(seen.quietPerSecond()),
            coloured(p50),
            coloured(p99),
            bar(p50, p99))
        .stripTrailing();
  }

  /** As long as the median, and from there on thinner as long as the 99th percentile. */
  private static String bar(OptionalDouble p50, OptionalDouble p99) {
    int middle = barLength(p50);
    return "#".repeat(middle) + "-".repeat(barLength(p99) - middle);
  }

  private static int barLength(OptionalDouble millis) {
    return (int) Math.min(LONGEST_BAR, Math.round(millis.orElse(0) / BAR_MILLIS));
  }

  void summarise(Outcome stock, Outcome sluice) {
    print("");
    print(
        "@|bold                         noisy          quiet alone          quiet beside noisy|@");
    print("                     published       p50       p99          p50       p99");
    row("Pulsar's own limiter", stock);
    row("Sluice", sluice);
    print("");
    print(
        stock.hasHeld(quota) && sluice.hasHeld(quota)
            ? "Both held noisy to its quota of %d/s. What differs is what that cost its neighbour:"
            : "Not both held noisy to its quota of %d/s; is this machine too busy? What it cost quiet:",
        quota);
    print(
        "beside noisy, quiet's median was %s with Pulsar's limiter, and %s with Sluice.",
        millis(stock.beside().quietMillis(50)).strip(),
        millis(sluice.beside().quietMillis(50)).strip());
    print("");
    print("Next: ./sluice standalone, for your own clients. README.md tells more.");
  }

  private void row(String name, Outcome outcome) {
    print(
        "%-20s  %8s  %s  %s     %s  %s",
        name,
        perSecond(outcome.settled().publishedPerSecond()),
        coloured(outcome.alone().quietMillis(50)),
        coloured(outcome.alone().quietMillis(99)),
        coloured(outcome.beside().quietMillis(50)),
        coloured(outcome.beside().quietMillis(99)));
  }

  private static String perSecond(double rate) {
    return String.format(Locale.ROOT, "%.0f/s", rate);
  }

  private static String coloured(OptionalDouble value) {
    boolean slow = value.isEmpty() || value.getAsDouble() >= SLOW_MILLIS;
    return "@|" + (slow ? "red " : "green ") + millis(value) + "|@";
  }

  /** Always as wide. */
  private static String millis(OptionalDouble value) {
    String figure = value.isEmpty()
        ? "-"
        : String.format(
            Locale.ROOT, value.getAsDouble() < 10 ? "%.1f ms" : "%.0f ms", value.getAsDouble());
    return " ".repeat(Math.max(0, 8 - figure.length())) + figure;
  }

  private void print(String format, Object... args) {
    out.println(ansi.string(String.format(Locale.ROOT, format, args)));
    out.flush();
  }
}
