package io.sluice.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version of Sluice, as the build wrote it down. */
public final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() throws IOException {
    try (InputStream in = Version.class.getResourceAsStream("version.txt")) {
      byte[] text = Objects.requireNonNull(in, "version.txt").readAllBytes();
      return new String[] {"Sluice " + new String(text, StandardCharsets.UTF_8).strip()};
    }
  }
}
