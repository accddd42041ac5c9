package io.sluice.rampyaml;

import java.math.BigInteger;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A key of the file and its value, read as whatever it has to be.
 *
 * @param path from the top, such as {@code rateLimit.modes.goBackN}
 * @param name the last part of the path
 */
record Setting(Origin origin, String path, String name, int line, Node value) {

  private static final Pattern DECIMAL = Pattern.compile("[-+]?(0|[1-9][0-9]{0,30})");
  private static final BigInteger LONGEST = BigInteger.valueOf(Long.MAX_VALUE);
  private static final int LONGEST_QUOTE = 40;
  private static final Map<Tag, String> KINDS = Map.of(
      Tag.MAP, "a block",
      Tag.SEQ, "a list",
      Tag.STR, "a text",
      Tag.INT, "a number",
      Tag.FLOAT, "a number",
      Tag.BOOL, "a truth value",
      Tag.NULL, "nothing",
      Tag.TIMESTAMP, "a date");

  InvalidRampSpecException fault(String fault) {
    return origin.fault(line, path + " " + fault);
  }

  void requireKnown(List<String> known) {
    if (!known.contains(name)) {
      throw fault("is not a known key; "
          + NearestKey.to(name, known)
              .map(nearest -> "did you mean " + nearest + "?")
              .orElse(
                  known.isEmpty()
                      ? "there are none here"
                      : "those here are " + String.join(", ", known)));
    }
  }

  /** What is below, with no keys other than these. */
  Block block(List<String> known) {
    MappingNode node = mapping()
        .orElseThrow(() -> fault("must be a block, not " + kind() + "; {} is one without keys"));
    return Block.below(this, node, known);
  }

  Optional<MappingNode> mapping() {
    return has(Tag.MAP) && value instanceof MappingNode node ? Optional.of(node) : Optional.empty();
  }

  /** A text; not repeated in messages, as it may be a secret. */
  String text() {
    return scalar(Tag.STR)
        .filter(text -> !text.isBlank())
        .orElseThrow(() -> fault(
            has(Tag.STR) ? "must not be blank" : "must be a text, not " + kind() + hintToQuote()));
  }

  private String hintToQuote() {
    return value instanceof ScalarNode && !has(Tag.NULL) ? ": put it in quotes" : "";
  }

  /** A list of texts of which each is of a shape. */
  List<String> texts(Pattern shape, String shapeInWords) {
    if (!has(Tag.SEQ) || !(value instanceof SequenceNode sequence)) {
      throw fault("must be a list, not " + kind());
    }
    List<String> texts = new ArrayList<>();
    for (Node node : sequence.getValue()) {
      String place = "[" + texts.size() + "]";
      int at = node.getStartMark().getLine() + 1;
      Setting item = new Setting(origin, path + place, name + place, at, node);
      if (!shape.matcher(item.text()).matches()) {
        throw item.fault("must be " + shapeInWords);
      }
      texts.add(item.text());
    }
    return texts;
  }

  /** A file, relative to the folder of this one. */
  Path file() {
    try {
      return origin.file().resolveSibling(text());
    } catch (InvalidPathException e) {
      throw fault("must be the path of a file");
    }
  }

  long wholeNumber() {
    BigInteger number = scalar(Tag.INT)
        .filter(digits -> DECIMAL.matcher(digits).matches())
        .map(BigInteger::new)
        .orElseThrow(() -> fault("must be a whole number such as 100, not " + quoted()));
    if (number.abs().compareTo(LONGEST) > 0) {
      throw fault("must be a number of less than 19 digits, not " + quoted());
    }
    return number.longValue();
  }

  int smallNumber() {
    long number = wholeNumber();
    if (number != (int) number) {
      throw fault("must be a number of less than 10 digits, not " + number);
    }
    return (int) number;
  }

  Duration duration() {
    return scalar(Tag.STR)
        .flatMap(GoDuration::parse)
        .orElseThrow(() -> fault("must be a duration such as 180s or 1500ms, not " + quoted()));
  }

  boolean flag() {
    return scalar(Tag.BOOL)
        .filter(word -> word.equals("true") || word.equals("false"))
        .orElseThrow(() -> fault("must be true or false, not " + quoted()))
        .equals("true");
  }

  String oneOf(List<String> choices) {
    return scalar(Tag.STR)
        .filter(choices::contains)
        .orElseThrow(
            () -> fault("must be one of " + String.join(", ", choices) + ", not " + quoted()));
  }

  private boolean has(Tag tag) {
    return value.getTag().equals(tag);
  }

  private Optional<String> scalar(Tag tag) {
    return has(tag) && value instanceof ScalarNode node
        ? Optional.of(node.getValue())
        : Optional.empty();
  }

  private String kind() {
    return KINDS.getOrDefault(value.getTag(), "something with a tag");
  }

  /** The value as it stands there; for what cannot be a secret. */
  private String quoted() {
    if (!(value instanceof ScalarNode node) || has(Tag.NULL)) {
      return kind();
    }
    String text = node.getValue();
    String start = text.length() > LONGEST_QUOTE ? text.substring(0, LONGEST_QUOTE) + "…" : text;
    return has(Tag.STR) ? '"' + start.replaceAll("\\p{Cntrl}", " ") + '"' : start;
  }
}
