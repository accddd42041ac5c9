package io.sluice.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.sluice.gateway.internal.net.Tls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A key of another certificate is found out before any client is. */
class KeyPairCheckTest {

  @TempDir
  private Path folder;

  @Test
  void shouldTakeAKeyWithItsOwnCertificateOnly() throws Exception {
    X509Bundle rsa = new CertificateBuilder()
        .rsa2048()
        .subject("CN=a")
        .setIsCertificateAuthority(true)
        .buildSelfSigned();
    X509Bundle otherRsa = new CertificateBuilder()
        .rsa2048()
        .subject("CN=b")
        .setIsCertificateAuthority(true)
        .buildSelfSigned();
    X509Bundle ec = new CertificateBuilder()
        .ecp256()
        .subject("CN=c")
        .setIsCertificateAuthority(true)
        .buildSelfSigned();

    assertThat(Tls.towardsClients(tls(rsa, rsa))).isNotNull();
    assertThat(Tls.towardsClients(tls(ec, ec))).isNotNull();
    assertRefused(rsa, otherRsa);
    assertRefused(ec, rsa);
  }

  private void assertRefused(X509Bundle certificate, X509Bundle key) {
    assertThatThrownBy(() -> Tls.towardsClients(tls(certificate, key)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not that of the certificate");
  }

  private Listener.Tls tls(X509Bundle certificate, X509Bundle key) throws IOException {
    return new Listener.Tls(
        Files.writeString(folder.resolve("c.pem"), certificate.getCertificatePathPEM()),
        Files.writeString(folder.resolve("k.pem"), key.getPrivateKeyPEM()),
        Listener.ClientCertificates.NONE,
        Optional.empty());
  }
}
