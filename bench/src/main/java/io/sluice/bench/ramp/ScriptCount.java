package io.sluice.bench.ramp;

import io.lettuce.core.api.sync.RedisCommands;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many scripts a Redis has run for its clients. All limiters here change their state by
 * scripts, so this is the least number of calls that they made; bucket4j also reads before each.
 */
final class ScriptCount {

  private static final Pattern CALLS = Pattern.compile("cmdstat_eval(?:sha)?:calls=(\\d+)");

  private final RedisCommands<String, String> redis;

  ScriptCount(RedisCommands<String, String> redis) {
    this.redis = redis;
  }

  long now() {
    long scripts = 0;
    Matcher matcher = CALLS.matcher(redis.info("commandstats"));
    while (matcher.find()) {
      scripts += Long.parseLong(matcher.group(1));
    }
    return scripts;
  }
}
