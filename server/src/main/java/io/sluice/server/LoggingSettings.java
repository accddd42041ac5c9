package io.sluice.server;

/**
 * The block {@code logging}: what goes to standard output.
 *
 * @param level from which level on
 * @param format for whom
 */
public record LoggingSettings(Level level, Format format) {

  static final LoggingSettings DEFAULT = new LoggingSettings(Level.INFO, Format.TEXT);

  /** How important it has to be. */
  public enum Level {
    /** What does not work. */
    ERROR,
    /** Also what an operator should look at. */
    WARN,
    /** Also what happens seldom. */
    INFO,
    /** Also what helps to find a fault. */
    DEBUG,
    /** Everything. */
    TRACE
  }

  /** Who reads it. */
  public enum Format {
    /** People. */
    TEXT,
    /** Programs: one JSON object per line. */
    JSON
  }
}
