/**
 * What a node tells over HTTP. {@link io.sluice.admin.AdminServer} is the way in: the node starts it with what
 * it is to tell of ({@code admin.node}), and it puts the routes of {@code admin.api} and {@code admin.pulsar} behind
 * {@code admin.access}. No package below calls back into this one.
 *
 * <p>Nothing here is on the path of a message: the server has its own threads, and what it serves is read
 * from the node without stopping it.
 */
@NullMarked
package io.sluice.admin;

import org.jspecify.annotations.NullMarked;
