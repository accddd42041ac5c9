/**
 * The gateway's gauges for OpenTelemetry. {@code Gateway} registers them. The metrics reader calls
 * them whenever it collects: they read the counts of sessions, limiters and resource groups, and
 * record them as measurements. None of it is on the path of a frame.
 */
@NullMarked
package io.sluice.gateway.internal.metrics;

import org.jspecify.annotations.NullMarked;
