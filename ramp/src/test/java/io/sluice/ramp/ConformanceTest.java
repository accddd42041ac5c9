package io.sluice.ramp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables of the design and the vectors, row by row, on throttles that agree with each other. */
class ConformanceTest {

  /**
   * The levels of these vectors were computed with a rule that forgives a whole slope of unused
   * tokens: a share of which 80 % was used passes a threshold of 90 % there. The decided rule does
   * not do that. What they grant is the same by both rules; these are their levels by the decided
   * one.
   */
  private static final Map<String, double[]> LEVELS_BY_THE_DECIDED_RULE = Map.of(
      "GBN-9", new double[] {10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10},
      "OIU-4", new double[] {10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10});

  private static final Set<String> MODES_IN_WHICH_A_CALL_WITHOUT_USE_IS_LIKE_NONE =
      Set.of("SCHEDULED");

  static Stream<JsonNode> vectors() throws IOException {
    return read("ramp-vectors.json");
  }

  static Stream<JsonNode> tables() throws IOException {
    return read("ramp-design-tables.json");
  }

  static Stream<JsonNode> tablesInWhichRowsWithoutUseAreOptional() throws IOException {
    return tables()
        .filter(table -> MODES_IN_WHICH_A_CALL_WITHOUT_USE_IS_LIKE_NONE.contains(
                table.get("mode").asText())
            || table.get("id").asText().equals("go_back_n-with-gaps"));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void shouldGrantWhatTheVectorSays(JsonNode vector) {
    Replicas replicas = new Replicas(config(vector), vector.get("pods").asInt());
    double[] otherLevels = LEVELS_BY_THE_DECIDED_RULE.get(vector.get("id").asText());
    for (int i = 0; i < vector.get("ask").size(); i++) {
      JsonNode ask = vector.get("ask").get(i);
      double level = otherLevels == null ? vector.get("pool").get(i).asDouble() : otherLevels[i];
      for (RampThrottle throttle : replicas.throttles) {
        Permit permit = throttle.tryAcquire(ask.isNull() ? Integer.MAX_VALUE : ask.asInt());

        assertThat(permit.granted())
            .as("granted in step %d of %s", i, vector)
            .isEqualTo(vector.get("expectPerPod").get(i).asInt());
        assertThat(throttle.status().level())
            .as("level in step %d of %s", i, vector)
            .isCloseTo(level, within(1e-9));

        int deposit = vector.has("deposit") ? vector.get("deposit").get(i).asInt() : 0;
        permit.used(permit.granted() - deposit);
      }
      replicas.time.advance(Duration.ofSeconds(vector.get("advance").get(i).asInt()));
    }
  }

  /** A level without use is a call that used nothing; no level is no call. */
  @ParameterizedTest
  @MethodSource("tables")
  void shouldFollowTheTableOfTheDesign(JsonNode table) {
    Replicas replicas = new Replicas(config(table), table.get("pods").asInt());
    RampThrottle throttle = replicas.throttles.get(0);
    for (JsonNode row : table.get("rows")) {
      if (!row.get("pool").isNull()) {
        use(throttle, row);
      }
      replicas.time.advance(Duration.ofSeconds(1));
    }
  }

  /** The same rows are met where the caller makes no call in the seconds without use. */
  @ParameterizedTest
  @MethodSource("tablesInWhichRowsWithoutUseAreOptional")
  void shouldMeetTheTableAgainAfterAGap(JsonNode table) {
    Replicas replicas = new Replicas(config(table), table.get("pods").asInt());
    RampThrottle throttle = replicas.throttles.get(0);
    for (JsonNode row : table.get("rows")) {
      if (!row.get("used").isNull()) {
        use(throttle, row);
      }
      replicas.time.advance(Duration.ofSeconds(1));
    }
  }

  private static void use(RampThrottle throttle, JsonNode row) {
    try (Permit permit = throttle.tryAcquire(Integer.MAX_VALUE)) {
      assertThat(throttle.status().level())
          .as("level in %s", row)
          .isEqualTo(row.get("pool").asDouble());
      permit.used(row.get("used").isNull() ? 0 : row.get("used").asInt());
    }
  }

  private static RampConfig config(JsonNode from) {
    int threshold = from.path("thresholdPercentage").asInt(50);
    RampMode mode =
        switch (from.get("mode").asText()) {
          case "SCHEDULED" -> RampMode.scheduled();
          case "RELAXED" -> RampMode.relaxed();
          case "ONLY_IF_USED" -> new RampMode.OnlyIfUsed(threshold);
          default ->
            new RampMode.GoBackN(
                threshold,
                Duration.ofSeconds(from.get("coolDownPeriod").asInt()),
                from.get("rampDownPercentage").asInt());
        };
    return RampConfig.builder(from.get("max").asLong())
        .min(from.get("min").asLong())
        .rampUpDuration(Duration.ofSeconds(from.get("rampUpSec").asInt()))
        .mode(mode)
        .build();
  }

  private static Stream<JsonNode> read(String name) throws IOException {
    try (InputStream in = ConformanceTest.class.getResourceAsStream("/conformance/" + name)) {
      JsonNode all = new ObjectMapper().readTree(Objects.requireNonNull(in));
      return StreamSupport.stream(all.spliterator(), false);
    }
  }
}
