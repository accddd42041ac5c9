package io.sluice.policy.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads records from JSON and takes nothing for what it is not: no unknown fields, no numbers as texts,
 * no fractions as whole numbers, nothing after the end. Any thread may call it.
 */
public final class StrictJson {

  private static final int DEEPEST = 16;
  private static final Pattern MORE = Pattern.compile(": | \\(");

  private static final ObjectMapper MAPPER = JsonMapper.builder()
      .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
      .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
      .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
      .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
      .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
      .defaultPropertyInclusion(
          JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
      .build();

  static {
    MAPPER
        .getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build());
  }

  private StrictJson() {}

  /** The mapper, for classes that write JSON. */
  public static ObjectMapper mapper() {
    return MAPPER;
  }

  /**
   * Reads one value.
   *
   * @throws InvalidJsonException if it is anything else
   */
  public static <T> T read(byte[] json, Class<T> type) throws InvalidJsonException {
    @Nullable T value;
    try {
      value = MAPPER.readValue(json, type);
    } catch (IOException e) {
      throw new InvalidJsonException(fault(e));
    }
    if (value == null) {
      throw new InvalidJsonException("must not be null");
    }
    return value;
  }

  /** Writes one value. */
  public static byte[] write(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record can always be written", e);
    }
  }

  private static String fault(IOException e) {
    if (e instanceof UnrecognizedPropertyException unknown) {
      return "there is no field " + unknown.getPropertyName() + "; there are "
          + Objects.requireNonNull(unknown.getKnownPropertyIds()).stream()
              .map(Object::toString)
              .sorted()
              .collect(Collectors.joining(", "));
    }
    if (e instanceof ValueInstantiationException refused && refused.getCause() != null) {
      return String.valueOf(refused.getCause().getMessage());
    }
    if (e instanceof JsonMappingException wrong) {
      return at(wrong) + expected(wrong);
    }
    if (e instanceof JsonProcessingException syntax) {
      // What follows is about Jackson, and how to set it.
      return "is not JSON: "
          + MORE.splitAsStream(syntax.getOriginalMessage()).findFirst().orElse("");
    }
    return "cannot be read";
  }

  private static String at(JsonMappingException e) {
    String path = e.getPath().stream()
        .map(
            step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : step.getFieldName())
        .collect(Collectors.joining("."));
    return path.isEmpty() ? "" : path + " ";
  }

  private static String expected(JsonMappingException e) {
    if (e.getOriginalMessage().startsWith("Trailing")) {
      return "must be one JSON and nothing else";
    }
    if (e.getCause() instanceof InputCoercionException) {
      return "is a number that is too large";
    }
    if (e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
      Class<?> type = mismatch.getTargetType();
      if (type == long.class || type == Long.class || type == int.class || type == Integer.class) {
        return "must be a whole number";
      }
      if (type == boolean.class || type == Boolean.class) {
        return "must be true or false";
      }
      if (type == String.class) {
        return "must be a text";
      }
      if (type.isRecord()) {
        return "must be an object";
      }
    }
    return "is not as it should be";
  }
}
