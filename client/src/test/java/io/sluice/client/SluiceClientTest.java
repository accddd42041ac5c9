package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.pulsar.client.api.ClientBuilder;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.ServiceUrlProvider;
import org.apache.pulsar.client.impl.PulsarClientImpl;
import org.apache.pulsar.client.impl.auth.AuthenticationToken;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class SluiceClientTest {

  private static final String URL = "pulsar://127.0.0.1:1";

  private final Set<Thread> before = new HashSet<>();

  @BeforeEach
  void lookAtThreads() {
    before.addAll(Thread.getAllStackTraces().keySet());
  }

  /** Threads that a stock client leaves behind as well, such as Netty's own, are not its. */
  private boolean hasThreadsOfAClient() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !before.contains(thread))
        .anyMatch(thread -> thread.getName().startsWith("pulsar-"));
  }

  private static class FixedUrl implements ServiceUrlProvider {
    private static final long serialVersionUID = 1L;

    @Override
    public void initialize(PulsarClient client) {}

    @Override
    public String getServiceUrl() {
      return URL;
    }

    @Override
    public void close() {}
  }

  @Test
  void shouldLeaveNoThreadBehind() throws Exception {
    try (ScriptedBroker broker = new ScriptedBroker()) {
      PulsarClient client = SluiceClient.build(PulsarClient.builder().serviceUrl(broker.url()));
      Producer<byte[]> producer = client.newProducer().topic("topic").create();
      producer.send(new byte[1]);
      assertThat(hasThreadsOfAClient()).isTrue();
      client.close();
      ScriptedBroker.await(() -> !hasThreadsOfAClient());
      client.shutdown();
    }
  }

  @Test
  void shouldLeaveNoThreadBehindWhenShutDownInTheMiddle() throws Exception {
    try (ScriptedBroker broker = new ScriptedBroker()) {
      PulsarClient client = SluiceClient.build(PulsarClient.builder().serviceUrl(broker.url()));
      Producer<byte[]> producer = client.newProducer().topic("topic").create();
      Producer<byte[]> another = client.newProducer().topic("another").create();
      producer.send(new byte[1]);
      client.shutdown();
      assertThat(List.of(producer, another)).as("told of it").noneMatch(Producer::isConnected);
      ScriptedBroker.await(() -> !hasThreadsOfAClient());
    }
  }

  @Test
  void shouldLeaveNoThreadBehindWhenItCannotBeBuilt() {
    ClientBuilder builder = PulsarClient.builder().serviceUrlProvider(new FixedUrl() {
      private static final long serialVersionUID = 1L;

      @Override
      public void initialize(PulsarClient client) {
        throw new IllegalStateException("a provider that fails");
      }
    });
    assertThatThrownBy(() -> SluiceClient.build(builder))
        .hasMessageContaining("provider that fails");
    ScriptedBroker.await(() -> !hasThreadsOfAClient());
  }

  @Test
  void shouldTakeTheServiceUrlFromAProvider() throws Exception {
    boolean[] initialised = {false};
    FixedUrl provider = new FixedUrl() {
      private static final long serialVersionUID = 1L;

      @Override
      public void initialize(PulsarClient client) {
        initialised[0] = ((PulsarClientImpl) client).getAddressResolver() != null;
      }
    };
    try (PulsarClient client =
        SluiceClient.build(PulsarClient.builder().serviceUrlProvider(provider))) {
      assertThat(((PulsarClientImpl) client).getConfiguration().getServiceUrl()).isEqualTo(URL);
      assertThat(initialised[0]).isTrue();
    }
  }

  @Test
  void shouldWantOneServiceUrl() {
    assertThatThrownBy(() -> SluiceClient.build(PulsarClient.builder()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("service URL");
    assertThatThrownBy(() -> SluiceClient.build(
            PulsarClient.builder().serviceUrl(URL).serviceUrlProvider(new FixedUrl())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not both");
  }

  @Test
  void shouldAuthenticateAsItsPropertiesSay() throws Exception {
    ClientBuilder builder = PulsarClient.builder()
        .serviceUrl(URL)
        .loadConf(Map.of(
            "authPluginClassName", AuthenticationToken.class.getName(), "authParams", "token:abc"));
    try (PulsarClient client = SluiceClient.build(builder)) {
      assertThat(((PulsarClientImpl) client).getConfiguration().getAuthentication())
          .isInstanceOf(AuthenticationToken.class);
    }
  }
}
