package io.sluice.server;

import io.sluice.yaml.Block;
import io.sluice.yaml.InvalidYamlException;
import io.sluice.yaml.Setting;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Makes a record of a block: its components are the block's keys, what is not there is as in another
 * record of the kind. Goes on after a fault, to find the others as well.
 */
final class RecordReader {

  private static final Map<Class<?>, Function<Setting, ?>> KINDS = Map.of(
      boolean.class, Setting::flag,
      String.class, setting -> setting.textIfAny().orElse(""),
      Duration.class, Setting::duration,
      Path.class, Setting::file,
      Integer.class, Setting::smallNumber,
      HostPort.class,
          setting -> HostPort.parse(setting.text())
              .orElseThrow(() -> setting.fault(
                  "must be an address such as 0.0.0.0:6650, not " + setting.quoted())),
      BrokerUrls.class,
          setting -> BrokerUrls.parse(setting.text())
              .orElseThrow(() -> setting.fault("must be one or more brokers such as"
                  + " pulsar://broker-1:6650,broker-2:6650, or pulsar+ssl:// for TLS")));

  private final Consumer<InvalidYamlException> faults;

  RecordReader(Consumer<InvalidYamlException> faults) {
    this.faults = faults;
  }

  <R extends Record> R read(Block block, R defaults) {
    RecordComponent[] keys = defaults.getClass().getRecordComponents();
    block.unknown(Arrays.stream(keys).map(RecordComponent::getName).toList()).forEach(faults);
    Object[] values =
        Arrays.stream(keys).map(key -> value(block, key, defaults)).toArray();
    return orFault(() -> block.checked(() -> create(defaults, keys, values)), defaults);
  }

  private Object value(Block block, RecordComponent key, Record defaults) {
    Object otherwise = invoke(() -> key.getAccessor().invoke(defaults));
    return block
        .get(key.getName())
        .map(setting -> orFault(() -> value(setting, key, otherwise), otherwise))
        .orElse(otherwise);
  }

  private Object value(Setting setting, RecordComponent key, Object otherwise) {
    if (key.getType() == int.class) {
      return key.getName().endsWith("Bytes") ? setting.bytes() : setting.smallNumber();
    }
    if (key.getGenericType() instanceof ParameterizedType generic) {
      Function<Setting, ?> kind = kind(generic.getActualTypeArguments()[0]);
      return key.getType() == Set.class
          ? setting.items().stream().map(kind).collect(Collectors.toUnmodifiableSet())
          : setting.textIfAny().map(unused -> kind.apply(setting));
    }
    if (otherwise instanceof Enum<?> choice) {
      return choice(setting, choice.getDeclaringClass().getEnumConstants());
    }
    return otherwise instanceof Record record && !isText(key.getType())
        ? read(setting.block(), record)
        : kind(key.getType()).apply(setting);
  }

  /** Whether such a record is written as a text, not as a block. */
  static boolean isText(Class<?> type) {
    return KINDS.containsKey(type);
  }

  private static Function<Setting, ?> kind(Type type) {
    return Optional.<Function<Setting, ?>>ofNullable(KINDS.get(type))
        .orElseThrow(() -> new IllegalStateException("no key can be of " + type));
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
