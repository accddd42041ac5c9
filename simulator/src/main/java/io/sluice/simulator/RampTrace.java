package io.sluice.simulator;

import java.util.List;

/**
 * What replicas that share a ramp did, and what of that was not as promised: they never share out more than
 * max, and after the ttl and a few sync intervals all of them know how many they are.
 *
 * @param mostShares the most that they shared out at any time
 */
public record RampTrace(
    RampScenario scenario, List<Second> seconds, double mostShares, List<String> findings) {

  /**
   * One second, as of its end.
   *
   * @param number counted from 1
   * @param live how many replicas there were
   * @param agreed how many of them knew that number
   * @param level the highest of theirs, for all together
   * @param shares what they might grant, together
   * @param granted what they did grant, together
   */
  public record Second(int number, int live, int agreed, double level, long shares, long granted) {}

  public boolean isGood() {
    return findings.isEmpty();
  }
}
