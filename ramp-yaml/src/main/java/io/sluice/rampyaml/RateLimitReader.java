package io.sluice.rampyaml;

import io.sluice.ramp.Fallback;
import io.sluice.ramp.RampConfig;
import io.sluice.ramp.RampMode;
import io.sluice.yaml.Block;
import io.sluice.yaml.Setting;
import io.sluice.yaml.YamlText;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The {@code rateLimit} block, except for its store. */
final class RateLimitReader {

  private static final String NAME = "rateLimit";
  private static final List<String> KEYS = List.of(
      "max",
      "min",
      "rampUpDuration",
      "modes",
      "resumedRampUp",
      "ttl",
      "syncInterval",
      "storeTimeout",
      "fallback",
      "startWithoutStore",
      "store");
  private static final List<String> MODES =
      List.of("scheduled", "relaxed", "onlyIfUsed", "goBackN");
  private static final List<String> FALLBACKS = Stream.of(Fallback.values())
      .map(fallback -> fallback.name().toLowerCase(Locale.ROOT))
      .toList();

  private RateLimitReader() {}

  static Block block(YamlText text) {
    Block top = text.top("has no top-level " + NAME + " block");
    return top.get(NAME).orElseThrow(() -> top.missing(NAME)).block(KEYS);
  }

  static RampConfig config(Block block) {
    long max = block.require("max", "the rate of the whole group, per second").wholeNumber();
    return block.checked(() -> {
      RampConfig.Builder builder = RampConfig.builder(max);
      block.get("min").map(Setting::wholeNumber).ifPresent(builder::min);
      block.get("rampUpDuration").map(Setting::duration).ifPresent(builder::rampUpDuration);
      block.get("modes").map(RateLimitReader::mode).ifPresent(builder::mode);
      block.get("resumedRampUp").map(Setting::flag).ifPresent(builder::resumedRampUp);
      block.get("ttl").map(Setting::duration).ifPresent(builder::ttl);
      block.get("syncInterval").map(Setting::duration).ifPresent(builder::syncInterval);
      block.get("storeTimeout").map(Setting::duration).ifPresent(builder::storeTimeout);
      block.get("fallback").map(RateLimitReader::fallback).ifPresent(builder::fallback);
      block.get("startWithoutStore").map(Setting::flag).ifPresent(builder::startWithoutStore);
      return builder.build();
    });
  }

  private static Fallback fallback(Setting setting) {
    return Fallback.valueOf(setting.oneOf(FALLBACKS).toUpperCase(Locale.ROOT));
  }

  private static RampMode mode(Setting modes) {
    Setting mode = modes
        .block(MODES)
        .atMostOneOf(MODES)
        .orElseThrow(() -> modes.fault("must have one of " + String.join(", ", MODES)));
    return switch (mode.name()) {
      case "scheduled" -> {
        mode.block(List.of());
        yield RampMode.scheduled();
      }
      case "relaxed" -> {
        mode.block(List.of());
        yield RampMode.relaxed();
      }
      case "onlyIfUsed" ->
        new RampMode.OnlyIfUsed(threshold(mode.block(List.of("thresholdPercentage"))));
      default -> goBackN(mode);
    };
  }

  private static RampMode goBackN(Setting mode) {
    Block block =
        mode.block(List.of("thresholdPercentage", "coolDownPeriod", "rampDownPercentage"));
    return new RampMode.GoBackN(
        threshold(block),
        block
            .get("coolDownPeriod")
            .map(Setting::duration)
            .orElse(RampMode.DEFAULT_COOL_DOWN_PERIOD),
        block
            .get("rampDownPercentage")
            .map(Setting::smallNumber)
            .orElse(RampMode.DEFAULT_RAMP_DOWN_PERCENTAGE));
  }

  private static int threshold(Block block) {
    return block
        .get("thresholdPercentage")
        .map(Setting::smallNumber)
        .orElse(RampMode.DEFAULT_THRESHOLD_PERCENTAGE);
  }
}
