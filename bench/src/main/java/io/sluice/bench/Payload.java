package io.sluice.bench;

import java.util.Random;

/** What messages are made of. */
final class Payload {

  private Payload() {}

  /** So many bytes that cannot be compressed, the same ones in every run. */
  static byte[] of(int bytes) {
    byte[] payload = new byte[bytes];
    new Random(1).nextBytes(payload);
    return payload;
  }
}
