package io.sluice.cli.remote;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The output and the environment of a command.
 *
 * @param out the standard output, for results
 * @param err the standard error, for messages about failures
 * @param environment the environment variables
 */
public record CliEnvironment(PrintWriter out, PrintWriter err, Map<String, String> environment) {

  /** The value of a variable; empty if it is not set, or blank. */
  Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
  }

  Path home() {
    return Path.of(variable("HOME").orElseGet(() -> System.getProperty("user.home")));
  }
}
