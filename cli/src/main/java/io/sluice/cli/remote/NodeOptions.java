package io.sluice.cli.remote;

import io.sluice.cli.base.InvalidInputException;
import io.sluice.cli.units.Span;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that asks a node: the node, the token, and how to show the answer. */
final class NodeOptions {

  private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(10);

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = {
        "Any node's admin address, such as https://sluice.example:8443. Otherwise the environment's"
            + " SLUICE_URL, the profile's url, or http://localhost:8080."
      })
  private @Nullable String url;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = {
        "The token (JWT) to authenticate with. Other users of this machine can see it in the list of processes:"
            + " --token-file or the environment's SLUICE_TOKEN are safer."
      })
  private @Nullable String token;

  @Option(names = "--token-file", paramLabel = "FILE", description = "The same, read from a file.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = {
        "What is written under this name in ~/.config/sluice/profiles.yaml, or in the file that the"
            + " environment's SLUICE_PROFILES names. Otherwise SLUICE_PROFILE, or the file's default"
            + " if no URL is given."
      })
  private @Nullable String profile;

  @Option(
      names = "--trust",
      paramLabel = "FILE",
      description = "For https: the authority to trust, as PEM, if it is not a public one.")
  private @Nullable Path trust;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Span.class,
      defaultValue = "10s",
      description = "How long a node may take to answer; by default ${DEFAULT-VALUE}.")
  private Duration timeout = Duration.ofSeconds(10);

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}; by default ${DEFAULT-VALUE}.")
  private Output output = Output.TABLE;

  Duration timeout() {
    if (timeout.toMillis() < 1 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
      throw new InvalidInputException("--timeout must be from 1ms to 10m");
    }
    return timeout;
  }

  boolean json() {
    return output == Output.JSON;
  }

  /** The connection by these options; what they leave out comes from the environment or the profile. */
  Connection connection(CliEnvironment environment) throws IOException {
    return new ConnectionSources(environment)
        .resolve(new ConnectionSources.Flags(
            Optional.ofNullable(url),
            Optional.ofNullable(token),
            Optional.ofNullable(tokenFile),
            Optional.ofNullable(profile),
            Optional.ofNullable(trust)));
  }
}
