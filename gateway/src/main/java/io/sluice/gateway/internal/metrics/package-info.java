/**
 * The gateway's figures for OpenTelemetry. The metrics exporter calls in here; nothing of it is on the
 * path of a frame.
 */
@NullMarked
package io.sluice.gateway.internal.metrics;

import org.jspecify.annotations.NullMarked;
