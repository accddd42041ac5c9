package io.sluice.ramp;

import java.time.Duration;

/**
 * What a throttle is doing: the port for metrics, read whenever they are collected.
 *
 * @param level the rate of the whole group as of the last call, per second
 * @param share what this processor may grant of it now, per second; 0 while it may grant nothing
 * @param poolSize the number of processors that the level is divided by; 0 if it is not known yet
 * @param state whether the processors agree on that number
 * @param granted messages granted so far
 * @param givenBack those of them that went back to the second they were granted in
 * @param givenBackLate those that came back after that, when they could not be used any more
 * @param waits calls that had to wait
 * @param waited how long they waited, all together
 * @param waiting calls that are waiting now
 * @param turnedAway calls that were answered with nothing as too many were waiting
 * @param storeAge how long ago the last sync that the store answered was sent
 * @param storeFailures calls that the store did not answer
 * @param fallbackInForce whether the store has been gone for so long that the fallback holds
 */
public record RampStatus(
    double level,
    long share,
    int poolSize,
    PoolState state,
    long granted,
    long givenBack,
    long givenBackLate,
    long waits,
    Duration waited,
    int waiting,
    long turnedAway,
    Duration storeAge,
    long storeFailures,
    boolean fallbackInForce) {

  /** Whether all live processors use the same pool size. */
  public boolean agreed() {
    return state == PoolState.AGREED;
  }
}
