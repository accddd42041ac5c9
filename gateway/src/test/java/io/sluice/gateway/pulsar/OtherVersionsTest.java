package io.sluice.gateway.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.Gateway;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that are older or newer than the brokers. */
class OtherVersionsTest {

  @ParameterizedTest
  @CsvSource({"older, Pulsar-Java-v4.0", "newer, Pulsar-Java-v5.0"})
  void shouldServeClientsOfOtherVersions(String name, String version) throws Exception {
    String topic = "persistent://public/default/" + PulsarFixture.uniqueName();
    Rest.plain().createPartitioned(topic + "-partitioned", 3);
    List<String> expected = new ArrayList<>(PulsarFixture.messages(10));
    expected.addAll(PulsarFixture.messages(10));
    expected.addAll(List.of("Ada 36", "by pattern"));
    Path ownClasses = Path.of(
        SmallProgram.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Gateway gateway = Gateways.start(Gateways.cluster(Clusters.plain()));
        OwnJarsFirst loader = OwnJarsFirst.ofClient(name, ownClasses)) {
      Function<List<String>, List<String>> program = program(loader);
      CompletableFuture<List<String>> received = CompletableFuture.supplyAsync(() ->
          program.apply(List.of(Gateways.serviceUrl(gateway), topic, topic + "-partitioned")));
      Set<String> versions = ConcurrentHashMap.newKeySet();
      Eventually.until("it is done", () -> {
        Gateways.connections(gateway).forEach(c -> versions.add(c.clientVersion()));
        return received.isDone();
      });
      assertThat(received.get(0, TimeUnit.SECONDS)).isEqualTo(expected);
      versions.remove("");
      assertThat(versions).isNotEmpty().allMatch(seen -> seen.startsWith(version));
    }
  }

  @SuppressWarnings("unchecked")
  private static Function<List<String>, List<String>> program(ClassLoader loader)
      throws ReflectiveOperationException {
    return (Function<List<String>, List<String>>)
        loader.loadClass(SmallProgram.class.getName()).getDeclaredConstructor().newInstance();
  }
}
