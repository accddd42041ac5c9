package io.sluice.gateway.internal.net;

import io.netty.handler.ssl.SslContext;
import io.sluice.gateway.Gateway;
import io.sluice.gateway.config.BrokerTls;
import io.sluice.gateway.config.Listener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS whose certificates may be replaced while it is in use, as they are before they expire. New
 * connections get the new ones; if these cannot be used, the old stay, and the log says so once.
 */
public final class RotatingTls {

  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

  /** Reads the files. */
  interface Reader {
    SslContext read() throws IOException;
  }

  private final List<Path> files;
  private final Reader reader;
  private List<FileTime> times;
  private String lastFault = "";
  private volatile SslContext current;

  /** Reads the files for the first time. */
  RotatingTls(List<Path> files, Reader reader) throws IOException {
    this.files = files;
    this.reader = reader;
    this.times = times();
    this.current = reader.read();
  }

  public static RotatingTls towardsClients(Listener.Tls tls) throws IOException {
    List<Path> files = new ArrayList<>(List.of(tls.certificateChain(), tls.privateKey()));
    tls.clientTrust().ifPresent(files::add);
    return new RotatingTls(files, () -> Tls.towardsClients(tls));
  }

  public static RotatingTls towardsBrokers(BrokerTls tls) throws IOException {
    List<Path> files = new ArrayList<>();
    tls.trust().ifPresent(files::add);
    tls.identity()
        .ifPresent(own -> files.addAll(List.of(own.certificateChain(), own.privateKey())));
    return new RotatingTls(files, () -> Tls.towardsBrokers(tls));
  }

  public SslContext current() {
    return current;
  }

  /** Looks whether a file has changed. Reads files, so it is not for an event loop. */
  public void refresh() {
    try {
      List<FileTime> now = times();
      if (!now.equals(times)) {
        times = now;
        current = reader.read();
        lastFault = "";
        LOG.info("New certificates are in use: {}", files);
      }
    } catch (IOException | RuntimeException e) { // anything else would end the watch for good
      if (lastFault.equals(e.getMessage())) {
        return;
      }
      lastFault = String.valueOf(e.getMessage());
      LOG.warn(
          "The certificates {} have changed and cannot be used; the old ones stay in use",
          files,
          e);
    }
  }

  private List<FileTime> times() throws IOException {
    List<FileTime> read = new ArrayList<>();
    for (Path file : files) {
      try {
        read.add(Files.getLastModifiedTime(file));
      } catch (IOException e) {
        throw new IOException("cannot read " + file, e);
      }
    }
    return read;
  }
}
