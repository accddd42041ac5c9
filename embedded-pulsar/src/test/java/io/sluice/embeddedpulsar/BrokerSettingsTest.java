package io.sluice.embeddedpulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jsonwebtoken.Jwts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.crypto.SecretKey;
import org.apache.pulsar.broker.authentication.AuthenticationProviderToken;
import org.apache.pulsar.client.api.AuthenticationFactory;
import org.apache.pulsar.client.api.ClientBuilder;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.impl.auth.AuthenticationToken;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings reach the broker as they would from its file. */
class BrokerSettingsTest {

  private static final String PASSWORD = "changeit";

  @TempDir
  private Path folder;

  @Test
  void shouldDemandTokensAndSpeakTls() throws Exception {
    SecretKey key = Jwts.SIG.HS256.key().build();
    String token = Jwts.builder().subject("admin").signWith(key).compact();
    Path store = keyStore();
    Map<String, String> settings = Map.ofEntries(
        Map.entry("authenticationEnabled", "true"),
        Map.entry("authenticationProviders", AuthenticationProviderToken.class.getName()),
        Map.entry(
            "tokenSecretKey",
            "data:;base64," + Base64.getEncoder().encodeToString(key.getEncoded())),
        Map.entry("superUserRoles", "admin,another"),
        Map.entry("brokerClientAuthenticationPlugin", AuthenticationToken.class.getName()),
        Map.entry("brokerClientAuthenticationParameters", "token:" + token),
        Map.entry("brokerServicePortTls", "0"),
        Map.entry("tlsEnabledWithKeyStore", "true"),
        Map.entry("tlsKeyStoreType", "PKCS12"),
        Map.entry("tlsKeyStore", store.toString()),
        Map.entry("tlsKeyStorePassword", PASSWORD));
    try (EmbeddedPulsar pulsar =
        EmbeddedPulsar.start(EmbeddedPulsarOptions.defaults().withBrokerSettings(settings))) {
      URI tls = pulsar.brokers().get(0).tlsServiceUrl().orElseThrow();
      assertThat(tls).hasScheme("pulsar+ssl").hasHost("127.0.0.1");
      pulsar.stopBroker(0);
      pulsar.startBroker(0);
      publish(trusting(store, tls).authentication(AuthenticationFactory.token(token)));
      publish(PulsarClient.builder()
          .serviceUrl(pulsar.serviceUrl())
          .authentication(AuthenticationFactory.token(token)));
      assertThatThrownBy(() -> publish(trusting(store, tls)))
          .isInstanceOf(PulsarClientException.AuthenticationException.class);
    }
  }

  private static ClientBuilder trusting(Path store, URI url) {
    return PulsarClient.builder()
        .serviceUrl(url.toString())
        .useKeyStoreTls(true)
        .tlsTrustStoreType("PKCS12")
        .tlsTrustStorePath(store.toString())
        .tlsTrustStorePassword(PASSWORD);
  }

  private static void publish(ClientBuilder builder) throws PulsarClientException {
    try (PulsarClient client = builder.build();
        Producer<byte[]> producer = client.newProducer().topic("settings").create()) {
      assertThat(producer.send(new byte[1])).isNotNull();
    }
  }

  /** A certificate that signs itself, so the store it stands in can also be trusted. */
  private Path keyStore() throws IOException, InterruptedException {
    Path store = folder.resolve("broker.p12");
    Process keytool = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "broker",
            "-keyalg",
            "EC",
            "-validity",
            "2",
            "-dname",
            "CN=127.0.0.1",
            "-ext",
            "san=ip:127.0.0.1",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            PASSWORD)
        .inheritIO()
        .start();
    assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(keytool.exitValue()).isZero();
    return store;
  }
}
