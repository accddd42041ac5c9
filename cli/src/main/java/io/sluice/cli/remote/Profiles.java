package io.sluice.cli.remote;

import io.sluice.cli.base.InvalidInputException;
import io.sluice.yaml.Block;
import io.sluice.yaml.Setting;
import io.sluice.yaml.YamlText;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * The file in which users keep the nodes that they ask often:
 *
 * <pre>
 * default: production
 * profiles:
 *   production: {url: "https://sluice.example:8443", tokenFile: token.txt, trust: ca.pem}
 * </pre>
 */
final class Profiles {

  /** A profile, of which every field may be left out. */
  record Profile(
      Optional<URI> url, Optional<String> token, Optional<Path> tokenFile, Optional<Path> trust) {

    static final Profile EMPTY =
        new Profile(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  private static final String SHAPE =
      "must have a block profiles, such as {profiles: {production: {url: \"https://host:8443\"}}}";

  private final Path file;
  private final boolean given;

  Profiles(CliEnvironment environment) {
    Optional<String> named = environment.variable("SLUICE_PROFILES");
    given = named.isPresent();
    file = named
        .map(Path::of)
        .orElseGet(() -> environment.home().resolve(Path.of(".config", "sluice", "profiles.yaml")));
  }

  Profile named(String name) throws IOException {
    if (!given && !Files.exists(file)) {
      throw new InvalidInputException(
          "there is no profile " + name + ", as there is no file " + file + ": write one");
    }
    Block profiles = profiles(top());
    return read(profiles
        .get(name)
        .orElseThrow(() -> new InvalidInputException(
            file + " has no profile " + name + "; it has " + names(profiles))));
  }

  /** The default profile of the file, for commands that name none; empty if there is no file. */
  Profile byDefault() throws IOException {
    if (!given && !Files.exists(file)) {
      return Profile.EMPTY;
    }
    Block top = top();
    Block profiles = profiles(top);
    Optional<Setting> name = top.get("default");
    return name.isEmpty()
        ? Profile.EMPTY
        : read(profiles.get(name.get().text()).orElseThrow(() -> name.get()
            .fault("must be one of " + names(profiles))));
  }

  private Block top() throws IOException {
    Block top = YamlText.read(file).top(SHAPE);
    top.unknown(List.of("default", "profiles")).stream().findFirst().ifPresent(fault -> {
      throw fault;
    });
    return top;
  }

  private static Block profiles(Block top) {
    return top.get("profiles").orElseThrow(() -> top.missing("profiles")).block();
  }

  private static String names(Block profiles) {
    return profiles.settings().isEmpty()
        ? "none"
        : profiles.settings().stream().map(Setting::name).collect(Collectors.joining(", "));
  }

  private static Profile read(Setting setting) {
    Block block = setting.block(List.of("url", "token", "tokenFile", "trust"));
    block.atMostOneOf(List.of("token", "tokenFile"));
    return new Profile(
        block.get("url").map(url -> checked(url, Connection::url)),
        block.get("token").map(token -> checked(token, Connection::token)),
        block.get("tokenFile").map(Setting::file),
        block.get("trust").map(Setting::file));
  }

  /** The check names the key first, which {@code Setting} does as well. */
  private static <T> T checked(Setting setting, BiFunction<String, String, T> check) {
    try {
      return check.apply("", setting.text());
    } catch (InvalidInputException e) {
      throw setting.fault(String.valueOf(e.getMessage()).strip());
    }
  }
}
