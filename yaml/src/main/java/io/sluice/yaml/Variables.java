package io.sluice.yaml;

import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Variables within values: <code>${NAME}</code>, or <code>${NAME:-otherwise}</code> for one that may be unset or
 * empty. They are filled in after the file is parsed, so that what they hold is never taken for YAML.
 */
final class Variables {

  /** A text in which <code>${NAME}</code> stands for itself. */
  static final Variables NONE = new Variables(null);

  private static final Pattern USE =
      Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?}");

  private final @Nullable Function<String, Optional<String>> values;

  private Variables(@Nullable Function<String, Optional<String>> values) {
    this.values = values;
  }

  static Variables of(Function<String, Optional<String>> values) {
    return new Variables(values);
  }

  ScalarNode fill(ScalarNode node, Function<String, InvalidYamlException> fault) {
    if (values == null || !USE.matcher(node.getValue()).find()) {
      return node;
    }
    Function<String, Optional<String>> known = values;
    String text = USE.matcher(node.getValue())
        .replaceAll(use -> Matcher.quoteReplacement(known
            .apply(use.group(1))
            .filter(value -> !value.isEmpty())
            .or(() -> Optional.ofNullable(use.group(2)))
            .orElseThrow(() -> fault.apply("needs the environment variable " + use.group(1)
                + ", which is not set: set it, or write ${" + use.group(1) + ":-otherwise}"))));
    // What was not in quotes may now be a number or a truth value.
    Tag tag = new Resolver().resolve(NodeId.scalar, text, node.isPlain());
    return new ScalarNode(tag, text, node.getStartMark(), node.getEndMark(), node.getScalarStyle());
  }
}
