package io.sluice.gateway.pulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import io.sluice.gateway.Gateway;
import io.sluice.gateway.view.ConnectionView;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.pulsar.client.api.Authentication;
import org.apache.pulsar.client.api.AuthenticationFactory;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Schema;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Credentials that clients send: brokers decide about them as if the gateway were not there. */
class TokenTest {

  private static final String TOPIC = "persistent://public/tokens/topic";
  /** As htpasswd writes "password". */
  private static final String PASSWORDS = "user:$apr1$saltsalt$yAAkm4libquA.ZWLHbSBq/\n";

  private static EmbeddedPulsar pulsar;
  private static Gateway gateway;

  private final List<PulsarClient> clients = new ArrayList<>();

  @AfterEach
  void disconnect() throws Exception {
    for (PulsarClient client : clients) {
      var unused = client.closeAsync();
    }
    Eventually.until("all are gone", () -> Gateways.connections(gateway).isEmpty());
  }

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    Path passwords = Files.writeString(folder.resolve("htpasswd"), PASSWORDS);
    Map<String, String> settings = new HashMap<>();
    settings.put("authenticationEnabled", "true");
    settings.put("authorizationEnabled", "true");
    settings.put(
        "authenticationProviders",
        "org.apache.pulsar.broker.authentication.AuthenticationProviderToken,"
            + "org.apache.pulsar.broker.authentication.AuthenticationProviderBasic");
    settings.put("tokenSecretKey", Tokens.secretKey());
    settings.put("basicAuthConf", passwords.toUri().toString());
    settings.put("superUserRoles", "admin");
    settings.put("authenticationRefreshCheckSeconds", "1");
    settings.put("transactionCoordinatorEnabled", "false");
    settings.put(
        "brokerClientAuthenticationPlugin",
        "org.apache.pulsar.client.impl.auth.AuthenticationToken");
    settings.put("brokerClientAuthenticationParameters", "token:" + Tokens.forever("admin"));
    pulsar = Clusters.start(EmbeddedPulsarOptions.defaults().withBrokerSettings(settings));
    gateway = Gateways.start(Gateways.cluster(pulsar));
    Rest rest = new Rest(pulsar, Optional.of(Tokens.forever("admin")));
    rest.createNamespace("public/tokens", 1);
    rest.post("/admin/v2/namespaces/public/tokens/permissions/user", "[\"produce\",\"consume\"]");
  }

  @AfterAll
  static void stop() {
    gateway.close();
    pulsar.close();
  }

  private PulsarClient client(Authentication authentication) throws PulsarClientException {
    return client(Gateways.serviceUrl(gateway), authentication);
  }

  private PulsarClient client(String serviceUrl, Authentication authentication)
      throws PulsarClientException {
    PulsarClient client = PulsarFixture.clientBuilder(serviceUrl)
        .enableTransaction(false)
        .authentication(authentication)
        .build();
    clients.add(client);
    return client;
  }

  private static void roundTrip(PulsarClient client) throws PulsarClientException {
    try (Producer<String> producer =
            client.newProducer(Schema.STRING).topic(TOPIC).create();
        Consumer<String> consumer =
            client.newConsumer(Schema.STRING).topic(TOPIC).subscriptionName("s").subscribe()) {
      producer.send("hello");
      assertThat(PulsarFixture.receive(consumer, 1)).containsExactly("hello");
      consumer.unsubscribe();
    }
  }

  @Test
  void shouldRelayAToken() throws Exception {
    roundTrip(client(AuthenticationFactory.token(Tokens.forever("user"))));
  }

  @Test
  void shouldRelayAPassword() throws Exception {
    roundTrip(client(AuthenticationFactory.create(
        "org.apache.pulsar.client.impl.auth.AuthenticationBasic",
        "{\"userId\":\"user\",\"password\":\"password\"}")));
  }

  @Test
  void shouldRefuseAForgedToken() throws Exception {
    assertThat(refusal(AuthenticationFactory.token(Tokens.forged("user"))))
        .isInstanceOf(PulsarClientException.AuthenticationException.class);
  }

  @Test
  void shouldRefuseWhoeverShowsNothing() throws Exception {
    assertThat(refusal(AuthenticationFactory.create(
            "org.apache.pulsar.client.impl.auth.AuthenticationDisabled", "")))
        .isInstanceOf(PulsarClientException.AuthenticationException.class);
  }

  @Test
  void shouldRefuseARoleWithoutRights() throws Exception {
    assertThat(refusal(AuthenticationFactory.token(Tokens.forever("stranger"))))
        .isInstanceOf(PulsarClientException.AuthorizationException.class);
  }

  /** Why it is refused: the same as without a gateway, in the broker's own words. */
  private Throwable refusal(Authentication authentication) throws Exception {
    Throwable direct = refusal(pulsar.serviceUrl(), authentication);
    Throwable refusal = refusal(Gateways.serviceUrl(gateway), authentication);
    assertThat(refusal).hasSameClassAs(direct);
    assertThat(withoutPlaces(refusal)).isEqualTo(withoutPlaces(direct));
    return refusal;
  }

  private Throwable refusal(String serviceUrl, Authentication authentication) throws Exception {
    PulsarClient client = client(serviceUrl, authentication);
    return catchThrowable(() -> client.newProducer().topic(TOPIC).create());
  }

  /** The client adds numbers and addresses of its own to what the broker says. */
  private static String withoutPlaces(Throwable thrown) {
    return String.valueOf(thrown.getMessage()).replaceAll("[0-9]+", "N");
  }

  @Test
  void shouldStayConnectedBeyondTheExpiryOfATokenThatIsRenewed() throws Exception {
    AtomicInteger issued = new AtomicInteger();
    Supplier<String> supplier = () -> {
      issued.incrementAndGet();
      return Tokens.until("user", Instant.now().plusSeconds(3));
    };
    PulsarClient client = client(AuthenticationFactory.token(supplier));
    try (Producer<String> producer =
        client.newProducer(Schema.STRING).topic(TOPIC).create()) {
      producer.send("first");
      List<Long> before = ids();
      int asked = issued.get();
      // Each connection, one for lookups and one to the broker, is asked for new ones again and
      // again.
      Eventually.until("tokens are renewed", () -> issued.get() >= asked + 4);
      producer.send("later");
      assertThat(ids()).isEqualTo(before);
      try (Producer<String> another =
          client.newProducer(Schema.STRING).topic(TOPIC + "-later").create()) {
        assertThat(another.send("new lookup")).isNotNull();
      }
      assertThat(ids()).containsAll(before);
    }
  }

  private static List<Long> ids() throws Exception {
    return Gateways.connections(gateway).stream()
        .map(ConnectionView::id)
        .sorted()
        .collect(Collectors.toList());
  }

  @Test
  void shouldLoseAClientWhoseTokenExpiresAndIsNotRenewed() throws Exception {
    String once = Tokens.until("user", Instant.now().plusSeconds(3));
    PulsarClient client = client(AuthenticationFactory.token(() -> once));
    Producer<String> producer = client.newProducer(Schema.STRING).topic(TOPIC).create();
    producer.send("first");
    Eventually.until("the broker closes it", () -> !producer.isConnected());
  }
}
