package io.sluice.rampredis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.StaticCredentialsProvider;
import io.sluice.rampredis.RedisConfig.Auth;
import io.sluice.rampredis.RedisConfig.Servers;
import io.sluice.rampredis.RedisConfig.Tls;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Says in the client's words what a {@link RedisConfig} says in ours. */
final class RedisUris {

  private RedisUris() {}

  static RedisURI of(RedisConfig config) {
    RedisURI uri = config.servers() instanceof Servers.Sentinel sentinel
        ? sentinel(sentinel)
        : single((Servers.Single) config.servers());
    uri.setTimeout(config.timeout());
    if (uri.getDatabase() == 0) {
      uri.setDatabase(config.db());
    }
    uri.getSentinels().forEach(each -> each.setTimeout(config.timeout()));
    return uri;
  }

  /** One client has one set of certificates, so servers and Sentinels share them. */
  static SslOptions ssl(RedisConfig config) {
    Tls tls;
    if (config.servers() instanceof Servers.Sentinel sentinel) {
      tls = sentinel.tls() == null ? sentinel.sentinelTls() : sentinel.tls();
    } else {
      tls = ((Servers.Single) config.servers()).tls();
    }
    SslOptions.Builder options = SslOptions.builder().handshakeTimeout(config.timeout());
    if (tls != null && tls.caCertificate() != null) {
      options.trustManager(tls.caCertificate().toFile());
    }
    if (tls != null && tls.certificate() != null && tls.key() != null) {
      options.keyManager(tls.certificate().toFile(), tls.key().toFile(), new char[0]);
    }
    return options.build();
  }

  private static RedisURI single(Servers.Single single) {
    RedisURI uri = RedisURI.create(single.url());
    if (single.auth() != null && URI.create(single.url()).getUserInfo() == null) {
      authenticate(uri, single.auth());
    }
    encrypt(uri, single.tls());
    return uri;
  }

  private static RedisURI sentinel(Servers.Sentinel sentinel) {
    RedisURI uri = new RedisURI();
    uri.setSentinelMasterId(sentinel.masterName());
    authenticate(uri, sentinel.auth());
    encrypt(uri, sentinel.tls()); // before there are Sentinels, as they would be changed with it
    for (String endpoint : sentinel.endpoints()) {
      URI at = URI.create("sentinel://" + endpoint);
      RedisURI each = RedisURI.create(at.getHost(), at.getPort());
      authenticate(each, sentinel.sentinelAuth());
      encrypt(each, sentinel.sentinelTls());
      uri.getSentinels().add(each);
    }
    return uri;
  }

  private static void authenticate(RedisURI uri, @Nullable Auth auth) {
    if (auth != null) {
      uri.setCredentialsProvider(
          new StaticCredentialsProvider(auth.username(), auth.password().toCharArray()));
    }
  }

  private static void encrypt(RedisURI uri, @Nullable Tls tls) {
    if (tls != null) {
      uri.setSsl(true);
      uri.setVerifyPeer(tls.insecureSkipVerify() ? SslVerifyMode.NONE : SslVerifyMode.FULL);
    }
  }
}
