package io.sluice.admin.history;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Series of numbers as charts show them.
 *
 * @param to when the last step ended
 * @param series by their names, the oldest value first; null where it is not known
 */
public record Charts(Instant to, Map<String, List<@Nullable Double>> series) {

  /**
   * Those of a resource group.
   *
   * @param to when the last step ended
   * @param quota what all nodes together were allowed to
   * @param nodes what each of them did, by its name
   */
  public record OfGroup(
      Instant to,
      Map<String, List<@Nullable Double>> quota,
      Map<String, Map<String, List<@Nullable Double>>> nodes) {}
}
