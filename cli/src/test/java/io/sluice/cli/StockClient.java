package io.sluice.cli;

import java.io.File;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;

/**
 * Pulsar's own client. Its jar and the gateway's libraries have classes of the same names, made for
 * different Nettys, so it runs in a class loader without the latter. Public, as that is another loader.
 */
public final class StockClient implements BiFunction<String, String, String> {

  /** What a test does with a client, to be made by its constructor without arguments. */
  interface Part {
    String apply(PulsarClient client) throws PulsarClientException;
  }

  static String run(Class<? extends Part> part, String serviceUrl) throws Exception {
    try (URLClassLoader loader = new URLClassLoader(jars(), ClassLoader.getPlatformClassLoader())) {
      @SuppressWarnings(
          "unchecked") // the interface is the JDK's, so it is the same in both loaders
      BiFunction<String, String, String> there = (BiFunction<String, String, String>)
          loader.loadClass(StockClient.class.getName()).getDeclaredConstructor().newInstance();
      return there.apply(part.getName(), serviceUrl);
    }
  }

  private static URL[] jars() {
    return classPathWithout("pulsar-common").map(StockClient::url).toArray(URL[]::new);
  }

  static Stream<String> classPathWithout(String... artifacts) {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(System.getProperty("java.class.path"))
        .filter(entry -> Stream.of(artifacts).noneMatch(entry::contains));
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String apply(String part, String serviceUrl) {
    try (PulsarClient client = PulsarClient.builder().serviceUrl(serviceUrl).build()) {
      return Class.forName(part)
          .asSubclass(Part.class)
          .getDeclaredConstructor()
          .newInstance()
          .apply(client);
    } catch (PulsarClientException | ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
