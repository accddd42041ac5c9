package io.sluice.bench.load;

import java.util.Random;

/** What messages are made of. */
public final class Payload {

  private Payload() {}

  /** So many bytes that cannot be compressed, the same ones in every run. */
  public static byte[] of(int bytes) {
    byte[] payload = new byte[bytes];
    new Random(1).nextBytes(payload);
    return payload;
  }
}
