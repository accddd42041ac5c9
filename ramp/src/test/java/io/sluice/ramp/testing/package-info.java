/** What tests of other modules need of the ramp: time moved by hand, and the contract of stores. */
@NullMarked
package io.sluice.ramp.testing;

import org.jspecify.annotations.NullMarked;
