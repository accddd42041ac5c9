package io.sluice.cli.base;

import io.sluice.server.SluiceVersion;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says. */
public final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {"Sluice " + SluiceVersion.text()};
  }
}
