package io.sluice.server;

import io.sluice.admin.access.AccessSettings;
import io.sluice.admin.access.TokenKey;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is wrong with {@code admin.access}; never says what its keys are. */
final class AccessCheck {

  private static final String BLOCK = "admin.access.";

  private final Map<String, String> faults = new LinkedHashMap<>();

  private AccessCheck() {}

  /** Key to what is wrong with it. */
  static Map<String, String> faults(AccessSettings access) {
    AccessCheck check = new AccessCheck();
    check.keys(access);
    check.audience(access);
    check.roles(access);
    return check.faults;
  }

  private void require(boolean right, String key, String fault) {
    if (!right) {
      faults.putIfAbsent(BLOCK + key, fault);
    }
  }

  private void keys(AccessSettings access) {
    boolean secret = !access.tokenSecretKey().isEmpty();
    boolean pair = !access.tokenPublicKey().isEmpty();
    require(!secret || !pair, "tokenPublicKey", "is not used, as tokenSecretKey is set: keep one");
    usable("tokenPublicAlg", () -> TokenKey.requireAlgorithm(access.tokenPublicAlg()));
    if (!faults.isEmpty()) {
      return;
    }
    if (secret) {
      usable("tokenSecretKey", () -> TokenKey.secret(access.tokenSecretKey()));
    }
    if (pair) {
      usable(
          "tokenPublicKey",
          () -> TokenKey.publicKey(access.tokenPublicKey(), access.tokenPublicAlg()));
    }
  }

  private void usable(String key, Runnable use) {
    try {
      use.run();
    } catch (IllegalArgumentException e) {
      require(false, key, String.valueOf(e.getMessage()));
    }
  }

  private void audience(AccessSettings access) {
    require(
        access.tokenAudienceClaim().isEmpty() || !access.tokenAudience().isEmpty(),
        "tokenAudience",
        "is missing: tokenAudienceClaim says that tokens must have an audience");
    require(
        access.tokenAudience().isEmpty() || !access.tokenAudienceClaim().isEmpty(),
        "tokenAudienceClaim",
        "is missing: it says where tokens have their tokenAudience, such as aud");
  }

  private void roles(AccessSettings access) {
    if (access.hasKey()) {
      require(
          !access.superUserRoles().isEmpty(),
          "superUserRoles",
          "is empty: no caller could change limits; name at least one role");
      return;
    }
    String unused = "is not used, as there is neither a tokenSecretKey nor a tokenPublicKey";
    require(access.superUserRoles().isEmpty(), "superUserRoles", unused);
    require(access.readOnlyRoles().isEmpty(), "readOnlyRoles", unused);
  }
}
