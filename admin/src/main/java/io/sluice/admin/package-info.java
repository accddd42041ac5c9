/**
 * What a node tells over HTTP. {@link io.sluice.admin.AdminServer} is the way in.
 *
 * <p>Nothing here is on the path of a message: the server has its own threads, and whatever it serves
 * is read from the node without stopping it.
 */
@NullMarked
package io.sluice.admin;

import org.jspecify.annotations.NullMarked;
