package io.sluice.rampyaml;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.reader.ReaderException;

/**
 * The text of a file. It is only composed to a tree, never constructed: no tag can name a class,
 * and an alias points to its anchor's node instead of copying it.
 */
record SpecText(Origin origin, String yaml) {

  private static final int MOST_BYTES = 1 << 20;
  private static final int MOST_ALIASES = 50;
  private static final int DEEPEST = 20;

  static SpecText read(Path file) throws IOException {
    Origin origin = new Origin(file.toString(), file);
    try {
      return new SpecText(origin, BoundedFile.read(file, MOST_BYTES));
    } catch (CharacterCodingException e) {
      throw origin.fault("must be text in UTF-8");
    }
  }

  /** The file's top level. */
  Block compose() {
    if (yaml.length() > MOST_BYTES) {
      throw origin.fault("is larger than " + MOST_BYTES / 1024 + " KiB");
    }
    if (tree() instanceof MappingNode mapping) {
      return Block.top(origin, mapping);
    }
    throw origin.fault("has no top-level rateLimit block");
  }

  private @Nullable Node tree() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(MOST_BYTES);
    options.setMaxAliasesForCollections(MOST_ALIASES);
    options.setNestingDepthLimit(DEEPEST);
    try {
      return new Yaml(new SafeConstructor(options)).compose(new StringReader(yaml));
    } catch (MarkedYAMLException e) {
      throw origin.fault(SyntaxFault.line(e), SyntaxFault.text(e));
    } catch (ReaderException e) {
      throw origin.fault(
          lineAt(e.getPosition()), "has a character that YAML does not allow; escape it in quotes");
    } catch (YAMLException e) {
      // These two bounds are all that comes without a place.
      throw origin.fault("nests too deeply or has too many aliases: at most " + DEEPEST
          + " levels and " + MOST_ALIASES + " aliases");
    }
  }

  private int lineAt(int codePoints) {
    return 1 + (int) yaml.codePoints().limit(codePoints).filter(c -> c == '\n').count();
  }
}
