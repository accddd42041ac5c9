package io.sluice.rampyaml;

import io.sluice.ramp.RampConfig;
import io.sluice.yaml.Block;
import io.sluice.yaml.InvalidYamlException;
import io.sluice.yaml.YamlText;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What a file's {@code rateLimit} block says: how a group ramps up, and where it meets. The block
 * is a top-level key of the file; other top-level keys are left alone.
 *
 * <pre>{@code
 * rateLimit:
 *   max: 100
 *   min: 10
 *   rampUpDuration: "10s"
 *   modes:
 *     goBackN: {}
 *   store:
 *     redisStore:
 *       url: redis://localhost:6379
 * }</pre>
 *
 * <p>What the file leaves out is as {@link RampConfig#builder} and {@link
 * io.sluice.rampredis.RedisConfig} have it by default. Only the first fault is reported.
 *
 * @param config how the group ramps up
 * @param store where it meets
 */
public record RampSpec(RampConfig config, StoreSpec store) {

  /**
   * Reads a file of at most 1 MiB in UTF-8. Files that it names, such as certificates, are relative
   * to its folder; those with passwords are read at once.
   *
   * @throws IOException if the file cannot be read
   * @throws InvalidRampSpecException if it cannot be used
   */
  public static RampSpec read(Path file) throws IOException {
    try {
      return read(YamlText.read(file));
    } catch (InvalidYamlException e) {
      throw new InvalidRampSpecException(e);
    }
  }

  /**
   * Reads what a file would hold. Files that it names are relative to the working directory.
   *
   * @param source what messages call the text
   * @throws InvalidRampSpecException if it cannot be used
   */
  public static RampSpec parse(String source, String yaml) {
    try {
      return read(YamlText.of(source, yaml));
    } catch (InvalidYamlException e) {
      throw new InvalidRampSpecException(e);
    }
  }

  private static RampSpec read(YamlText text) {
    Block rateLimit = RateLimitReader.block(text);
    RampConfig config = RateLimitReader.config(rateLimit);
    return new RampSpec(config, StoreReader.store(rateLimit));
  }
}
