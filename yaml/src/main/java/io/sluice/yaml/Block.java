package io.sluice.yaml;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** A mapping of the file, which knows its path from the top and its line. */
public final class Block {

  private final Origin origin;
  private final String path;
  private final int line;
  private final Map<String, Setting> settings = new LinkedHashMap<>();

  private Block(Origin origin, String path, int line, MappingNode node) {
    this.origin = origin;
    this.path = path;
    this.line = line;
    node.getValue().forEach(this::add);
  }

  static Block top(Origin origin, MappingNode node) {
    return new Block(origin, "", InvalidYamlException.NO_LINE, node);
  }

  static Block below(Setting setting, MappingNode node) {
    return new Block(setting.origin(), setting.path(), setting.line(), node);
  }

  /** A fault for each key other than these, in the order of the file. */
  public List<InvalidYamlException> unknown(Collection<String> known) {
    return settings.values().stream()
        .filter(setting -> !known.contains(setting.name()))
        .map(setting -> setting.unknownAmong(known))
        .toList();
  }

  private void add(NodeTuple entry) {
    int at = entry.getKeyNode().getStartMark().getLine() + 1;
    if (!(entry.getKeyNode() instanceof ScalarNode key)) {
      throw origin.fault(
          at, path.isEmpty() ? "keys must be texts" : path + " has a key that is no text");
    }
    String name = key.getValue();
    Setting setting = new Setting(origin, pathOf(name), name, at, entry.getValueNode());
    @Nullable Setting first = settings.putIfAbsent(name, setting);
    if (first != null) {
      throw setting.fault("is there twice, first on line " + first.line() + ": keep one");
    }
  }

  /** All that is there, in the order of the file. */
  public Collection<Setting> settings() {
    return Collections.unmodifiableCollection(settings.values());
  }

  /** The setting, if it is there. */
  public Optional<Setting> get(String key) {
    return Optional.ofNullable(settings.get(key));
  }

  /** The setting, or a fault that says what it would be. */
  public Setting require(String key, String whatItIs) {
    return get(key).orElseThrow(() -> fault(key, "is missing: " + whatItIs));
  }

  /** The fault of a file without a top-level key, which may be there in another spelling. */
  public InvalidYamlException missing(String topLevelKey) {
    return settings.keySet().stream()
        .filter(key -> NearestKey.to(key, List.of(topLevelKey)).isPresent())
        .findFirst()
        .map(key -> fault(key, "is not a known key; did you mean " + topLevelKey + "?"))
        .orElseGet(() -> origin.fault("has no top-level " + topLevelKey + " block"));
  }

  /** The one of these that is there; two of them are a fault. */
  public Optional<Setting> atMostOneOf(List<String> keys) {
    List<Setting> found = new ArrayList<>();
    keys.forEach(key -> get(key).ifPresent(found::add));
    if (found.size() > 1) {
      Setting last = found.get(0).line() > found.get(1).line() ? found.get(0) : found.get(1);
      throw origin.fault(
          last.line(),
          path + " may have only one of " + String.join(", ", keys) + ", and has "
              + found.get(0).name() + " and " + found.get(1).name());
    }
    return found.stream().findFirst();
  }

  /** What these settings amount to, if that is allowed: a message of the check begins with the key. */
  public <T> T checked(Supplier<T> configuration) {
    try {
      return configuration.get();
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      String key = message.substring(0, Math.max(0, message.indexOf(' ')));
      throw origin.fault(lineOf(key), pathOf(message));
    }
  }

  /** What is wrong with a key of this block, whether it is there or not. */
  public InvalidYamlException fault(String key, String fault) {
    return origin.fault(lineOf(key), pathOf(key) + " " + fault);
  }

  private String pathOf(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /** The line of a key such as {@code modes.goBackN}, or of the nearest block that is there. */
  private int lineOf(String key) {
    int dot = key.indexOf('.');
    @Nullable Setting setting = settings.get(dot < 0 ? key : key.substring(0, dot));
    if (setting == null) {
      return line;
    }
    return dot < 0
        ? setting.line()
        : setting
            .mapping()
            .map(node -> new Block(origin, setting.path(), setting.line(), node))
            .map(below -> below.lineOf(key.substring(dot + 1)))
            .orElse(setting.line());
  }
}
