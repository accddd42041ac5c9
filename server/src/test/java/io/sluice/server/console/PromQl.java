package io.sluice.server.console;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the part of PromQL that Sluice's own files use: whether an expression is well-formed, and which
 * metrics and labels it needs.
 */
final class PromQl {

  /**
   * A metric as an expression names it.
   *
   * @param name with its suffix
   * @param labels by which it is chosen
   */
  record Selector(String name, Set<String> labels) {}

  private static final Pattern TOKEN = Pattern.compile(
      "\\s*(\"(?:[^\"\\\\]|\\\\.)*\"|\\d+(?:ms|[smhdw])|\\d+(?:\\.\\d+)?|[A-Za-z_][\\w:]*"
          + "|=~|!~|!=|==|<=|>=|[-+*/<>=(){}\\[\\],])\\s*");
  private static final Set<String> AGGREGATIONS =
      Set.of("sum", "max", "min", "avg", "count", "topk", "bottomk");
  private static final Set<String> FUNCTIONS =
      Set.of("rate", "increase", "histogram_quantile", "vector", "absent", "clamp_min");
  private static final Set<String> OPERATORS =
      Set.of("+", "-", "*", "/", "==", "!=", "<", ">", "<=", ">=", "and", "or", "unless");
  private static final Set<String> MATCHES = Set.of("=", "!=", "=~", "!~");

  private final String text;
  private final List<String> tokens = new ArrayList<>();
  private final List<Selector> selectors = new ArrayList<>();
  private final Set<String> groupedBy = new HashSet<>();
  private int at;

  private PromQl(String text) {
    this.text = text;
    Matcher matcher = TOKEN.matcher(text);
    int end = 0;
    while (end < text.length()) {
      if (!matcher.find(end) || matcher.start() != end) {
        throw fault("nothing that starts with " + text.substring(end));
      }
      tokens.add(matcher.group(1));
      end = matcher.end();
    }
  }

  /** @throws IllegalArgumentException if it is not well-formed, saying where */
  static PromQl parse(String text) {
    PromQl query = new PromQl(text);
    query.expression();
    if (query.at < query.tokens.size()) {
      throw query.fault("an end before " + query.peek());
    }
    return query;
  }

  List<Selector> selectors() {
    return List.copyOf(selectors);
  }

  /** Labels that it keeps apart. */
  Set<String> groupedBy() {
    return Set.copyOf(groupedBy);
  }

  private void expression() {
    operand();
    while (OPERATORS.contains(peek())) {
      next();
      operand();
    }
  }

  private void operand() {
    String token = next();
    if (token.equals("(")) {
      expression();
      expect(")");
    } else if (AGGREGATIONS.contains(token)) {
      if (peek().equals("by")) {
        next();
        groupedBy.addAll(labels());
      }
      arguments();
    } else if (FUNCTIONS.contains(token)) {
      arguments();
    } else if (Character.isLetter(token.charAt(0))) {
      selector(token);
    } else if (!Character.isDigit(token.charAt(0))) {
      throw fault("an operand and not " + token);
    }
  }

  private void arguments() {
    expect("(");
    expression();
    while (peek().equals(",")) {
      next();
      expression();
    }
    expect(")");
  }

  private Set<String> labels() {
    Set<String> labels = new HashSet<>();
    expect("(");
    labels.add(next());
    while (peek().equals(",")) {
      next();
      labels.add(next());
    }
    expect(")");
    return labels;
  }

  private void selector(String name) {
    Set<String> labels = new HashSet<>();
    if (peek().equals("{")) {
      do {
        next();
        labels.add(next());
        String match = next();
        if (!MATCHES.contains(match) || !next().startsWith("\"")) {
          throw fault("a match of a label and not " + match);
        }
      } while (peek().equals(","));
      expect("}");
    }
    if (peek().equals("[")) {
      next();
      if (!next().matches("\\d+(ms|[smhdw])")) {
        throw fault("a duration in brackets");
      }
      expect("]");
    }
    selectors.add(new Selector(name, labels));
  }

  private String peek() {
    return at < tokens.size() ? tokens.get(at) : "";
  }

  private String next() {
    if (at == tokens.size()) {
      throw fault("more at the end");
    }
    return tokens.get(at++);
  }

  private void expect(String token) {
    if (!peek().equals(token)) {
      throw fault(token + " and not '" + peek() + "'");
    }
    next();
  }

  private IllegalArgumentException fault(String expected) {
    return new IllegalArgumentException("there should be " + expected + " in " + text);
  }
}
