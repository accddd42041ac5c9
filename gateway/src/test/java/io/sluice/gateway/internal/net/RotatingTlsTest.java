package io.sluice.gateway.internal.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.ssl.SslContext;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.sluice.gateway.config.CertificateFiles;
import io.sluice.gateway.config.Listener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RotatingTlsTest {

  @TempDir
  private Path folder;

  private Listener.Tls settings;
  private long written;

  @BeforeEach
  void write() throws Exception {
    settings = new Listener.Tls(
        folder.resolve("cert.pem"),
        folder.resolve("key.pem"),
        Listener.ClientCertificates.NONE,
        Optional.empty());
    issue();
  }

  @Test
  void shouldUseNewCertificatesOnceTheyAreThere() throws Exception {
    CertificateFiles<SslContext> tls = Tls.towardsClients(settings);
    SslContext before = tls.current();

    tls.refresh();
    assertThat(tls.current()).isSameAs(before);
    issue();
    tls.refresh();

    assertThat(tls.current()).isNotSameAs(before);
  }

  @Test
  void shouldKeepTheOldOnesIfTheNewCannotBeUsed() throws Exception {
    CertificateFiles<SslContext> tls = Tls.towardsClients(settings);
    SslContext before = tls.current();

    write(settings.certificateChain(), "no certificate");
    tls.refresh();
    assertThat(tls.current()).isSameAs(before);
    Files.delete(settings.privateKey());
    tls.refresh();
    assertThat(tls.current()).isSameAs(before);

    issue();
    tls.refresh();
    assertThat(tls.current()).isNotSameAs(before);
  }

  /** As by a tool that keeps times, or within one step of a coarse clock. */
  @Test
  void shouldReadAgainWhatWasMendedWithoutANewTime() throws Exception {
    CertificateFiles<SslContext> tls = Tls.towardsClients(settings);
    SslContext before = tls.current();
    issue();
    String key = Files.readString(settings.privateKey());
    FileTime time = Files.getLastModifiedTime(settings.privateKey());
    Files.writeString(settings.privateKey(), "half of a key");
    Files.setLastModifiedTime(settings.privateKey(), time);
    tls.refresh();
    assertThat(tls.current()).isSameAs(before);

    Files.writeString(settings.privateKey(), key);
    Files.setLastModifiedTime(settings.privateKey(), time);
    tls.refresh();

    assertThat(tls.current()).isNotSameAs(before);
  }

  @Test
  void shouldSayWhichFileCannotBeUsed() throws IOException {
    write(settings.privateKey(), "no key");
    assertThatThrownBy(() -> Tls.towardsClients(settings))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("key.pem")
        .hasMessageContaining("PKCS #8");

    Files.delete(settings.privateKey());
    assertThatThrownBy(() -> Tls.towardsClients(settings))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("key.pem");
  }

  private void issue() throws Exception {
    X509Bundle bundle = new CertificateBuilder()
        .ecp256()
        .subject("CN=gateway")
        .setIsCertificateAuthority(true)
        .buildSelfSigned();
    write(settings.certificateChain(), bundle.getCertificatePathPEM());
    write(settings.privateKey(), bundle.getPrivateKeyPEM());
  }

  /** With a time of its own, as a clock of whole seconds could miss it. */
  private void write(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, FileTime.fromMillis(++written * 1000));
  }
}
