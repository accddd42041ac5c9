package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.linecorp.armeria.common.HttpResponse;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.sluice.admin.access.AccessSettings;
import io.sluice.admin.node.AdminConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminTlsTest {

  private static final Duration SOON = Duration.ofMillis(20);

  @TempDir
  Path folder;

  private AdminConfig.Tls files;
  private long modified = 1_000;

  @BeforeEach
  void writeTheFirst() throws Exception {
    files = new AdminConfig.Tls(folder.resolve("node.pem"), folder.resolve("node.key"));
    write(issue("first"));
  }

  @Test
  void shouldServeHttpsOnItsAddress() throws Exception {
    try (AdminServer server = start()) {
      assertThat(subject(server, "TLSv1.3")).isEqualTo("CN=first");
      assertThat(subject(server, "TLSv1.2")).isEqualTo("CN=first");
    }
  }

  @Test
  void shouldUseReplacedFilesAndKeepTheOldIfTheyAreBroken() throws Exception {
    try (LogCapture log = new LogCapture();
        AdminServer server = start()) {
      Files.writeString(files.certificate(), "broken");
      touch();
      awaitLogged(log, "cannot be used; the old ones stay in use");
      assertThat(subject(server, "TLSv1.3")).isEqualTo("CN=first");

      write(issue("second"));
      awaitLogged(log, "New certificates are in use");
      assertThat(subject(server, "TLSv1.3")).isEqualTo("CN=second");
    }
  }

  @Test
  void shouldNotStartWithAKeyOfAnotherCertificate() throws Exception {
    Files.writeString(files.key(), issue("other").getPrivateKeyPEM());

    assertThatThrownBy(this::start)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("node.key");
  }

  private AdminServer start() throws IOException {
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return AdminServer.start(
        new AdminConfig(
            anyPort,
            Optional.of(files),
            AccessSettings.NONE,
            Optional.empty(),
            Optional.empty(),
            100),
        builder -> builder.service("/health/live", (ctx, request) -> HttpResponse.of("alive")),
        SOON);
  }

  private static X509Bundle issue(String name) throws Exception {
    return new CertificateBuilder()
        .rsa2048()
        .subject("CN=" + name)
        .setIsCertificateAuthority(true)
        .buildSelfSigned();
  }

  private void write(X509Bundle bundle) throws IOException {
    Files.writeString(files.certificate(), bundle.getCertificatePathPEM());
    Files.writeString(files.key(), bundle.getPrivateKeyPEM());
    touch();
  }

  /** Times of files may be coarse. */
  private void touch() throws IOException {
    modified += 1_000;
    Files.setLastModifiedTime(files.certificate(), FileTime.fromMillis(modified));
    Files.setLastModifiedTime(files.key(), FileTime.fromMillis(modified));
  }

  private static void awaitLogged(LogCapture log, String text) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (log.lines().stream().noneMatch(line -> line.contains(text))) {
      assertThat(System.nanoTime()).as("until it logs: " + text).isLessThan(deadline);
      Thread.sleep(SOON.toMillis());
    }
  }

  private static String subject(AdminServer server, String protocol) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new Everybody()}, null);
    try (SSLSocket socket = (SSLSocket) context
        .getSocketFactory()
        .createSocket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
      socket.setSoTimeout(30_000);
      socket.setEnabledProtocols(new String[] {protocol});
      socket.startHandshake();
      X509Certificate shown = (X509Certificate) socket.getSession().getPeerCertificates()[0];
      return shown.getSubjectX500Principal().getName();
    }
  }

  /** Which certificate is shown is what is tested, so any is taken. */
  private static final class Everybody implements javax.net.ssl.X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
