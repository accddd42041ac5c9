package io.sluice.bench.figures;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What a benchmark found: named numbers, printed one per line and kept as JSON. */
public final class Figures {

  private final Map<String, Double> values = new LinkedHashMap<>();
  private final Map<String, String> notes = new HashMap<>();

  /**
   * Adds a figure.
   *
   * @throws IllegalArgumentException if there is no such number: a NaN in the output would be overlooked
   */
  public void add(String name, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(name + " came out as " + value);
    }
    values.put(name, value);
  }

  /** Adds a figure with a word on it, which is printed behind its number. */
  public void add(String name, double value, String note) {
    add(name, value);
    notes.put(name, note);
  }

  void print(PrintStream out) {
    values.forEach((name, value) -> {
      String note = notes.containsKey(name) ? "  # " + notes.get(name) : "";
      out.printf(Locale.ROOT, "%s %.3f%s%n", name, value, note);
    });
  }

  /** Prints them, writes them with what else is worth keeping, and says where. */
  public void report(String benchmark, Map<String, ?> details) throws IOException {
    print(System.out);
    System.err.println("Written to " + write(benchmark, details));
  }

  /** Writes them with what else is worth keeping, and answers where. */
  private Path write(String benchmark, Map<String, ?> details) throws IOException {
    Path file = Path.of("target", "bench", benchmark + ".json");
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("benchmark", benchmark);
    json.put("java", Runtime.version().toString());
    json.put("processors", Runtime.getRuntime().availableProcessors());
    json.put("figures", values);
    json.putAll(details);
    Files.createDirectories(file.getParent());
    new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), json);
    return file;
  }
}
