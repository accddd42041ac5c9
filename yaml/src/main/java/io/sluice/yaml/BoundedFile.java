package io.sluice.yaml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a small text in UTF-8, and no more than that whatever the file turns out to be. */
public final class BoundedFile {

  private BoundedFile() {}

  /**
   * The whole text.
   *
   * @throws CharacterCodingException if it is not UTF-8
   * @throws FileSystemException if it cannot be read or is larger than that; names the file
   */
  public static String read(Path file, int mostBytes) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(mostBytes + 1);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) { // such as that of a folder, which does not say which
      FileSystemException named = new FileSystemException(file.toString(), null, e.getMessage());
      named.initCause(e);
      throw named;
    }
    if (bytes.length > mostBytes) {
      throw new FileSystemException(
          file.toString(), null, "is larger than " + mostBytes / 1024 + " KiB");
    }
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }
}
