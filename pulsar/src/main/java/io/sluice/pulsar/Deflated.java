package io.sluice.pulsar;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** Bytes in the format of RFC 1951, as on the topics on which nodes tell each other something. */
final class Deflated {

  private Deflated() {}

  static byte[] of(byte[] bytes) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    ByteArrayOutputStream deflated = new ByteArrayOutputStream(bytes.length);
    try (DeflaterOutputStream to = new DeflaterOutputStream(deflated, deflater)) {
      to.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("memory can be written to", e);
    } finally {
      deflater.end();
    }
    return deflated.toByteArray();
  }

  /**
   * What was deflated.
   *
   * @throws IOException if it was nothing, or more than so many bytes; of these no more are made than so many
   */
  static byte[] inflated(byte[] bytes, int most) throws IOException {
    Inflater inflater = new Inflater(true);
    try (InflaterInputStream from =
        new InflaterInputStream(new ByteArrayInputStream(bytes), inflater)) {
      byte[] inflated = from.readNBytes(most);
      if (from.read() >= 0) {
        throw new IOException("it is too big");
      }
      return inflated;
    } finally {
      inflater.end();
    }
  }
}
