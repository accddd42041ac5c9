package io.sluice.quota;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The number that stands for a group's name in reports: the first 8 bytes of the name's SHA-256. All nodes
 * derive the same number from a name, so they need not exchange names.
 */
public final class GroupId {

  private GroupId() {}

  /** The number of the group of this name. */
  public static long of(String name) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(UTF_8));
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
