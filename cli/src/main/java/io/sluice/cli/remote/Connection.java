package io.sluice.cli.remote;

import io.sluice.cli.base.InvalidInputException;
import io.sluice.yaml.BoundedFile;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The node that a command asks, and the token for it.
 *
 * @param url the node's address, without a slash at its end
 * @param token the token of the user, if there is one
 * @param trust the file with the authority that has signed the node's certificate, if it is not a public one
 */
record Connection(URI url, Optional<String> token, Optional<Path> trust) {

  private static final int LONGEST_TOKEN = 64 * 1024;

  /**
   * Reads an address.
   *
   * @param source where the address was given, for messages, such as {@code --url}
   */
  static URI url(String source, String text) {
    String wrong = source + " must be an address such as https://sluice.example:8443";
    URI url;
    try {
      url = new URI(text.strip().replaceFirst("/+$", ""));
    } catch (URISyntaxException e) {
      throw new InvalidInputException(wrong + ", not " + text);
    }
    if (url.getUserInfo() != null) {
      // The message does not have the address, as it may have a password in it.
      throw new InvalidInputException(wrong + ", without a user: give a token instead");
    }
    boolean http = "http".equalsIgnoreCase(url.getScheme());
    boolean https = "https".equalsIgnoreCase(url.getScheme());
    if ((!http && !https)
        || url.getHost() == null
        || url.getPort() > 65535
        || url.getRawQuery() != null
        || url.getRawFragment() != null) {
      throw new InvalidInputException(wrong + ", not " + text);
    }
    return url;
  }

  static String token(String source, String text) {
    String token = text.strip();
    if (!token.matches("[!-~]+")) {
      throw new InvalidInputException(source + " must be one token, without spaces or line breaks");
    }
    return token;
  }

  static String tokenOf(Path file) throws IOException {
    try {
      return token(file.toString(), BoundedFile.read(file, LONGEST_TOKEN));
    } catch (CharacterCodingException e) {
      throw new InvalidInputException(file + " must hold one token, as text");
    }
  }

  boolean isEncrypted() {
    return "https".equalsIgnoreCase(url.getScheme());
  }
}
