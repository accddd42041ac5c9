/**
 * The node's HTTP server. The node starts {@link io.sluice.admin.AdminServer} with what it is to
 * show ({@code admin.node}). Requests of browsers, the command line and Pulsar's tools come in.
 * They pass {@code admin.access} and go to the routes of {@code admin.api} and {@code
 * admin.pulsar}; metrics, health and the console's files are answered here. No package below calls
 * back into this one.
 *
 * <p>None of it is on the path of a message: the server has its own threads, and what it serves is
 * read from the node without stopping it.
 */
@NullMarked
package io.sluice.admin;

import org.jspecify.annotations.NullMarked;
