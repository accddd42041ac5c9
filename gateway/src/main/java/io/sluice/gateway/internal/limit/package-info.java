/**
 * The limits in force on this node, shared by all of its connections and event loops: of topics,
 * subscriptions, resource groups and the node itself.
 *
 * <p>Policies come in from the {@code PolicyStore}, shares of groups from {@code quota}. On one thread, {@code
 * PolicyFollower} makes both the rates of limiters. {@code publish} and {@code dispatch} open the limiters of
 * producers and consumers in {@code PublishLimits}, {@code DispatchLimits} and {@code ResourceGroups}, ask them,
 * and wait in their queues.
 */
@NullMarked
package io.sluice.gateway.internal.limit;

import org.jspecify.annotations.NullMarked;
