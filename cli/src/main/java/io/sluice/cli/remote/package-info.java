/**
 * How a running node is asked: which one, with which token, and how its answer is printed. The
 * commands of {@code cli.limits}, {@code cli.groups} and {@code cli.top} hand in a request; it goes
 * to the node over HTTP, and the answer or an {@code ApiException} comes back.
 *
 * <p>Read it in this order: {@link io.sluice.cli.remote.NodeOptions} (what the user says), {@code
 * Connection} and {@code Profiles} (what that amounts to), {@link io.sluice.cli.remote.Api}
 * (requests and answers), {@link io.sluice.cli.remote.RemoteCommand} (what every such command is).
 */
@NullMarked
package io.sluice.cli.remote;

import org.jspecify.annotations.NullMarked;
