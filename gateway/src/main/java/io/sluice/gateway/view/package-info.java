/**
 * What a gateway tells of itself: its connections with their producers and consumers, its resource groups,
 * its ramps. Immutable; {@code Gateway} hands them out, and {@code admin} shows them.
 */
@NullMarked
package io.sluice.gateway.view;

import org.jspecify.annotations.NullMarked;
