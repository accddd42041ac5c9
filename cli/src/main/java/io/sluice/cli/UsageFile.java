package io.sluice.cli;

import io.sluice.cli.base.InvalidInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * What one processor wants, a line per second: a number of messages, 0 for a call that uses
 * nothing, {@code -} or an empty line for no call. What follows a {@code #} is a comment; a line
 * that has only a comment is not a second.
 */
final class UsageFile {

  private static final int MOST_SECONDS = 3600;
  private static final int MOST_DIGITS = 9;

  private UsageFile() {}

  /** Second by second; empty where there is no call. */
  static List<OptionalInt> read(Path file) throws IOException {
    List<OptionalInt> seconds = new ArrayList<>();
    int number = 0;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (!line.stripLeading().startsWith("#")) {
          seconds.add(second(file, number, line));
        }
        if (seconds.size() > MOST_SECONDS) {
          throw fault(file, number, "at most " + MOST_SECONDS + " seconds can be run");
        }
      }
    } catch (CharacterCodingException e) {
      throw new InvalidInputException(file + ": must be text in UTF-8");
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) { // such as that of a folder, which does not say which
      throw new InvalidInputException(file + ": " + e.getMessage());
    }
    if (seconds.isEmpty()) {
      throw new InvalidInputException(file + ": must have a line for at least one second");
    }
    return seconds;
  }

  private static OptionalInt second(Path file, int number, String line) {
    int comment = line.indexOf('#');
    String wanted = (comment < 0 ? line : line.substring(0, comment)).strip();
    if (wanted.isEmpty() || wanted.equals("-")) {
      return OptionalInt.empty();
    }
    if (!wanted.matches("[0-9]{1," + MOST_DIGITS + "}")) {
      throw fault(
          file,
          number,
          "must be a whole number of messages of at most " + MOST_DIGITS
              + " digits, or - for no call, not \"" + wanted + "\"");
    }
    return OptionalInt.of(Integer.parseInt(wanted));
  }

  private static InvalidInputException fault(Path file, int line, String fault) {
    return new InvalidInputException(file + ":" + line + ": " + fault);
  }
}
