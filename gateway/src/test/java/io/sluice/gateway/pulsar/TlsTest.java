package io.sluice.gateway.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import io.sluice.gateway.Gateway;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.config.BrokerTls;
import io.sluice.gateway.config.Cluster;
import io.sluice.gateway.config.GatewayConfig;
import io.sluice.gateway.config.HomeNode;
import io.sluice.gateway.config.HomeNodes;
import io.sluice.gateway.config.Listener;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.ServerError;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
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

/** TLS on both sides, and clients that are known by their certificates. */
class TlsTest {

  private static final String TOPIC = "persistent://public/tls/topic";

  private static Certificates certificates;
  private static Certificates.Pair gatewayPair;
  private static EmbeddedPulsar pulsar;
  private static Gateway gateway;

  private final List<PulsarClient> clients = new ArrayList<>();

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    certificates = new Certificates(folder);
    // The client asks the system for the name of an address, and may get this one.
    gatewayPair = certificates.issue("gateway", "localhost");
    Certificates.Pair broker = certificates.issue("broker");
    Map<String, String> settings = new HashMap<>();
    settings.put("brokerServicePortTls", "0");
    settings.put("tlsCertificateFilePath", broker.certificate().toString());
    settings.put("tlsKeyFilePath", broker.key().toString());
    settings.put("tlsTrustCertsFilePath", certificates.trust().toString());
    settings.put("authenticationEnabled", "true");
    settings.put("authorizationEnabled", "true");
    settings.put(
        "authenticationProviders",
        "org.apache.pulsar.broker.authentication.AuthenticationProviderToken,"
            + "org.apache.pulsar.broker.authentication.AuthenticationProviderTls");
    settings.put("tokenSecretKey", Tokens.secretKey());
    settings.put("superUserRoles", "admin");
    settings.put("proxyRoles", "gateway");
    settings.put("transactionCoordinatorEnabled", "false");
    settings.put(
        "brokerClientAuthenticationPlugin",
        "org.apache.pulsar.client.impl.auth.AuthenticationToken");
    settings.put("brokerClientAuthenticationParameters", "token:" + Tokens.forever("admin"));
    pulsar = Clusters.start(EmbeddedPulsarOptions.defaults().withBrokerSettings(settings));
    gateway = gateway("127.0.0.1", true);
    Rest rest = new Rest(pulsar, Optional.of(Tokens.forever("admin")));
    rest.createNamespace("public/tls", 1);
    for (String role : List.of("user", "gateway")) {
      rest.post("/admin/v2/namespaces/public/tls/permissions/" + role, "[\"produce\",\"consume\"]");
    }
  }

  /** @param host how it calls the broker, whose certificate is for 127.0.0.1 */
  private static Gateway gateway(String host, boolean verifyHostname) {
    return Gateways.start(config(host, verifyHostname));
  }

  private static GatewayConfig config(String host, boolean verifyHostname) {
    int port = pulsar.brokers().get(0).tlsServiceUrl().orElseThrow().getPort();
    BrokerTls towardsBrokers = new BrokerTls(
        Optional.of(certificates.trust()),
        verifyHostname,
        Optional.of(new BrokerTls.Identity(gatewayPair.certificate(), gatewayPair.key())));
    Listener.Tls towardsClients = new Listener.Tls(
        gatewayPair.certificate(),
        gatewayPair.key(),
        Listener.ClientCertificates.OPTIONAL,
        Optional.of(certificates.trust()));
    return GatewayConfig.of(
        new Listener("127.0.0.1", 0, false, Optional.of(towardsClients)),
        new Cluster(
            List.of(new BrokerAddress(host, port)),
            Set.of(),
            Set.of(),
            true,
            Optional.of(towardsBrokers)));
  }

  @AfterAll
  static void stop() {
    gateway.close();
    pulsar.close();
  }

  @AfterEach
  void disconnect() throws Exception {
    for (PulsarClient client : clients) {
      var unused = client.closeAsync();
    }
    Eventually.until("all are gone", () -> Gateways.connections(gateway).isEmpty());
  }

  private PulsarClient client(Authentication authentication) throws PulsarClientException {
    return client(gateway, authentication);
  }

  private PulsarClient client(Gateway asked, Authentication authentication)
      throws PulsarClientException {
    PulsarClient client = PulsarFixture.clientBuilder(
            "pulsar+ssl://127.0.0.1:" + Gateways.port(asked))
        .enableTransaction(false)
        .tlsTrustCertsFilePath(certificates.trust().toString())
        .enableTlsHostnameVerification(true)
        .authentication(authentication)
        .build();
    clients.add(client);
    return client;
  }

  private static Authentication certificate(String commonName) throws Exception {
    Certificates.Pair pair = certificates.issue(commonName);
    return AuthenticationFactory.TLS(pair.certificate().toString(), pair.key().toString());
  }

  private static void roundTrip(PulsarClient client) throws PulsarClientException {
    try (Producer<String> producer =
            client.newProducer(Schema.STRING).topic(TOPIC).create();
        Consumer<String> consumer =
            client.newConsumer(Schema.STRING).topic(TOPIC).subscriptionName("s").subscribe()) {
      for (String message : PulsarFixture.messages(50)) {
        producer.send(message);
      }
      assertThat(PulsarFixture.receive(consumer, 50)).isEqualTo(PulsarFixture.messages(50));
      consumer.unsubscribe();
    }
  }

  @Test
  void shouldRelayATokenWithinTls() throws Exception {
    roundTrip(client(AuthenticationFactory.token(Tokens.forever("user"))));
    assertThat(Gateways.connections(gateway)).isNotEmpty();
  }

  @Test
  void shouldRedirectToTheAddressWithTls() throws Exception {
    InMemoryPolicyStore policies = new InMemoryPolicyStore(
        Policies.NONE.with(PolicyKind.PUBLISH, PolicyKey.topic(TOPIC), PublishLimit.of(1000, 0)));
    List<HomeNode> ready = new CopyOnWriteArrayList<>();
    GatewayConfig config = config("127.0.0.1", true);
    try (Gateway home = Gateways.start(config, policies, new HomeNodes("home", () -> ready));
        Gateway asked = Gateways.start(config, policies, new HomeNodes("asked", () -> ready))) {
      ready.add(new HomeNode(
          "home",
          "home",
          Optional.of("pulsar://127.0.0.1:1"), // where nothing is
          Optional.of("pulsar+ssl://127.0.0.1:" + Gateways.port(home)),
          0));
      Eventually.until("it is known", () -> asked.home(TopicName.parse(TOPIC)).isPresent());
      PulsarClient client = client(asked, certificate("user"));

      try (Producer<byte[]> producer = client.newProducer().topic(TOPIC).create()) {
        assertThat(producer.send(new byte[1])).isNotNull();

        assertThat(Gateways.producers(home, TOPIC)).hasSize(1);
        assertThat(home.redirectedArrivals()).isEqualTo(1);
      }
    }
  }

  @Test
  void shouldLetInAClientByItsCertificate() throws Exception {
    roundTrip(client(certificate("user")));
    assertThat(Gateways.connections(gateway)).isNotEmpty();
  }

  @Test
  void shouldRefuseACertificateWhoseRoleHasNoRights() throws Exception {
    PulsarClient client = client(certificate("stranger"));
    assertThatThrownBy(() -> client.newProducer().topic(TOPIC).create())
        .isInstanceOf(PulsarClientException.AuthorizationException.class);
  }

  @Test
  void shouldNotTakeAClientForAnotherGateway() throws Exception {
    try (RawClient client = rawClient(gateway, "gateway")) {
      client.send(connect("tls", "admin"));
      assertThat(isAccepted(client)).isFalse();
    }
  }

  @Test
  void shouldNotBelieveAClientThatClaimsToBeSomebodyElse() throws Exception {
    for (String claimed : List.of("user", "admin")) {
      try (RawClient client = rawClient(gateway, "stranger")) {
        client.send(connect("tls", claimed));
        assertThat(isAccepted(client)).isTrue();
        BaseCommand producer = new BaseCommand().setType(BaseCommand.Type.PRODUCER);
        producer.setProducer().setTopic(TOPIC).setProducerId(1).setRequestId(1);
        client.send(producer);
        BaseCommand answer = client.receive();
        assertThat(answer.getType()).isEqualTo(BaseCommand.Type.ERROR);
        assertThat(answer.getError().getError()).isEqualTo(ServerError.AuthorizationError);
      }
    }
  }

  @Test
  void shouldNotLendItsOwnNameToAClientWithoutACertificate() throws Exception {
    for (String method : List.of("tls", "none", "")) {
      try (RawClient client = rawClient(gateway)) {
        client.send(connect(method, "admin"));
        assertThat(isAccepted(client)).as("method '%s'", method).isFalse();
      }
    }
  }

  @Test
  void shouldNotLetATokenSpeakForSomebodyElse() throws Exception {
    try (RawClient client = rawClient(gateway)) {
      BaseCommand connect = connect("token", "admin");
      connect.getConnect().setAuthData(Tokens.forever("user").getBytes(UTF_8));
      client.send(connect);
      assertThat(isAccepted(client)).isFalse();
    }
  }

  @Test
  void shouldVerifyTheNameOfABroker() throws Exception {
    try (Gateway strict = gateway("localhost", true);
        RawClient client = rawClient(strict, "user")) {
      client.send(connect("tls", "user"));
      assertThat(isAccepted(client)).isFalse();
    }
    try (Gateway lax = gateway("localhost", false);
        RawClient client = rawClient(lax, "user")) {
      client.send(connect("tls", "user"));
      assertThat(isAccepted(client)).isTrue();
    }
  }

  private static RawClient rawClient(Gateway to, String commonName) throws Exception {
    return rawClient(
        to, certificates.issue(commonName).bundle().toKeyManagerFactory().getKeyManagers());
  }

  private static RawClient rawClient(Gateway to, KeyManager... keys) throws Exception {
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(keys, new TrustManager[] {certificates.authority().toTrustManager()}, null);
    return new RawClient(tls.getSocketFactory().createSocket("127.0.0.1", Gateways.port(to)));
  }

  private static BaseCommand connect(String method, String claimedPrincipal) {
    BaseCommand connect = new BaseCommand().setType(BaseCommand.Type.CONNECT);
    connect
        .setConnect()
        .setClientVersion("by hand")
        .setProtocolVersion(21)
        .setOriginalPrincipal(claimedPrincipal)
        .setOriginalAuthMethod("tls");
    if (!method.isEmpty()) {
      connect.getConnect().setAuthMethodName(method);
    }
    return connect;
  }

  private static boolean isAccepted(RawClient client) throws IOException {
    try {
      return client.receive().getType() == BaseCommand.Type.CONNECTED;
    } catch (EOFException | SocketException closed) {
      return false;
    }
  }
}
