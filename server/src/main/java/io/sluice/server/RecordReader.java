package io.sluice.server;

import io.sluice.yaml.Block;
import io.sluice.yaml.InvalidYamlException;
import io.sluice.yaml.Setting;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes a record of a block: its components are the block's keys, what is not there is as in another
 * record of the kind. Goes on after a fault, to find the others as well.
 */
final class RecordReader {

  /** The key of a component that cannot be called so in Java. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface Key {
    String value();
  }

  private final Consumer<InvalidYamlException> faults;

  RecordReader(Consumer<InvalidYamlException> faults) {
    this.faults = faults;
  }

  <R extends Record> R read(Block block, R defaults) {
    RecordComponent[] keys = defaults.getClass().getRecordComponents();
    block.unknown(Arrays.stream(keys).map(RecordReader::name).toList()).forEach(faults);
    Object[] values =
        Arrays.stream(keys).map(key -> value(block, key, defaults)).toArray();
    return orFault(() -> block.checked(() -> create(defaults, keys, values)), defaults);
  }

  private Object value(Block block, RecordComponent key, Record defaults) {
    Object otherwise = invoke(() -> key.getAccessor().invoke(defaults));
    return block
        .get(name(key))
        .map(setting -> orFault(() -> value(setting, key, otherwise), otherwise))
        .orElse(otherwise);
  }

  private Object value(Setting setting, RecordComponent key, Object otherwise) {
    if (Kinds.isNumber(key.getType())) {
      return Kinds.number(key).apply(setting);
    }
    if (key.getGenericType() instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      if (key.getType() == Map.class) {
        return map(setting.block(), Kinds.freeKey(arguments[0]), Kinds.freeValue(arguments[1]));
      }
      Function<Setting, ?> kind = Kinds.value(arguments[0]);
      return key.getType() == Set.class
          ? setting.items().stream().map(kind).collect(Collectors.toUnmodifiableSet())
          : setting.textIfAny().map(unused -> kind.apply(setting));
    }
    if (otherwise instanceof Enum<?> choice) {
      return choice(setting, choice.getDeclaringClass().getEnumConstants());
    }
    return otherwise instanceof Record record && !Kinds.isText(key.getType())
        ? read(setting.block(), record)
        : Kinds.value(key.getType()).apply(setting);
  }

  /** Two keys may be different texts and mean the same. */
  private Map<Object, Record> map(Block block, Function<String, ?> meaning, Record defaults) {
    Map<Object, Setting> settings = new HashMap<>();
    Map<Object, Record> values = new HashMap<>();
    for (Setting setting : block.settings()) {
      try {
        Object key = meaning.apply(setting.name());
        @Nullable Setting first = settings.putIfAbsent(key, setting);
        if (first != null) {
          throw setting.fault("is the same as " + first.name() + " on line " + first.line()
              + " in another spelling: keep one");
        }
        values.put(key, read(setting.block(), defaults));
      } catch (IllegalArgumentException e) {
        faults.accept(setting.fault("is no name: " + e.getMessage()));
      } catch (InvalidYamlException e) {
        faults.accept(e);
      }
    }
    return values;
  }

  /** What the file calls a component. */
  static String name(RecordComponent component) {
    @Nullable Key key = component.getAnnotation(Key.class);
    return key == null ? component.getName() : key.value();
  }

  private static Object choice(Setting setting, Enum<?>[] choices) {
    List<String> words = Arrays.stream(choices)
        .map(choice -> choice.name().toLowerCase(Locale.ROOT))
        .toList();
    return choices[words.indexOf(setting.oneOf(words))];
  }

  private <T> T orFault(Supplier<T> reading, T otherwise) {
    try {
      return reading.get();
    } catch (InvalidYamlException e) {
      faults.accept(e);
      return otherwise;
    }
  }

  private static <R extends Record> R create(R like, RecordComponent[] keys, Object[] values) {
    Class<?>[] types = Arrays.stream(keys).map(RecordComponent::getType).toArray(Class<?>[]::new);
    @SuppressWarnings("unchecked") // a record is of its own class
    Class<R> type = (Class<R>) like.getClass();
    return invoke(() -> type.getDeclaredConstructor(types).newInstance(values));
  }

  interface Reflection<T> {
    T apply() throws ReflectiveOperationException;
  }

  static <T> T invoke(Reflection<T> reflection) {
    try {
      return reflection.apply();
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException fault) {
        throw fault;
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
