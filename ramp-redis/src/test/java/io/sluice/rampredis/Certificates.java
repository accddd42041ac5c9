package io.sluice.rampredis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Certificates of an authority made for one test, by the {@code keytool} of the JDK, as PEM. */
final class Certificates {

  private static final String PASSWORD = "changeit";
  private static final Base64.Encoder BASE64 =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

  /** A certificate and its key. */
  record Signed(Path certificate, Path key) {}

  private final Path folder;
  private final Path keys;
  final Path authority;

  /** Makes an authority; its files are left to the owner of the folder. */
  Certificates(Path folder, String name) throws Exception {
    this.folder = folder;
    keys = folder.resolve(name + ".p12");
    generate(name, "-ext", "bc:c");
    authority = write(name + ".pem", "CERTIFICATE", store().getCertificate(name).getEncoded());
  }

  /** A certificate for loopback, signed by the authority. */
  Signed sign(String name) throws Exception {
    String authorityName = authority.getFileName().toString().replace(".pem", "");
    generate(name, "-signer", authorityName, "-ext", "san=ip:127.0.0.1");
    return new Signed(
        write(name + ".pem", "CERTIFICATE", store().getCertificate(name).getEncoded()),
        write(
            name + ".key",
            "PRIVATE KEY",
            store().getKey(name, PASSWORD.toCharArray()).getEncoded()));
  }

  private void generate(String name, String... more) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-genkeypair",
        "-alias",
        name,
        "-dname",
        "CN=" + name,
        "-keyalg",
        "EC",
        "-groupname",
        "secp256r1",
        "-validity",
        "2",
        "-keystore",
        keys.toString(),
        "-storetype",
        "PKCS12",
        "-storepass",
        PASSWORD));
    command.addAll(List.of(more));
    Path log = folder.resolve("keytool.log");
    Process keytool = new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException("keytool failed:\n" + Files.readString(log));
    }
  }

  private KeyStore store() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
  }

  private Path write(String file, String type, byte[] content) throws IOException {
    return Files.writeString(
        folder.resolve(file),
        "-----BEGIN " + type + "-----\n" + BASE64.encodeToString(content) + "\n-----END " + type
            + "-----\n");
  }
}
