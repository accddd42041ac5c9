package io.sluice.yaml;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
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
public final class YamlText {

  private static final int MOST_BYTES = 1 << 20;
  private static final int MOST_ALIASES = 50;
  private static final int DEEPEST = 20;

  private final Origin origin;
  private final String yaml;

  private YamlText(Origin origin, String yaml) {
    this.origin = origin;
    this.yaml = yaml;
  }

  /**
   * Reads a file of at most 1 MiB in UTF-8. Files that it names are relative to its folder.
   *
   * @throws IOException if the file cannot be read
   * @throws InvalidYamlException if it is no text
   */
  public static YamlText read(Path file) throws IOException {
    Origin origin = new Origin(file.toString(), file, Variables.NONE);
    try {
      return new YamlText(origin, BoundedFile.read(file, MOST_BYTES));
    } catch (CharacterCodingException e) {
      throw origin.fault("must be text in UTF-8");
    }
  }

  /**
   * What a file would hold. Files that it names are relative to the working directory.
   *
   * @param source what messages call the text
   */
  public static YamlText of(String source, String yaml) {
    return new YamlText(new Origin(source, Path.of(""), Variables.NONE), yaml);
  }

  /** The same, with variables such as <code>${NAME}</code> or <code>${NAME:-otherwise}</code> in its values. */
  public YamlText withVariables(Function<String, Optional<String>> values) {
    return new YamlText(new Origin(origin.source(), origin.file(), Variables.of(values)), yaml);
  }

  /**
   * The file's top level.
   *
   * @param otherwise what is wrong with a file that is no block, to be read after its name
   * @throws InvalidYamlException if there is none
   */
  public Block top(String otherwise) {
    if (yaml.length() > MOST_BYTES) {
      throw origin.fault("is larger than " + MOST_BYTES / 1024 + " KiB");
    }
    if (tree() instanceof MappingNode mapping) {
      return Block.top(origin, mapping);
    }
    throw origin.fault(otherwise);
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
