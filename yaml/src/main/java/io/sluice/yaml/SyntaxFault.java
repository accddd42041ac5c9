package io.sluice.yaml;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * What is wrong with a text that is not YAML, in words that do not quote it. SnakeYAML's own may: an
 * unquoted password that begins with {@code *} is an undefined alias, which it names.
 */
final class SyntaxFault {

  private static final Map<String, String> WORDS = Map.of(
      "could not find expected ':'", "a key needs a ':' after it",
      "mapping values are not allowed here",
          "no ':' can stand here: look at the indentation, and quote texts that contain ': '",
      "found unexpected end of stream", "what is opened here is not closed before the file ends",
      "but found another document", "only one document is read, and another begins here",
      "found undefined alias", "this alias has no anchor: quote texts that begin with *",
      "found undefined tag handle", "this tag is not known: quote texts that begin with !",
      "Global tag is not allowed",
          "tags that name types are not read: quote texts that begin with !",
      "found character '\\t(TAB)'", "tabs cannot indent: use spaces");

  private static final String OTHERWISE =
      "this is not YAML: look at the indentation, and quote texts with special characters";

  private SyntaxFault() {}

  static String text(MarkedYAMLException e) {
    String problem = problem(e);
    return WORDS.entrySet().stream()
        .filter(entry -> problem.startsWith(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(OTHERWISE);
  }

  /** A quotation mark that is never closed is noticed at the end, but it is the start that helps. */
  static int line(MarkedYAMLException e) {
    @Nullable String context = e.getContext();
    @Nullable Mark start = e.getContextMark();
    boolean scanning = context != null && context.startsWith("while scanning");
    Mark mark = scanning && start != null ? start : e.getProblemMark();
    return mark.getLine() + 1;
  }

  private static String problem(MarkedYAMLException e) {
    @Nullable String problem = e.getProblem();
    return problem == null ? "" : problem;
  }
}
