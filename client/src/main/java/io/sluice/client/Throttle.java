package io.sluice.client;

import java.time.Instant;

/**
 * A time in which a producer is throttled.
 *
 * @param reason why
 * @param since when that began; what was extended began when it first did
 * @param until when it ends by what is known now. The end of a limit on the whole connection is not known;
 *     then it is when the throttle is forgotten unless the server repeats it
 */
public record Throttle(ThrottleReason reason, Instant since, Instant until) {}
