package io.sluice.admin.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** As much of OpenAPI as it takes to hold answers against the description that we serve. */
final class OpenApi {

  private final Map<?, ?> root;

  OpenApi(String yaml) {
    root = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
  }

  Map<?, ?> paths() {
    return map(root.get("paths"));
  }

  static Map<?, ?> map(@Nullable Object value) {
    return (Map<?, ?>) Objects.requireNonNull(value);
  }

  /** What is at this place, and if that is a reference, what it refers to. */
  Map<?, ?> at(Object start, String... names) {
    Map<?, ?> at = resolved(start);
    for (String name : names) {
      at = resolved(Objects.requireNonNull(at.get(name), () -> "there is no " + name));
    }
    return at;
  }

  private Map<?, ?> resolved(Object value) {
    Object reference = map(value).get("$ref");
    if (reference == null) {
      return map(value);
    }
    Object at = root;
    for (String name : reference.toString().substring(2).split("/", -1)) {
      at = Objects.requireNonNull(map(at).get(name), () -> "nothing is at " + reference);
    }
    return resolved(at);
  }

  Map<?, ?> schema(String name) {
    return at(root, "components", "schemas", name);
  }

  /** Follows every reference that there is. */
  void checkReferences(Object value) {
    if (value instanceof Map<?, ?> map) {
      if (map.containsKey("$ref")) {
        resolved(map);
      }
      map.values().forEach(this::checkReferences);
    } else if (value instanceof List<?> list) {
      list.forEach(this::checkReferences);
    }
  }

  void checkReferences() {
    checkReferences(root);
  }

  /** What is wrong with a value; empty if it is as the schema says. */
  List<String> faults(String at, Object schema, @Nullable Object value) {
    Map<?, ?> wanted = resolved(schema);
    List<String> faults = new ArrayList<>();
    if (wanted.get("anyOf") instanceof List<?> choices) {
      if (choices.stream().allMatch(choice -> !faults(at, choice, value).isEmpty())) {
        faults.add(at + " is none of those that it could be: " + value);
      }
      return faults;
    }
    if (value == null && Boolean.TRUE.equals(wanted.get("nullable"))) {
      return faults;
    }
    String type = String.valueOf(wanted.get("type"));
    boolean fits =
        switch (type) {
          case "object" -> value instanceof Map;
          case "array" -> value instanceof List;
          case "string" -> value instanceof String;
          case "boolean" -> value instanceof Boolean;
          case "integer" -> value instanceof Integer || value instanceof Long;
          case "number" -> value instanceof Number;
          default -> throw new AssertionError(at + " has no type");
        };
    if (!fits) {
      faults.add(at + " is no " + type + ": " + value);
    } else if (wanted.get("enum") instanceof List<?> choices && !choices.contains(value)) {
      faults.add(at + " must be one of " + choices + ", not " + value);
    } else if (value instanceof Map<?, ?> map) {
      faults.addAll(fieldFaults(at, wanted, map));
    } else if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        faults.addAll(faults(at + "[" + i + "]", map(wanted.get("items")), list.get(i)));
      }
    }
    return faults;
  }

  private List<String> fieldFaults(String at, Map<?, ?> wanted, Map<?, ?> value) {
    List<String> faults = new ArrayList<>();
    Map<?, ?> fields =
        wanted.get("properties") instanceof Map<?, ?> properties ? properties : Map.of();
    for (Object name : wanted.get("required") instanceof List<?> names ? names : List.of()) {
      if (!value.containsKey(name)) {
        faults.add(at + "." + name + " is missing");
      }
    }
    value.forEach((name, field) -> {
      Object schema =
          fields.containsKey(name) ? fields.get(name) : wanted.get("additionalProperties");
      if (schema instanceof Map<?, ?> known) {
        faults.addAll(faults(at + "." + name, known, field));
      } else {
        faults.add(at + "." + name + " is not described; described are " + fields.keySet());
      }
    });
    return faults;
  }

  /** The parameters of an operation and of its path. */
  List<Map<?, ?>> parameters(Map<?, ?> path, Map<?, ?> operation) {
    List<Map<?, ?>> all = new ArrayList<>();
    for (Map<?, ?> of : Set.of(path, operation)) {
      if (of.get("parameters") instanceof List<?> list) {
        list.forEach(each -> all.add(resolved(each)));
      }
    }
    return all;
  }
}
