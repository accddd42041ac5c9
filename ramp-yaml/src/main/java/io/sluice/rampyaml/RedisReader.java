package io.sluice.rampyaml;

import io.sluice.rampredis.RedisConfig;
import io.sluice.rampredis.RedisConfig.Servers;
import io.sluice.yaml.Block;
import io.sluice.yaml.Setting;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.regex.Pattern;

/** The {@code redisStore} block. */
final class RedisReader {

  private static final List<String> KEYS =
      List.of("mode", "url", "auth", "tls", "sentinel", "db", "prefix", "timeout");
  private static final List<String> SENTINEL_KEYS = List.of(
      "masterName",
      "endpoints",
      "auth",
      "redisAuth",
      "tls",
      "redisTls",
      "sentinelAuth",
      "sentinelTls");
  private static final Pattern HOST_AND_PORT =
      Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\]):\\d{1,5}");
  private static final String A_URL = "such as redis://localhost:6379";

  private RedisReader() {}

  static RedisConfig config(Setting store) {
    Block redis = store.block(KEYS);
    String mode = redis
        .get("mode")
        .map(setting -> setting.oneOf(List.of("single", "sentinel")))
        .orElse("single");
    Servers servers = mode.equals("single") ? single(redis) : sentinel(redis);
    return redis.checked(() -> new RedisConfig(
        servers,
        redis.get("db").map(Setting::smallNumber).orElse(0),
        redis.get("prefix").map(Setting::text).orElse(RedisConfig.DEFAULT_PREFIX),
        redis.get("timeout").map(Setting::duration).orElse(RedisConfig.DEFAULT_TIMEOUT)));
  }

  private static Servers single(Block redis) {
    redis.get("sentinel").ifPresent(setting -> {
      throw setting.fault("is for mode sentinel, and the mode is single");
    });
    Setting url = redis.require("url", "mode single needs one, " + A_URL);
    requireUrl(url);
    return redis.checked(() -> new Servers.Single(
        url.text(), RedisSecurity.auth(redis, "auth"), RedisSecurity.tls(redis, "tls")));
  }

  /** Before any other check: messages of those may quote it, and it may hold a password. */
  private static void requireUrl(Setting url) {
    try {
      new URI(url.text());
    } catch (URISyntaxException e) {
      throw url.fault("must be a URL " + A_URL + "; what is special in a password is written %xx");
    }
  }

  private static Servers sentinel(Block redis) {
    for (String key : List.of("url", "auth", "tls")) {
      redis.get(key).ifPresent(setting -> {
        throw setting.fault("is for mode single; in mode sentinel "
            + (key.equals("url") ? "endpoints" : key) + " under sentinel says it");
      });
    }
    Block sentinel = redis
        .require("sentinel", "mode sentinel needs one with masterName and endpoints")
        .block(SENTINEL_KEYS);
    Setting masterName = sentinel.require("masterName", "what the Sentinels call the master");
    Setting endpoints = sentinel.require("endpoints", "the Sentinels, such as [\"host:26379\"]");
    return sentinel.checked(() -> new Servers.Sentinel(
        masterName.text(),
        endpoints.texts(HOST_AND_PORT, "host:port, such as localhost:26379"),
        RedisSecurity.auth(sentinel, "auth", "redisAuth"),
        RedisSecurity.tls(sentinel, "tls", "redisTls"),
        RedisSecurity.auth(sentinel, "sentinelAuth"),
        RedisSecurity.tls(sentinel, "sentinelTls")));
  }
}
