package io.sluice.admin.api;

import java.time.Instant;

/**
 * A node as the others see it.
 *
 * @param name what it calls itself
 * @param serviceUrl where it serves clients
 * @param adminUrl where its admin API is
 * @param version of its software
 * @param started when it was started
 * @param seen when it was last heard of
 * @param self whether it is the one that answers
 * @param state {@code ready}, or why it is not
 */
public record NodeView(
    String name,
    String serviceUrl,
    String adminUrl,
    String version,
    Instant started,
    Instant seen,
    boolean self,
    String state) {}
