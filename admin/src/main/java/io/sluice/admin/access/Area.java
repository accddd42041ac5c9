package io.sluice.admin.access;

/** Which API a path belongs to. */
public enum Area {

  /** Pulsar's own admin API, of which Sluice answers a part. */
  PULSAR,

  /** Sluice's own API. */
  SLUICE,

  /** All other paths, which need no token: health, metrics, the console, and paths that do not exist. */
  OPEN;

  /** The area of a path, in the form in which Armeria matches routes. */
  public static Area of(String path) {
    if (isUnder(path, "/admin") || isUnder(path, "/lookup")) {
      return PULSAR;
    }
    return isUnder(path, "/sluice") ? SLUICE : OPEN;
  }

  private static boolean isUnder(String path, String top) {
    return path.startsWith(top)
        && (path.length() == top.length() || path.charAt(top.length()) == '/');
  }
}
