package io.sluice.gateway.config;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a key belongs to a certificate. No library checks it: with a key of another one, as it can be
 * while both are being replaced, TLS starts and every handshake fails.
 */
public final class KeyPairCheck {

  private static final Pattern PRIVATE_KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
  private static final Map<String, String> SIGNATURES =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA");

  private KeyPairCheck() {}

  /**
   * Looks into both files.
   *
   * @throws IOException if it does not; what cannot be told here is let through
   */
  public static void require(Path certificateChain, Path privateKey) throws IOException {
    try (InputStream chain = Files.newInputStream(certificateChain)) {
      PublicKey shown =
          CertificateFactory.getInstance("X.509").generateCertificate(chain).getPublicKey();
      String algorithm = SIGNATURES.get(shown.getAlgorithm());
      Matcher key = PRIVATE_KEY.matcher(Files.readString(privateKey, ISO_8859_1));
      if (algorithm != null && key.find() && !belongs(shown, key.group(1), algorithm)) {
        throw new GeneralSecurityException("a signature by the one is none by the other");
      }
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException(
          "the key " + privateKey + " is not that of the certificate " + certificateChain, e);
    }
  }

  private static boolean belongs(PublicKey shown, String key, String algorithm)
      throws GeneralSecurityException {
    byte[] encoded = Base64.getMimeDecoder().decode(key);
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(KeyFactory.getInstance(shown.getAlgorithm())
        .generatePrivate(new PKCS8EncodedKeySpec(encoded)));
    signature.update(encoded);
    byte[] signed = signature.sign();
    signature.initVerify(shown);
    signature.update(encoded);
    return signature.verify(signed);
  }
}
