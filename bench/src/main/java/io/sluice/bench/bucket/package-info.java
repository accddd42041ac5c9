/**
 * What the token bucket and the limiter cost, beside their peers, by JMH.
 */
@NullMarked
package io.sluice.bench.bucket;

import org.jspecify.annotations.NullMarked;
