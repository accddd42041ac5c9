package io.sluice.gateway.internal.net;

import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** Whom a client's certificate is for: its common name, as in Pulsar. */
public final class CertificatePrincipal {

  private CertificatePrincipal() {}

  /** Empty if the client has shown no certificate, or one without a common name. */
  public static Optional<String> of(SSLSession session) {
    try {
      Certificate[] chain = session.getPeerCertificates();
      LdapName subject =
          new LdapName(((X509Certificate) chain[0]).getSubjectX500Principal().getName());
      return subject.getRdns().stream()
          .filter(rdn -> rdn.getType().equalsIgnoreCase("CN"))
          .reduce((first, last) -> last)
          .map(Rdn::getValue)
          .map(Object::toString)
          .filter(name -> !name.isBlank());
    } catch (SSLPeerUnverifiedException | InvalidNameException e) {
      return Optional.empty();
    }
  }
}
