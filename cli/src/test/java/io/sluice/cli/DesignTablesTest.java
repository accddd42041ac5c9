package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.ramp.RampConfig;
import io.sluice.ramp.RampMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A plot of what the design's tables use shows the levels of these tables. */
class DesignTablesTest {

  static Stream<Named<JsonNode>> tables() throws IOException {
    Path file = Path.of("../ramp/src/test/resources/conformance/ramp-design-tables.json");
    return elements(new ObjectMapper().readTree(Files.readString(file)))
        .map(table -> Named.of(table.get("id").asText(), table));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void shouldShowTheLevelsOfTheDesign(JsonNode table) {
    List<JsonNode> rows = elements(table.get("rows")).toList();

    RampRun run = RampRun.of(
        config(table),
        table.get("pods").asInt(),
        rows.stream().map(DesignTablesTest::wanted).toList());

    assertThat(run.seconds())
        .extracting(second -> second.call().map(RampRun.Call::level))
        .containsExactlyElementsOf(rows.stream()
            .map(row -> row.get("pool").isNull()
                ? Optional.<Double>empty()
                : Optional.of(row.get("pool").asDouble()))
            .toList());
  }

  /** No level is a second without a call; a level without use is a call that uses nothing. */
  private static OptionalInt wanted(JsonNode row) {
    return row.get("pool").isNull()
        ? OptionalInt.empty()
        : OptionalInt.of(row.get("used").asInt(0));
  }

  private static RampConfig config(JsonNode table) {
    return RampConfig.builder(table.get("max").asLong())
        .min(table.get("min").asLong())
        .rampUpDuration(Duration.ofSeconds(table.get("rampUpSec").asLong()))
        .mode(mode(table))
        .build();
  }

  private static RampMode mode(JsonNode table) {
    int threshold = table.get("thresholdPercentage").asInt();
    return switch (table.get("mode").asText()) {
      case "SCHEDULED" -> RampMode.scheduled();
      case "RELAXED" -> RampMode.relaxed();
      case "ONLY_IF_USED" -> new RampMode.OnlyIfUsed(threshold);
      case "GO_BACK_N" ->
        new RampMode.GoBackN(
            threshold,
            Duration.ofSeconds(table.get("coolDownPeriod").asLong()),
            table.get("rampDownPercentage").asInt());
      default -> throw new AssertionError("a mode of which the test knows nothing: " + table);
    };
  }

  private static Stream<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }
}
