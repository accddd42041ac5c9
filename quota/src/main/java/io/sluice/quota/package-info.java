/**
 * Resource groups: a tenant's or a namespace's quota that all nodes keep together.
 *
 * <p>{@link io.sluice.quota.GroupShares} counts what this node uses of each group, tells the others
 * through a {@link io.sluice.quota.UsageExchange}, and has {@code ShareCalculator} give the data plane, {@link
 * io.sluice.quota.GroupTraffic}, this node's share. Every node divides a quota alike, by {@link
 * io.sluice.quota.FairShares}.
 *
 * <p>{@link io.sluice.quota.RampAgreement} keeps the levels of ramps alike on all nodes, by the same reports.
 *
 * <p>{@link io.sluice.quota.NodeLoad} is what nodes tell each other beside that, for people to look at.
 *
 * <p>In come counts of the data plane and reports of other nodes; out go this node's reports, and the rates that the
 * gateway sets for its part of a group. The gateway and the simulator call it.
 */
@NullMarked
package io.sluice.quota;

import org.jspecify.annotations.NullMarked;
