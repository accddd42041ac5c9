package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which node is asked, and as whom. */
class RemoteAddressTest {

  @TempDir
  Path home;

  private FakeNode node;
  private RemoteCommands sluice;

  @BeforeEach
  void start() throws IOException {
    node = new FakeNode().answering("/nodes", 200, "{\"items\": []}");
    sluice = new RemoteCommands(home);
  }

  @AfterEach
  void stop() {
    node.close();
  }

  private Path profiles(String yaml) throws IOException {
    Path file = home.resolve(".config/sluice/profiles.yaml");
    Files.createDirectories(file.getParent());
    return Files.writeString(file, yaml);
  }

  @Test
  void shouldPutFlagsBeforeTheEnvironmentAndThatBeforeTheProfile() throws IOException {
    profiles("""
        default: here
        profiles:
          here: {url: "%s/", token: of-profile}
          there: {url: "http://there.invalid:1", token: of-another}
        """.formatted(node.url()));
    Path token = Files.writeString(home.resolve("token"), "of-file\n");

    assertThat(sluice.run("nodes")).isZero();
    sluice.with("SLUICE_URL", node.url()).with("SLUICE_PROFILE", "there");
    assertThat(sluice.run("nodes")).isZero();
    sluice.with("SLUICE_TOKEN", "of-environment");
    assertThat(sluice.run("nodes")).isZero();
    sluice.with("SLUICE_URL", "http://elsewhere.invalid:1");
    assertThat(sluice.run("nodes", "--url", node.url(), "--token-file", token)).isZero();
    assertThat(sluice.run("nodes", "--url", node.url(), "--token", "of-flag")).isZero();

    assertThat(node.tokens())
        .containsExactly(
            "Bearer of-profile",
            "Bearer of-another",
            "Bearer of-environment",
            "Bearer of-file",
            "Bearer of-flag");
  }

  @Test
  void shouldNotShowTheTokenOfTheDefaultProfileToAnotherNode() throws IOException {
    profiles("{default: a, profiles: {a: {url: \"http://there.invalid:1\", token: secret}}}");

    assertThat(sluice.run("nodes", "--url", node.url())).isZero();
    assertThat(node.tokens()).containsExactly("null");
  }

  @Test
  void shouldReadFilesOfAProfileFromItsFolder() throws IOException {
    Path folder = Files.createDirectory(home.resolve("elsewhere"));
    Files.writeString(folder.resolve("t"), "abc");
    Path file = Files.writeString(
        folder.resolve("p.yaml"),
        "profiles: {a: {url: \"%s\", tokenFile: t}}".formatted(node.url()));

    sluice.with("SLUICE_PROFILES", file.toString());
    assertThat(sluice.run("nodes", "--profile", "a")).isZero();
    assertThat(node.tokens()).containsExactly("Bearer abc");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{profiles: {b: {}}} | 'FILE has no profile a; it has b'",
        "{profiles: {a: {tokenfile: x}}} | FILE:1: profiles.a.tokenfile is not a known key; did you mean tokenFile?",
        "{profiles: {a: {url: ftp://x}}} | FILE:1: profiles.a.url must be an address such as"
            + " https://sluice.example:8443, not ftp://x",
        "{profiles: {a: {token: a b}}} | 'FILE:1: profiles.a.token must be one token, without spaces or"
            + " line breaks'",
        "{profile: {}} | FILE:1: profile is not a known key; did you mean profiles?",
        "{profiles: {a: {tokenFile: none}}} | FOLDER/none: there is no such file or folder",
        "[] | FILE: must have a block profiles",
      })
  void shouldSayWhereAProfileIsWrong(String yaml, String message) throws IOException {
    Path file = profiles(yaml);

    assertThat(sluice.run("nodes", "--profile", "a")).isEqualTo(1);
    assertThat(sluice.errors())
        .singleElement()
        .asString()
        .startsWith(message
            .replace("FILE:", file + ":")
            .replace("FILE has", file + " has")
            .replace("FOLDER", String.valueOf(file.getParent())));
  }

  @Test
  void shouldSayThatThereAreNoProfiles() {
    assertThat(sluice.run("nodes", "--profile", "a")).isEqualTo(1);
    assertThat(sluice.errors())
        .containsExactly("there is no profile a, as there is no file "
            + home.resolve(".config/sluice/profiles.yaml") + ": write one");
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:8080",
    "ftp://localhost",
    "http://",
    "http://a b",
    "http://host:99999",
    "http://host/?x=1",
  })
  void shouldRefuseWhatIsNoAddress(String url) {
    assertThat(sluice.run("nodes", "--url", url)).isEqualTo(1);
    assertThat(sluice.errors())
        .containsExactly(
            "--url must be an address such as https://sluice.example:8443, not " + url);
  }

  @Test
  void shouldNotRepeatSecretsInErrors() {
    assertThat(sluice.run("nodes", "--url", "http://me:secret@localhost")).isEqualTo(1);
    assertThat(sluice.errors()).singleElement().asString().doesNotContain("secret");
    assertThat(sluice.run("nodes", "--token", "sec ret")).isEqualTo(1);
    assertThat(sluice.errors())
        .containsExactly("--token must be one token, without spaces or line breaks");
    assertThat(sluice.run("nodes", "--token", "a", "--token-file", "b")).isEqualTo(1);
    assertThat(sluice.errors())
        .containsExactly("--token and --token-file exclude each other: give one");
  }
}
