package io.sluice.rampredis;

import static io.sluice.rampredis.Eventually.eventually;

import io.sluice.rampredis.RedisConfig.Auth;
import io.sluice.rampredis.RedisConfig.Servers.Sentinel;
import io.sluice.rampredis.testing.LocalRedis;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A master, its replica, and a Sentinel that knows both. */
final class SentinelTrio implements AutoCloseable {

  static final String NAME = "the-master";

  final LocalRedis master;
  final LocalRedis replica;
  final LocalRedis sentinel;
  private final String login;
  private final String sentinelLogin;

  private SentinelTrio(@Nullable String password, @Nullable String sentinelPassword)
      throws Exception {
    login = password == null ? "" : "AUTH " + password + "\n";
    sentinelLogin = sentinelPassword == null ? "" : "AUTH " + sentinelPassword + "\n";
    String atOnce = "repl-diskless-sync yes\nrepl-diskless-sync-delay 0";
    String secret = password == null ? "" : "requirepass " + password + "\nmasterauth " + password;
    master = LocalRedis.start(atOnce, secret);
    replica = LocalRedis.start("replicaof 127.0.0.1 " + master.port(), atOnce, secret);
    eventually(
        "the replica follows",
        () -> replica.ask(login + "INFO replication").contains("master_link_status:up"));
    sentinel = LocalRedis.sentinel(
        NAME,
        master.port(),
        password == null ? "" : "sentinel auth-pass " + NAME + " " + password,
        sentinelPassword == null ? "" : "requirepass " + sentinelPassword);
    eventually("the Sentinel knows the replica", () -> askSentinel("replicas")
        .contains("flags\r\n$5\r\nslave\r\n"));
  }

  static SentinelTrio start() throws Exception {
    return new SentinelTrio(null, null);
  }

  static SentinelTrio withPasswords(String password, String sentinelPassword) throws Exception {
    return new SentinelTrio(password, sentinelPassword);
  }

  RedisConfig config(@Nullable Auth auth, @Nullable Auth sentinelAuth) {
    return RedisConfig.of(new Sentinel(
        NAME, List.of("127.0.0.1:" + sentinel.port()), auth, null, sentinelAuth, null));
  }

  String askSentinel(String command) {
    return sentinel.ask(sentinelLogin + "SENTINEL " + command + " " + NAME);
  }

  void awaitPromotion() throws Exception {
    eventually("the replica is the master", this::isPromoted);
  }

  private boolean isPromoted() {
    try {
      return replica.ask(login + "INFO replication").contains("role:master");
    } catch (UncheckedIOException e) {
      return false; // a Sentinel has the server hang up on everybody when it promotes it
    }
  }

  @Override
  public void close() {
    sentinel.close();
    replica.close();
    master.close();
  }
}
