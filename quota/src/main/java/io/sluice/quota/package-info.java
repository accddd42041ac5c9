/**
 * Resource groups: a tenant's or a namespace's quota that all nodes keep together.
 *
 * <p>{@link io.sluice.quota.GroupShares} counts what this node uses of each group and reports it to the other
 * nodes through a {@link io.sluice.quota.UsageExchange}. {@code ShareCalculator} sets this node's share in the
 * data plane, {@link io.sluice.quota.GroupTraffic}. Every node divides a quota in the same way, by {@link
 * io.sluice.quota.FairShares}.
 *
 * <p>{@link io.sluice.quota.RampAgreement} keeps the levels of ramps equal on all nodes, with the same reports.
 *
 * <p>{@link io.sluice.quota.NodeLoad} is the load of a node, and {@link io.sluice.quota.NodeSummary} its busiest and
 * its throttled; nodes tell each other both for {@code top} and the console.
 *
 * <p>The input is what the data plane counts and what other nodes report. The output is this node's reports and its
 * shares, which the gateway sets as rates. The gateway and the simulator call this package.
 */
@NullMarked
package io.sluice.quota;

import org.jspecify.annotations.NullMarked;
