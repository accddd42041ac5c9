package io.sluice.ramp;

/** A setting that cannot be: names the key, as it is spelt in the YAML block, and says why. */
public final class InvalidRampConfigException extends IllegalArgumentException {

  private final String key;

  /**
   * @param key such as {@code modes.goBackN.coolDownPeriod}
   * @param fault what is wrong with it and what would be right, to be read after the key
   */
  public InvalidRampConfigException(String key, String fault) {
    super(key + " " + fault);
    this.key = key;
  }

  /** The key at fault, such as {@code modes.goBackN.coolDownPeriod}. */
  public String key() {
    return key;
  }
}
