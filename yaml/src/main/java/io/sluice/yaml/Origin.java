package io.sluice.yaml;

import java.nio.file.Path;

/**
 * Where a text came from.
 *
 * @param source what messages call it
 * @param file what the files that it names are siblings of
 * @param variables what may stand for values in it
 */
record Origin(String source, Path file, Variables variables) {

  InvalidYamlException fault(int line, String fault) {
    return new InvalidYamlException(source, line, fault);
  }

  InvalidYamlException fault(String fault) {
    return fault(InvalidYamlException.NO_LINE, fault);
  }
}
