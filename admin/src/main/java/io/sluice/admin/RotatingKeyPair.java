package io.sluice.admin;

import com.linecorp.armeria.common.TlsKeyPair;
import com.linecorp.armeria.common.TlsProvider;
import io.sluice.admin.node.AdminConfig;
import io.sluice.gateway.config.KeyPairCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's certificate and key, whose files may be replaced while they are in use. New connections
 * get the new ones; if these cannot be used, the old stay, and the log says so once.
 */
final class RotatingKeyPair implements TlsProvider {

  /** How often the files are looked at, as the gateway does. */
  static final Duration INTERVAL = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);

  private final AdminConfig.Tls files;
  private final long intervalNanos;
  private List<FileTime> times;
  private String lastFault = "";
  private volatile TlsKeyPair current;

  /** Reads the files for the first time. */
  RotatingKeyPair(AdminConfig.Tls files, Duration interval) throws IOException {
    this.files = files;
    this.intervalNanos = interval.toNanos();
    this.times = times();
    this.current = read();
  }

  /** Looks at the files until the executor ends. */
  void watch(ScheduledExecutorService executor) {
    var unused = executor.scheduleWithFixedDelay(
        this::refresh, intervalNanos, intervalNanos, TimeUnit.NANOSECONDS);
  }

  /** The same for every name: there is one certificate. */
  @Override
  public TlsKeyPair keyPair(String hostname) {
    return current;
  }

  private void refresh() {
    try {
      List<FileTime> now = times();
      if (!now.equals(times)) {
        current = read();
        times = now; // not before: what was half written is read again
        lastFault = "";
        LOG.info("New certificates are in use: {}", files);
      }
    } catch (IOException | RuntimeException e) { // anything else would end the watch for good
      String fault = String.valueOf(e.getMessage());
      if (!lastFault.equals(fault)) {
        lastFault = fault;
        LOG.warn("{} have changed and cannot be used; the old ones stay in use", files, e);
      }
    }
  }

  private List<FileTime> times() throws IOException {
    return List.of(
        Files.getLastModifiedTime(files.certificate()), Files.getLastModifiedTime(files.key()));
  }

  private TlsKeyPair read() throws IOException {
    try {
      KeyPairCheck.require(files.certificate(), files.key());
      return TlsKeyPair.of(files.key().toFile(), files.certificate().toFile());
    } catch (IllegalArgumentException e) {
      throw new IOException("cannot use " + files + ": " + e.getMessage(), e);
    }
  }
}
