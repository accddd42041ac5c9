/**
 * The data plane: Pulsar's binary protocol between unmodified clients and a stock cluster.
 *
 * <p>{@link io.sluice.gateway.Gateway} is what a node starts, and {@code config} and {@code view} are what it
 * is given and what it tells. Everything else is internal. A frame meets the packages in this order:
 *
 * <ol>
 *   <li>{@code internal.session}: a client's connection becomes a session with a broker, and each frame gets
 *       a verdict.
 *   <li>{@code internal.publish} and {@code internal.dispatch}: what a connection may publish, and how many
 *       messages its consumers may get.
 *   <li>{@code internal.limit}: the limits that all connections of the node share.
 *   <li>{@code internal.net}: sockets, TLS, and frames in the bytes that were read.
 * </ol>
 *
 * <p>{@code internal.metrics} shows all of them. Packages depend on those further down this list only, and
 * {@code ArchitectureTest} checks it.
 */
@NullMarked
package io.sluice.gateway;

import org.jspecify.annotations.NullMarked;
