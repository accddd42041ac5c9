package io.sluice.admin.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.jsonwebtoken.security.Keys;
import io.jsonwebtoken.security.WeakKeyException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;

/**
 * Reads keys from where a broker's configuration has them: {@code file:///path}, {@code
 * data:;base64,…} or a path. A broker also takes a bare base64; that is not taken here, as the path of a
 * file that is missing looks the same, and would then be a key that can be guessed.
 *
 * <p>What is wrong is said by an {@link IllegalArgumentException}, to be read after the name of the
 * setting. It never has the setting's value in it, which may be the key.
 */
public final class TokenKey {

  private static final String FILE = "file:";
  private static final String DATA = "data:";
  private static final Pattern ALGORITHM = Pattern.compile("(RS|PS|ES)(256|384|512)");
  private static final int LARGEST_FILE_BYTES = 64 << 10;

  private TokenKey() {}

  /** The key that signs and verifies tokens; a file holds its bytes as they are. */
  public static SecretKey secret(String source) {
    try {
      return Keys.hmacShaKeyFor(bytes(source));
    } catch (WeakKeyException e) {
      throw new IllegalArgumentException("is too short a key: it must have 32 bytes at least", e);
    }
  }

  /** The key that only verifies them, as a file in DER. */
  public static PublicKey publicKey(String source, String algorithm) {
    requireAlgorithm(algorithm);
    byte[] der = bytes(source);
    try {
      return KeyFactory.getInstance(algorithm.startsWith("ES") ? "EC" : "RSA")
          .generatePublic(new X509EncodedKeySpec(der));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "is no public key for " + algorithm + ": it must be X.509 in DER", e);
    }
  }

  /** Whether it is one of those that have a public key. */
  public static void requireAlgorithm(String algorithm) {
    if (!ALGORITHM.matcher(algorithm).matches()) {
      throw new IllegalArgumentException(
          "must be RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384 or ES512");
    }
  }

  private static byte[] bytes(String source) {
    return source.startsWith(DATA) ? data(source) : file(path(source.strip()));
  }

  private static byte[] data(String source) {
    int comma = source.indexOf(',');
    if (comma < 0) {
      throw new IllegalArgumentException("has no comma after data:, as in data:;base64,…");
    }
    String data = source.substring(comma + 1);
    if (!source.substring(0, comma).endsWith(";base64")) {
      return data.getBytes(UTF_8);
    }
    try {
      return Base64.getDecoder().decode(data.strip());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("is not base64 after the comma", e);
    }
  }

  private static Path path(String source) {
    try {
      if (!source.startsWith(FILE)) {
        return Path.of(source);
      }
      URI uri = URI.create(source);
      return uri.isOpaque() ? Path.of(uri.getSchemeSpecificPart()) : Path.of(uri);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("is no name of a file, as in file:///path", e);
    }
  }

  private static byte[] file(Path path) {
    if (!Files.isRegularFile(path)) {
      throw new IllegalArgumentException(
          "names a file that does not exist; a key itself is written as data:;base64,…");
    }
    try {
      if (Files.size(path) > LARGEST_FILE_BYTES) {
        throw new IllegalArgumentException("names a file that is too large for a key");
      }
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw new IllegalArgumentException("names a file that cannot be read", e);
    }
  }
}
