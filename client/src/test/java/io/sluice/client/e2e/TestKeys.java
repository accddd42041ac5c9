package io.sluice.client.e2e;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.Map;
import org.apache.pulsar.client.api.CryptoKeyReader;
import org.apache.pulsar.client.api.EncryptionKeyInfo;

/** A key pair of its own, under any name. */
final class TestKeys implements CryptoKeyReader {

  private static final long serialVersionUID = 1L;

  private final byte[] publicKey;
  private final byte[] privateKey;

  TestKeys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    KeyPair pair = generator.generateKeyPair();
    publicKey = pem("PUBLIC KEY", pair.getPublic());
    privateKey = pem("PRIVATE KEY", pair.getPrivate());
  }

  private static byte[] pem(String what, Key key) {
    String base64 = Base64.getMimeEncoder().encodeToString(key.getEncoded());
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(what, base64, what)
        .getBytes(US_ASCII);
  }

  @Override
  public EncryptionKeyInfo getPublicKey(String name, Map<String, String> metadata) {
    return new EncryptionKeyInfo(publicKey, metadata);
  }

  @Override
  public EncryptionKeyInfo getPrivateKey(String name, Map<String, String> metadata) {
    return new EncryptionKeyInfo(privateKey, metadata);
  }
}
