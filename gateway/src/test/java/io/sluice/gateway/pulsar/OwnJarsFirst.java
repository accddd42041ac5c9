package io.sluice.gateway.pulsar;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Loads classes from its own jars if they are there, whatever the tests' own class path has. */
final class OwnJarsFirst extends URLClassLoader {

  static {
    registerAsParallelCapable();
  }

  private OwnJarsFirst(URL[] jars) {
    super(jars, OwnJarsFirst.class.getClassLoader());
  }

  /** The jars of {@code target/clients/NAME}, where the build has put them, and some more. */
  static OwnJarsFirst ofClient(String name, Path... more) {
    Path folder = Path.of("target", "clients", name);
    try (Stream<Path> jars = Files.list(folder)) {
      return new OwnJarsFirst(
          Stream.concat(jars, List.of(more).stream()).map(OwnJarsFirst::url).toArray(URL[]::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        try {
          loaded = findClass(name);
        } catch (ClassNotFoundException e) {
          loaded = getParent().loadClass(name);
        }
      }
      if (resolve) {
        resolveClass(loaded);
      }
      return loaded;
    }
  }
}
