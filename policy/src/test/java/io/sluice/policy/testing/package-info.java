/** What every store of policies has to pass. */
@NullMarked
package io.sluice.policy.testing;

import org.jspecify.annotations.NullMarked;
