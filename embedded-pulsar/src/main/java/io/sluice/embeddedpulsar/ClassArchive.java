package io.sluice.embeddedpulsar;

import java.io.IOException;

/**
 * Makes an archive of the classes that a broker loads when it starts. A child JVM with {@code
 * -XX:SharedArchiveFile} of it starts in half the time; one to which it does not fit ignores it.
 */
final class ClassArchive {

  private ClassArchive() {}

  /**
   * Starts a broker and stops it.
   *
   * @param args the file to write
   */
  public static void main(String[] args) throws IOException {
    EmbeddedPulsar.start(
            EmbeddedPulsarOptions.defaults().withJvmOptions("-XX:ArchiveClassesAtExit=" + args[0]))
        .close();
  }
}
