package io.sluice.gateway.pulsar;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;

/** An authority and what it has signed, in PEM files. */
final class Certificates {

  /** A certificate and its key. */
  record Pair(Path certificate, Path key, X509Bundle bundle) {}

  private final Path folder;
  private final X509Bundle authority;
  private final Path trust;

  Certificates(Path folder) throws Exception {
    this.folder = folder;
    this.authority = new CertificateBuilder()
        .rsa2048()
        .subject("CN=authority")
        .setIsCertificateAuthority(true)
        .buildSelfSigned();
    this.trust = Files.writeString(folder.resolve("trust.pem"), authority.getRootCertificatePEM());
  }

  Path trust() {
    return trust;
  }

  X509Bundle authority() {
    return authority;
  }

  /** For a server at 127.0.0.1 and at these names, or for anybody else. */
  Pair issue(String commonName, String... hosts) throws Exception {
    CertificateBuilder builder =
        new CertificateBuilder().rsa2048().subject("CN=" + commonName).addSanIpAddress("127.0.0.1");
    for (String host : hosts) {
      builder.addSanDnsName(host);
    }
    X509Bundle bundle = builder.buildIssuedBy(authority);
    return new Pair(
        Files.writeString(
            Files.createTempFile(folder, commonName, ".pem"), bundle.getCertificatePathPEM()),
        Files.writeString(
            Files.createTempFile(folder, commonName, ".key"), bundle.getPrivateKeyPEM()),
        bundle);
  }
}
