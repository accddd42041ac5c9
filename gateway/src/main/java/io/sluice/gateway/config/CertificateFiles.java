package io.sluice.gateway.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Certificates and keys whose files may be replaced while they are in use, as they are before they
 * expire. New connections get the new ones; if these cannot be used, the old ones stay, and the log says
 * so once.
 *
 * @param <T> what is made of the files
 */
public final class CertificateFiles<T> {

  /** How often the files are looked at. */
  public static final Duration INTERVAL = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(CertificateFiles.class);

  /**
   * Reads the files.
   *
   * @param <T> what is made of them
   */
  public interface Reader<T> {

    /** Reads them, and checks that they belong together. */
    T read() throws IOException;
  }

  private final List<Path> files;
  private final Reader<T> reader;
  private List<FileTime> times;
  private String lastFault = "";
  private volatile T current;

  /** Reads the files for the first time. */
  public CertificateFiles(List<Path> files, Reader<T> reader) throws IOException {
    this.files = List.copyOf(files);
    this.reader = reader;
    this.times = times();
    this.current = reader.read();
  }

  /** What was made of the files when they could last be used. Any thread. */
  public T current() {
    return current;
  }

  /** Looks at the files in this interval until the executor ends. They are read there: no event loop. */
  public void watch(ScheduledExecutorService executor, Duration interval) {
    var unused = executor.scheduleWithFixedDelay(
        this::refresh, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Looks whether a file has changed; by one thread at a time. */
  public void refresh() {
    try {
      List<FileTime> now = times();
      if (!now.equals(times)) {
        current = reader.read();
        times = now; // not before: what was half written is read again
        lastFault = "";
        LOG.info("New certificates are in use: {}", files);
      }
    } catch (IOException | RuntimeException e) { // anything else would end the watch for good
      String fault = String.valueOf(e.getMessage());
      if (!lastFault.equals(fault)) {
        lastFault = fault;
        LOG.warn(
            "The certificates {} have changed and cannot be used; the old ones stay in use",
            files,
            e);
      }
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
