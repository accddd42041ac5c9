package io.sluice.rampredis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * One operation as Redis runs it.
 *
 * @param digest what Redis knows it by once it has seen it
 */
record Script(String text, String digest) {

  private static final String SHARED = read("pool.lua");

  static final Script REGISTER = of("register.lua");
  static final Script SYNC = of("sync.lua");
  static final Script DEREGISTER = of("deregister.lua");

  private static Script of(String name) {
    String text = SHARED + read(name);
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
      return new Script(text, HexFormat.of().formatHex(digest));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-1", e);
    }
  }

  private static String read(String name) {
    try (InputStream in = Script.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
