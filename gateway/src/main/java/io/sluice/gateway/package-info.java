/**
 * The data plane: Pulsar's binary protocol between unmodified clients and a stock cluster. The node
 * starts {@link io.sluice.gateway.Gateway} with its configuration and policies. Frames come in from
 * clients and brokers, and go out to the other side when the limits allow it.
 *
 * <p>From the top down:
 *
 * <ol>
 *   <li>{@code Gateway} puts the packages together and shows what they do.
 *   <li>{@code internal.metrics}: gauges, read when metrics are collected.
 *   <li>{@code internal.session}: a client's connection becomes a session with a broker, and each
 *       frame gets a verdict.
 *   <li>{@code internal.publish} and {@code internal.dispatch}: what a connection may publish, and
 *       how many permits its consumers get.
 *   <li>{@code internal.limit}: the limits that all connections of the node share.
 *   <li>{@code internal.net}: sockets, TLS, and the frames in the bytes that were read.
 *   <li>{@code view} and {@code config}: what a gateway shows, and what it is given.
 * </ol>
 *
 * <p>A package uses those further down this list only, and {@code ArchitectureTest} checks it. What
 * is in {@code internal} is for the gateway alone.
 */
@NullMarked
package io.sluice.gateway;

import org.jspecify.annotations.NullMarked;
