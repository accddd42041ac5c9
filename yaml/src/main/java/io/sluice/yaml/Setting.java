package io.sluice.yaml;

import java.math.BigInteger;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** A key of the file and its value, read as whatever it has to be. */
public final class Setting {

  private static final Pattern DECIMAL = Pattern.compile("[-+]?(0|[1-9][0-9]{0,30})");
  private static final Pattern FRACTION = Pattern.compile("[-+]?[0-9]{1,18}(\\.[0-9]{1,18})?");
  private static final List<String> UNITS = List.of("", "KiB", "MiB", "GiB");
  private static final Pattern SIZE = Pattern.compile("(-?[0-9]{1,18})(|KiB|MiB|GiB)");
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

  private final Origin origin;
  private final String path;
  private final String name;
  private final int line;
  private final Node value;

  Setting(Origin origin, String path, String name, int line, Node value) {
    this.origin = origin;
    this.path = path;
    this.name = name;
    this.line = line;
    this.value =
        value instanceof ScalarNode scalar ? origin.variables().fill(scalar, this::fault) : value;
  }

  Origin origin() {
    return origin;
  }

  /** From the top, such as {@code rateLimit.modes.goBackN}. */
  public String path() {
    return path;
  }

  /** The last part of the path. */
  public String name() {
    return name;
  }

  /** Counted from 1. */
  public int line() {
    return line;
  }

  /** What is wrong with it, to be read after the key. */
  public InvalidYamlException fault(String fault) {
    return origin.fault(line, path + " " + fault);
  }

  InvalidYamlException unknownAmong(Collection<String> known) {
    return fault("is not a known key; "
        + NearestKey.to(name, known)
            .map(nearest -> "did you mean " + nearest + "?")
            .orElse(
                known.isEmpty()
                    ? "there are none here"
                    : "those here are " + String.join(", ", known)));
  }

  /** What is below, with no keys other than these. */
  public Block block(Collection<String> known) {
    Block block = block();
    block.unknown(known).stream().findFirst().ifPresent(fault -> {
      throw fault;
    });
    return block;
  }

  /** What is below, whatever its keys are. */
  public Block block() {
    return Block.below(
        this,
        mapping()
            .orElseThrow(
                () -> fault("must be a block, not " + kind() + "; {} is one without keys")));
  }

  Optional<MappingNode> mapping() {
    return has(Tag.MAP) && value instanceof MappingNode node ? Optional.of(node) : Optional.empty();
  }

  /** A text; not repeated in messages, as it may be a secret. */
  public String text() {
    return scalar(Tag.STR)
        .filter(text -> !text.isBlank())
        .orElseThrow(() -> fault(
            has(Tag.STR) ? "must not be blank" : "must be a text, not " + kind() + hintToQuote()));
  }

  private String hintToQuote() {
    return value instanceof ScalarNode && !has(Tag.NULL) ? ": put it in quotes" : "";
  }

  /** A text, or nothing if it is empty or left out. */
  public Optional<String> textIfAny() {
    boolean nothing = has(Tag.NULL) || scalar(Tag.STR).filter(String::isBlank).isPresent();
    return nothing ? Optional.empty() : Optional.of(text());
  }

  /** What a list holds. */
  public List<Setting> items() {
    if (!has(Tag.SEQ) || !(value instanceof SequenceNode sequence)) {
      throw fault("must be a list, not " + kind());
    }
    List<Setting> items = new ArrayList<>();
    for (Node node : sequence.getValue()) {
      String place = "[" + items.size() + "]";
      int at = node.getStartMark().getLine() + 1;
      items.add(new Setting(origin, path + place, name + place, at, node));
    }
    return items;
  }

  /** A list of texts of which each is of a shape. */
  public List<String> texts(Pattern shape, String shapeInWords) {
    List<String> texts = new ArrayList<>();
    for (Setting item : items()) {
      if (!shape.matcher(item.text()).matches()) {
        throw item.fault("must be " + shapeInWords);
      }
      texts.add(item.text());
    }
    return texts;
  }

  /** A file, relative to the folder of this one. */
  public Path file() {
    return file(text());
  }

  /** A file, relative to the folder of this one, or nothing if it is empty or left out. */
  public Optional<Path> fileIfAny() {
    return textIfAny().map(this::file);
  }

  private Path file(String text) {
    try {
      return origin.file().resolveSibling(text);
    } catch (InvalidPathException e) {
      throw fault("must be the path of a file");
    }
  }

  /** A number without fraction or exponent. */
  public long wholeNumber() {
    BigInteger number = scalar(Tag.INT)
        .filter(digits -> DECIMAL.matcher(digits).matches())
        .map(BigInteger::new)
        .orElseThrow(() -> fault("must be a whole number such as 100, not " + quoted()));
    if (number.abs().compareTo(LONGEST) > 0) {
      throw fault("must be a number of less than 19 digits, not " + quoted());
    }
    return number.longValue();
  }

  /** A whole number that an int holds. */
  public int smallNumber() {
    long number = wholeNumber();
    if (number != (int) number) {
      throw fault("must be a number of less than 10 digits, not " + number);
    }
    return (int) number;
  }

  /** A number that may have a fraction, but no exponent. */
  public double decimal() {
    return scalar(Tag.INT)
        .or(() -> scalar(Tag.FLOAT))
        .filter(digits -> FRACTION.matcher(digits).matches())
        .map(Double::valueOf)
        .orElseThrow(() -> fault("must be a number such as 1 or 0.5, not " + quoted()));
  }

  /** A duration as Go writes it. */
  public Duration duration() {
    return scalar(Tag.STR)
        .flatMap(GoDuration::parse)
        .orElseThrow(() -> fault("must be a duration such as 180s or 1500ms, not " + quoted()));
  }

  /** A number of bytes, as such or with a unit such as KiB, MiB or GiB. */
  public long bytes() {
    return size(Long.SIZE)
        .orElseThrow(() -> fault("must be a size such as 64KiB or 5MiB, not " + quoted()))
        .longValue();
  }

  /** A number of bytes that an int holds. */
  public int smallBytes() {
    return size(Integer.SIZE)
        .orElseThrow(
            () -> fault("must be a size below 2GiB such as 64KiB or 5MiB, not " + quoted()))
        .intValue();
  }

  private Optional<BigInteger> size(int bits) {
    return scalar(Tag.INT)
        .or(() -> scalar(Tag.STR))
        .map(SIZE::matcher)
        .filter(Matcher::matches)
        .map(size -> new BigInteger(size.group(1)).shiftLeft(UNITS.indexOf(size.group(2)) * 10))
        .filter(size -> size.bitLength() < bits);
  }

  /** True or false, and no other word. */
  public boolean flag() {
    return scalar(Tag.BOOL)
        .filter(word -> word.equals("true") || word.equals("false"))
        .orElseThrow(() -> fault("must be true or false, not " + quoted()))
        .equals("true");
  }

  /** One of these words. */
  public String oneOf(List<String> choices) {
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
  public String quoted() {
    if (!(value instanceof ScalarNode node) || has(Tag.NULL)) {
      return kind();
    }
    String text = node.getValue();
    String start = text.length() > LONGEST_QUOTE ? text.substring(0, LONGEST_QUOTE) + "…" : text;
    return has(Tag.STR) ? '"' + start.replaceAll("\\p{Cntrl}", " ") + '"' : start;
  }
}
