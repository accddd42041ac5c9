package io.sluice.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The version of Sluice, as the build wrote it down. */
public final class SluiceVersion {

  private SluiceVersion() {}

  public static String text() {
    try (InputStream in = SluiceVersion.class.getResourceAsStream("version.txt")) {
      byte[] text = Objects.requireNonNull(in, "version.txt").readAllBytes();
      return new String(text, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("version.txt is part of the program", e);
    }
  }
}
