/**
 * What a node did in the last 15 minutes. {@link io.sluice.admin.history.History} is the way in: it is told
 * of every look at the node's connections, and answers the routes of {@code admin.api} what charts show and what
 * another limit would have done.
 */
@NullMarked
package io.sluice.admin.history;

import org.jspecify.annotations.NullMarked;
