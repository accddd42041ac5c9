package io.sluice.cli.remote;

import io.sluice.cli.base.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A private certificate authority, which is trusted instead of the public ones. */
final class TrustedAuthority {

  private TrustedAuthority() {}

  static SSLContext read(Path pem) throws IOException {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (Certificate certificate : certificates(pem)) {
        store.setCertificateEntry("authority-" + store.size(), certificate);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException(pem + " cannot be used: " + e.getMessage(), e);
    }
  }

  private static Collection<? extends Certificate> certificates(Path pem)
      throws IOException, GeneralSecurityException {
    Collection<? extends Certificate> certificates;
    try (InputStream in = Files.newInputStream(pem)) {
      certificates = CertificateFactory.getInstance("X.509").generateCertificates(in);
    } catch (CertificateException e) {
      throw new InvalidInputException(pem + " must hold certificates as PEM");
    }
    if (certificates.isEmpty()) {
      throw new InvalidInputException(pem + " must hold at least one certificate as PEM");
    }
    return certificates;
  }
}
