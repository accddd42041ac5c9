/**
 * What a ramp throttle is doing, as OpenTelemetry metrics. {@link
 * io.sluice.rampotel.RampTelemetry#bind} is all there is to call.
 *
 * <p>The meter is {@code io.sluice.ramp}. The figures are those of {@link
 * io.sluice.ramp.RampStatus}, read once when a reader collects:
 *
 * <table>
 *   <caption>Instruments</caption>
 *   <tr><th>name</th><th>kind</th><th>unit</th><th>what it says</th></tr>
 *   <tr><td>{@code sluice.ramp.level}</td><td>gauge</td><td>{@code {message}/s}</td>
 *       <td>the rate of the whole group, as this processor sees it</td></tr>
 *   <tr><td>{@code sluice.ramp.share}</td><td>up-down counter</td><td>{@code {message}/s}</td>
 *       <td>what this processor may grant of it; 0 while it may grant nothing</td></tr>
 *   <tr><td>{@code sluice.ramp.pool.size}</td><td>gauge</td><td>{@code {processor}}</td>
 *       <td>what the level is divided by; 0 if that is not known yet</td></tr>
 *   <tr><td>{@code sluice.ramp.pool.agreed}</td><td>up-down counter</td>
 *       <td>{@code {processor}}</td>
 *       <td>1 while all live processors use the same pool size, else 0</td></tr>
 *   <tr><td>{@code sluice.ramp.pool.state}</td><td>up-down counter</td>
 *       <td>{@code {processor}}</td>
 *       <td>one series for each {@link io.sluice.ramp.PoolState}: 1 for the one it is in, 0 for the
 *       others</td></tr>
 *   <tr><td>{@code sluice.ramp.granted}</td><td>counter</td><td>{@code {message}}</td>
 *       <td>messages granted</td></tr>
 *   <tr><td>{@code sluice.ramp.given_back}</td><td>counter</td><td>{@code {message}}</td>
 *       <td>those of them that went back in time to be granted again</td></tr>
 *   <tr><td>{@code sluice.ramp.given_back_late}</td><td>counter</td><td>{@code {message}}</td>
 *       <td>those that came back too late for that</td></tr>
 *   <tr><td>{@code sluice.ramp.waits}</td><td>counter</td><td>{@code {call}}</td>
 *       <td>calls that had to wait, from when they begin to</td></tr>
 *   <tr><td>{@code sluice.ramp.wait_time}</td><td>counter</td><td>{@code s}</td>
 *       <td>how long they waited; a wait is added when it ends</td></tr>
 *   <tr><td>{@code sluice.ramp.waiting}</td><td>up-down counter</td><td>{@code {call}}</td>
 *       <td>calls that are waiting now</td></tr>
 *   <tr><td>{@code sluice.ramp.turned_away}</td><td>counter</td><td>{@code {call}}</td>
 *       <td>calls that could not wait, as too many did already</td></tr>
 *   <tr><td>{@code sluice.ramp.store.age}</td><td>gauge</td><td>{@code s}</td>
 *       <td>time since the last report that the store answered was sent</td></tr>
 *   <tr><td>{@code sluice.ramp.store.failures}</td><td>counter</td><td>{@code {failure}}</td>
 *       <td>calls to the store that failed or were not answered in time</td></tr>
 *   <tr><td>{@code sluice.ramp.fallback}</td><td>up-down counter</td><td>{@code {processor}}</td>
 *       <td>1 while the store has been gone for so long that the fallback holds, else 0</td></tr>
 * </table>
 *
 * <p>Every series carries the attributes {@code sluice.ramp.group} and {@code
 * sluice.ramp.processor}; those of {@code sluice.ramp.pool.state} also carry the state in lower
 * case, under the name of the metric.
 *
 * <p>What is 0 or 1 is an up-down counter, as its sum means something: the number of processors of
 * which it is true. The level and the pool size are gauges, as each processor reports those of the
 * whole group: take the largest or the smallest of them, not the sum.
 *
 * <p>Applications call it once for each throttle; the reader of their OpenTelemetry SDK calls back.
 */
@NullMarked
package io.sluice.rampotel;

import org.jspecify.annotations.NullMarked;
