package io.sluice.rampyaml;

import java.nio.file.Path;

/**
 * Where a text came from.
 *
 * @param source what messages call it
 * @param file what the files that it names are siblings of
 */
record Origin(String source, Path file) {

  InvalidRampSpecException fault(int line, String fault) {
    return new InvalidRampSpecException(source, line, fault);
  }

  InvalidRampSpecException fault(String fault) {
    return fault(InvalidRampSpecException.NO_LINE, fault);
  }
}
