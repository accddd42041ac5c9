/** A limited topic's home: the one node to which its lookups lead, so that its limit is counted in one place. */
@NullMarked
package io.sluice.gateway.internal.home;

import org.jspecify.annotations.NullMarked;
