/**
 * A node: what {@code ./sluice server} runs.
 *
 * <p>Read it in this order:
 *
 * <ol>
 *   <li>{@link io.sluice.server.NodeConfig}: what the configuration file says. Its records are the
 *       file's blocks, and their components its keys: {@code RecordReader} reads one from the other,
 *       and {@code Kinds} says how single values are written.
 *   <li>{@code ConfigCheck}: what is wrong with settings that are each right.
 *   <li>{@link io.sluice.server.SluiceNode}: starts and stops the parts.
 *   <li>{@link io.sluice.server.Logging}: what is logged, and how.
 * </ol>
 *
 * <p>A file comes in, and out come a gateway, an admin server and what they share. The command line calls it for
 * {@code server}, {@code standalone}, {@code demo} and {@code check-config}.
 */
@NullMarked
package io.sluice.server;

import org.jspecify.annotations.NullMarked;
