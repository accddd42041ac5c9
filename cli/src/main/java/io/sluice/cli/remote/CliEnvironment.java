package io.sluice.cli.remote;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What a command finds when it is started.
 *
 * @param out for what was asked for
 * @param err for what went wrong
 * @param environment the variables
 */
public record CliEnvironment(PrintWriter out, PrintWriter err, Map<String, String> environment) {

  /** A variable; one that is empty is as good as none. */
  Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
  }

  Path home() {
    return Path.of(variable("HOME").orElseGet(() -> System.getProperty("user.home")));
  }
}
