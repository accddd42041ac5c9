package io.sluice.admin;

import com.linecorp.armeria.common.TlsKeyPair;
import com.linecorp.armeria.common.TlsProvider;
import io.sluice.admin.node.AdminConfig;
import io.sluice.gateway.config.CertificateFiles;
import io.sluice.gateway.config.KeyPairCheck;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;

/** The server's certificate and key, whose files may be replaced while they are in use. */
final class RotatingKeyPair implements TlsProvider {

  /** How often the files are looked at. */
  static final Duration INTERVAL = CertificateFiles.INTERVAL;

  private final CertificateFiles<TlsKeyPair> files;
  private final Duration interval;

  /** Reads the files for the first time. */
  RotatingKeyPair(AdminConfig.Tls tls, Duration interval) throws IOException {
    this.files = new CertificateFiles<>(List.of(tls.certificate(), tls.key()), () -> read(tls));
    this.interval = interval;
  }

  /** Looks at the files until the executor ends. */
  void watch(ScheduledExecutorService executor) {
    files.watch(executor, interval);
  }

  /** The same for every name: there is one certificate. */
  @Override
  public TlsKeyPair keyPair(String hostname) {
    return files.current();
  }

  private static TlsKeyPair read(AdminConfig.Tls tls) throws IOException {
    try {
      KeyPairCheck.require(tls.certificate(), tls.key());
      return TlsKeyPair.of(tls.key().toFile(), tls.certificate().toFile());
    } catch (IllegalArgumentException e) {
      throw new IOException("cannot use " + tls + ": " + e.getMessage(), e);
    }
  }
}
