package io.sluice.client;

import java.time.Instant;

/**
 * That a producer is throttled.
 *
 * @param reason why
 * @param since when that began; what was extended began when it first did
 * @param until when it ends by what is known now. Of a limit on the whole connection, whose end nobody
 *     knows, it is when this is forgotten unless it is said again
 */
public record Throttle(ThrottleReason reason, Instant since, Instant until) {}
