package io.sluice.server;

import io.sluice.policy.InBytes;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import io.sluice.yaml.Setting;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** How values of a type are written in the file. */
final class Kinds {

  private static final Map<Class<?>, Function<Setting, ?>> VALUES = Map.of(
      boolean.class, Setting::flag,
      String.class, setting -> setting.textIfAny().orElse(""),
      Duration.class, Setting::duration,
      Path.class, Setting::file,
      Integer.class, Setting::smallNumber,
      Secret.class, setting -> setting.textIfAny().map(Secret::new).orElse(Secret.NONE),
      URI.class, Kinds::webAddress,
      HostPort.class,
          setting -> HostPort.parse(setting.text())
              .orElseThrow(() -> setting.fault(
                  "must be an address such as 0.0.0.0:6650, not " + setting.quoted())),
      BrokerUrls.class,
          setting -> BrokerUrls.parse(setting.text())
              .orElseThrow(() -> setting.fault("must be one or more brokers such as"
                  + " pulsar://broker-1:6650,broker-2:6650, or pulsar+ssl:// for TLS")));

  /** Numbers that are written as numbers, and as sizes if they are {@link InBytes}. */
  private static final Map<Class<?>, Function<Setting, ?>> NUMBERS = Map.of(
      int.class, Setting::smallNumber,
      long.class, Setting::wholeNumber,
      double.class, Setting::decimal);

  private static final Map<Class<?>, Function<Setting, ?>> SIZES =
      Map.of(int.class, Setting::smallBytes, long.class, Setting::bytes);

  /** Keys that the author of the file chooses. */
  private static final Map<Class<?>, Function<String, ?>> FREE_KEYS = Map.of(
      PolicyKey.Namespace.class,
      PolicyKey.Namespace::new,
      PolicyKey.Topic.class,
      name -> new PolicyKey.Topic(TopicName.parse(name)));

  /** What such a key leads to, where nothing is said of it. */
  private static final Map<Class<?>, Record> FREE_VALUES =
      Map.of(PublishLimit.class, PublishLimit.NONE);

  private Kinds() {}

  /** Of a server, so without a path. */
  private static URI webAddress(Setting setting) {
    try {
      URI uri = new URI(setting.text());
      if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
          && uri.getHost() != null
          && uri.equals(
              new URI(uri.getScheme(), null, uri.getHost(), uri.getPort(), null, null, null))) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // neither that nor anything else
    }
    throw setting.fault("must be a URL such as http://broker-1:8080, or https:// for TLS");
  }

  /** Whether such a record is written as a text, not as a block. */
  static boolean isText(Class<?> type) {
    return VALUES.containsKey(type);
  }

  static Function<Setting, ?> value(Type type) {
    return known(VALUES, type);
  }

  static boolean isNumber(Class<?> type) {
    return NUMBERS.containsKey(type);
  }

  static Function<Setting, ?> number(RecordComponent component) {
    return known(
        component.isAnnotationPresent(InBytes.class) ? SIZES : NUMBERS, component.getType());
  }

  static Function<String, ?> freeKey(Type type) {
    return known(FREE_KEYS, type);
  }

  static Record freeValue(Type type) {
    return known(FREE_VALUES, type);
  }

  private static <T> T known(Map<Class<?>, T> types, Type type) {
    return Optional.ofNullable(types.get(type))
        .orElseThrow(() -> new IllegalStateException("no key can be of " + type));
  }
}
