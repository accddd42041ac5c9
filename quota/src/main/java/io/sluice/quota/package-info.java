/**
 * Resource groups: a tenant's or a namespace's quota that all nodes keep together.
 *
 * <p>{@link io.sluice.quota.GroupShares} counts what this node uses of each group, tells the others
 * through a {@link io.sluice.quota.UsageExchange}, and gives the data plane, {@link
 * io.sluice.quota.GroupTraffic}, this node's share, which {@link io.sluice.quota.FairShares} works out
 * alike on every node.
 *
 * <p>{@link io.sluice.quota.RampAgreement} keeps the levels of ramps alike on all nodes, by the same reports.
 *
 * <p>{@link io.sluice.quota.NodeLoad} is what nodes tell each other beside that, for people to look at.
 */
@NullMarked
package io.sluice.quota;

import org.jspecify.annotations.NullMarked;
