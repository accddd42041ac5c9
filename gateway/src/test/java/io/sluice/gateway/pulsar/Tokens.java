package io.sluice.gateway.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Tokens as a cluster's operator hands them out: JWTs, signed with a secret that brokers know. */
final class Tokens {

  private static final byte[] SECRET = "a secret of at least thirty-two bytes".getBytes(UTF_8);

  private Tokens() {}

  /** As brokers want it in {@code tokenSecretKey}. */
  static String secretKey() {
    return "data:;base64," + Base64.getEncoder().encodeToString(SECRET);
  }

  static String forever(String role) {
    return token("{\"sub\":\"" + role + "\"}", SECRET);
  }

  static String until(String role, Instant expiry) {
    return token("{\"sub\":\"" + role + "\",\"exp\":" + expiry.getEpochSecond() + "}", SECRET);
  }

  static String forged(String role) {
    return token(
        "{\"sub\":\"" + role + "\"}", "another secret of thirty-two bytes or so".getBytes(UTF_8));
  }

  private static String token(String claims, byte[] secret) {
    Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
    String signed = encoder.encodeToString("{\"alg\":\"HS256\"}".getBytes(UTF_8)) + "."
        + encoder.encodeToString(claims.getBytes(UTF_8));
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      return signed + "." + encoder.encodeToString(mac.doFinal(signed.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
