package io.sluice.cli;

import io.sluice.cli.chart.Figure;
import io.sluice.ramp.RampConfig;
import io.sluice.rampredis.RedisConfig;
import io.sluice.rampredis.RedisConfig.Auth;
import io.sluice.rampredis.RedisConfig.Servers;
import io.sluice.rampredis.RedisConfig.Tls;
import io.sluice.rampyaml.RampSpec;
import io.sluice.rampyaml.StoreSpec;
import java.io.PrintWriter;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a configuration amounts to, defaults included and secrets left out. */
record SpecSummary(RampSpec spec) {

  void print(PrintWriter out) {
    RampConfig config = spec.config();
    double slope = (config.max() - config.min()) * 1e9 / config.rampUpDuration().toNanos();
    String settings = ModeText.settings(config.mode());
    line(out, "max", config.max() + " per second, by the whole group");
    line(out, "min", config.min() + " per second");
    line(
        out,
        "rampUpDuration",
        Figure.of(config.rampUpDuration()) + ", a slope of " + Figure.of(slope) + " per second");
    line(out, "modes", ModeText.name(config.mode()) + (settings.isEmpty() ? "" : ": " + settings));
    line(out, "resumedRampUp", Boolean.toString(config.resumedRampUp()));
    line(out, "ttl", Figure.of(config.ttl()));
    line(out, "syncInterval", Figure.of(config.syncInterval()));
    line(out, "storeTimeout", Figure.of(config.storeTimeout()));
    line(out, "fallback", config.fallback().name().toLowerCase(Locale.ROOT));
    line(out, "startWithoutStore", Boolean.toString(config.startWithoutStore()));
    line(out, "store", store());
  }

  private static void line(PrintWriter out, String key, String value) {
    out.println(key + " ".repeat("startWithoutStore".length() - key.length() + 2) + value);
  }

  private String store() {
    if (!(spec.store() instanceof StoreSpec.Redis redis)) {
      return "in memory: processors of one JVM";
    }
    RedisConfig config = redis.config();
    return servers(config) + ", prefix " + config.prefix() + ", timeout "
        + Figure.of(config.timeout());
  }

  private static String servers(RedisConfig config) {
    if (config.servers() instanceof Servers.Single single) {
      return single(single, config.db());
    }
    Servers.Sentinel sentinel = (Servers.Sentinel) config.servers();
    return "Redis " + sentinel.masterName() + security(sentinel.auth(), sentinel.tls()) + ", db "
        + config.db() + ", known to the Sentinels " + String.join(" and ", sentinel.endpoints())
        + security(sentinel.sentinelAuth(), sentinel.sentinelTls());
  }

  /** What the URL says of user and database wins over what is said elsewhere. */
  private static String single(Servers.Single single, int db) {
    URI url = URI.create(single.url());
    String port = url.getPort() < 0 ? "" : ":" + url.getPort();
    boolean userInUrl = url.getRawUserInfo() != null;
    boolean dbInUrl = url.getRawPath() != null && url.getRawPath().length() > 1;
    return "Redis at " + url.getScheme() + "://" + url.getHost() + port
        + (userInUrl
            ? ", user as in the URL" + security(null, single.tls())
            : security(single.auth(), single.tls()))
        + ", db " + (dbInUrl ? url.getRawPath().substring(1) : db);
  }

  private static String security(@Nullable Auth auth, @Nullable Tls tls) {
    String user =
        auth == null ? "" : ", user " + (auth.username() == null ? "default" : auth.username());
    if (tls == null) {
      return user;
    }
    return user + (tls.insecureSkipVerify() ? ", TLS without looking at certificates" : ", TLS");
  }
}
