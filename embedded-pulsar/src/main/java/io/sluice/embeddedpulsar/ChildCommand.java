package io.sluice.embeddedpulsar;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.StringTokenizer;

/** The command line of the child JVM. */
final class ChildCommand {

  private static final String MAIN = "io.sluice.embeddedpulsar.child.ChildMain";
  private static final String LOGGING = "io/sluice/embeddedpulsar/child/log4j2.properties";

  /** Further options of the child JVM, separated by blanks; they come last and so count. */
  private static final String JVM_OPTIONS = "SLUICE_PULSAR_JVM_OPTIONS";

  /** Ctrl+C reaches the child as well as its parent; the parent alone decides when it stops. */
  private static final List<String> WITHOUT_INTERRUPTS =
      List.of("/bin/sh", "-c", "trap '' INT; exec \"$0\" \"$@\"");

  /** What Pulsar, BookKeeper and Netty reach into, as Pulsar's own launcher opens it. */
  private static final List<String> OPENED = List.of(
      "java.base/java.io",
      "java.base/java.lang",
      "java.base/java.lang.reflect",
      "java.base/java.net",
      "java.base/java.nio",
      "java.base/java.util",
      "java.base/java.util.zip",
      "java.base/jdk.internal.misc",
      "java.base/jdk.internal.platform",
      "java.base/sun.net",
      "java.base/sun.nio.ch",
      "java.base/sun.security.jca",
      "java.management/sun.management",
      "jdk.management/com.sun.management.internal");

  private ChildCommand() {}

  static ProcessBuilder create(List<String> jvmOptions, Path temporaryFolder, Path optionsFile)
      throws IOException {
    List<String> command = new ArrayList<>();
    if (Files.isExecutable(Path.of(WITHOUT_INTERRUPTS.get(0)))) {
      command.addAll(WITHOUT_INTERRUPTS);
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    OPENED.forEach(opened -> command.add("--add-opens=" + opened + "=ALL-UNNAMED"));
    if (Runtime.version().feature() >= 24) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.add("-Dio.netty.tryReflectionSetAccessible=true");
    command.add("-Djava.io.tmpdir=" + temporaryFolder);
    command.add("-Dlog4j2.configurationFile=classpath:" + LOGGING);
    command.add("-XX:+UseSerialGC");
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.addAll(jvmOptions);
    command.addAll(fromEnvironment());
    command.add(MAIN);
    command.add(optionsFile.toString());
    ProcessBuilder builder = new ProcessBuilder(command);
    // In the environment, as it would make the command line unreadable.
    builder.environment().put("CLASSPATH", ownClasses() + File.pathSeparator + pulsarsClasses());
    return builder;
  }

  private static List<String> fromEnvironment() {
    return Collections.list(
            new StringTokenizer(Objects.requireNonNullElse(System.getenv(JVM_OPTIONS), "")))
        .stream()
        .map(String.class::cast)
        .toList();
  }

  private static Path ownClasses() throws IOException {
    try {
      return Path.of(
          ChildCommand.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("cannot tell where the classes of sluice-embedded-pulsar are", e);
    }
  }

  private static String pulsarsClasses() throws IOException {
    String classPath;
    try (InputStream in = ChildCommand.class.getResourceAsStream("child.classpath")) {
      if (in == null) {
        throw new FileNotFoundException(
            "sluice-embedded-pulsar was built without child.classpath; build it with Maven");
      }
      classPath = new String(in.readAllBytes(), UTF_8).strip();
    }
    StringTokenizer files = new StringTokenizer(classPath, File.pathSeparator);
    while (files.hasMoreTokens()) {
      Path file = Path.of(files.nextToken());
      if (!Files.exists(file)) {
        throw new FileNotFoundException(
            file + " was there when sluice-embedded-pulsar was built, but is gone; build it again");
      }
    }
    return classPath;
  }
}
