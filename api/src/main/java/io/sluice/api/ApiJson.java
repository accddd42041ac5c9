package io.sluice.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.policy.json.InvalidJsonException;
import io.sluice.policy.json.PolicyJson;
import io.sluice.policy.json.StrictJson;

/**
 * Reads what a node has answered. Unlike {@link StrictJson} it takes fields that are not known and does without
 * those that are missing, as the node may be of another version.
 */
public final class ApiJson {

  private static final ObjectMapper LENIENT = StrictJson.mapper()
      .copy()
      .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
      .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);

  private ApiJson() {}

  /**
   * Reads one of the records.
   *
   * @throws InvalidJsonException if it is something else
   */
  public static <T extends Record> T read(JsonNode json, Class<T> type)
      throws InvalidJsonException {
    try {
      return LENIENT.treeToValue(json, type);
    } catch (JsonProcessingException e) {
      throw new InvalidJsonException("it is no " + type.getSimpleName());
    }
  }

  /** A policy within one of the records. */
  public static JsonNode of(Record policy) {
    return StrictJson.mapper().valueToTree(PolicyJson.of(policy));
  }
}
