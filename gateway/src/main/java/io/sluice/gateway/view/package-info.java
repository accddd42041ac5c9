/**
 * What a gateway shows of itself: its connections with their producers and consumers, its resource
 * groups, its ramps. Immutable records: sessions and limiters make them, {@code Gateway} returns
 * them, and {@code admin} shows them.
 */
@NullMarked
package io.sluice.gateway.view;

import org.jspecify.annotations.NullMarked;
