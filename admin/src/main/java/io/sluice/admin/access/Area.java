package io.sluice.admin.access;

/** Whose a path is. */
public enum Area {

  /** Pulsar's own admin API, part of which is answered here. */
  PULSAR,

  /** Sluice's own API. */
  SLUICE,

  /** Whatever needs no token: health, metrics, and what is not there. */
  OPEN;

  /** Of a path as Armeria finds routes by it. */
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
