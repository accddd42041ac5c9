package io.sluice.errorprone;

/** The agent: the JVM has put the class path of its jar behind its own, and that is all it is for. */
public final class ClassPathOnly {

  private ClassPathOnly() {}

  /** Called by the JVM before Maven starts. */
  public static void premain(String arguments) {}
}
