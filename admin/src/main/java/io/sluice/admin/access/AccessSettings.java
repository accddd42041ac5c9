package io.sluice.admin.access;

import java.nio.file.Path;
import java.util.Set;

/**
 * The block {@code admin.access}: who may do what over HTTP. Keys are called as in a broker's
 * configuration, and mean the same.
 *
 * @param tokenSecretKey the key that signs and verifies tokens: {@code file:///path}, {@code
 *     data:;base64,…} or a path; empty for none
 * @param tokenPublicKey the key that verifies tokens, written in the same way
 * @param tokenPublicAlg which algorithm the public key is for
 * @param tokenAuthClaim which claim says the role
 * @param tokenAudienceClaim which claim says what audience a token is for; empty if that does not matter
 * @param tokenAudience which audience it must be for
 * @param superUserRoles which roles may change limits
 * @param readOnlyRoles which roles may look at them
 */
public record AccessSettings(
    String tokenSecretKey,
    String tokenPublicKey,
    String tokenPublicAlg,
    String tokenAuthClaim,
    String tokenAudienceClaim,
    String tokenAudience,
    Set<String> superUserRoles,
    Set<String> readOnlyRoles) {

  /** No keys: callers on this machine may do everything, and others nothing. */
  public static final AccessSettings NONE =
      new AccessSettings("", "", "RS256", "sub", "", "", Set.of(), Set.of());

  /** Copies the sets. */
  public AccessSettings {
    superUserRoles = Set.copyOf(superUserRoles);
    readOnlyRoles = Set.copyOf(readOnlyRoles);
  }

  /** Whether there is a key, and so whether tokens are asked for. */
  public boolean hasKey() {
    return !tokenSecretKey.isEmpty() || !tokenPublicKey.isEmpty();
  }

  /** The same, with keys in files of a folder where their paths are not absolute. */
  public AccessSettings relativeTo(Path folder) {
    return new AccessSettings(
        relativeTo(folder, tokenSecretKey),
        relativeTo(folder, tokenPublicKey),
        tokenPublicAlg,
        tokenAuthClaim,
        tokenAudienceClaim,
        tokenAudience,
        superUserRoles,
        readOnlyRoles);
  }

  private static String relativeTo(Path folder, String key) {
    return key.isEmpty() || key.startsWith("data:") || key.startsWith("file:")
        ? key
        : folder.resolve(key).toString();
  }

  /** A key must not stand in a log. */
  @Override
  public String toString() {
    return "AccessSettings[superUserRoles=" + superUserRoles + ", readOnlyRoles=" + readOnlyRoles
        + "]";
  }
}
