package io.sluice.cli.remote;

import io.sluice.cli.base.InvalidInputException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Finds out which node to ask. Flags come before environment variables, and these before the profile.
 */
final class ConnectionSources {

  private static final URI OTHERWISE = URI.create("http://localhost:8080");

  /** What was given on the command line. */
  record Flags(
      Optional<String> url,
      Optional<String> token,
      Optional<Path> tokenFile,
      Optional<String> profile,
      Optional<Path> trust) {}

  private final CliEnvironment environment;

  ConnectionSources(CliEnvironment environment) {
    this.environment = environment;
  }

  Connection resolve(Flags flags) throws IOException {
    if (flags.token.isPresent() && flags.tokenFile.isPresent()) {
      throw new InvalidInputException("--token and --token-file exclude each other: give one");
    }
    Optional<URI> url = flags.url.map(text -> Connection.url("--url", text)).or(() -> environment
        .variable("SLUICE_URL")
        .map(text -> Connection.url("SLUICE_URL", text)));
    Profiles.Profile profile = profile(flags.profile, url.isPresent());
    return new Connection(
        url.or(profile::url).orElse(OTHERWISE),
        token(flags, profile),
        flags.trust.or(profile::trust));
  }

  /**
   * The profile to use. If the URL is given otherwise, the default profile is not used, so that its token is not
   * sent to another URL. A profile that is named is used in any case.
   */
  private Profiles.Profile profile(Optional<String> flag, boolean urlIsKnown) throws IOException {
    Profiles profiles = new Profiles(environment);
    Optional<String> name = flag.or(() -> environment.variable("SLUICE_PROFILE"));
    if (name.isPresent()) {
      return profiles.named(name.get());
    }
    return urlIsKnown ? Profiles.Profile.EMPTY : profiles.byDefault();
  }

  private Optional<String> token(Flags flags, Profiles.Profile profile) throws IOException {
    if (flags.token.isPresent()) {
      return Optional.of(Connection.token("--token", flags.token.get()));
    }
    if (flags.tokenFile.isPresent()) {
      return Optional.of(Connection.tokenOf(flags.tokenFile.get()));
    }
    Optional<String> variable = environment.variable("SLUICE_TOKEN");
    if (variable.isPresent()) {
      return Optional.of(Connection.token("SLUICE_TOKEN", variable.get()));
    }
    if (profile.tokenFile().isPresent()) {
      return Optional.of(Connection.tokenOf(profile.tokenFile().get()));
    }
    return profile.token();
  }
}
