/** What tests of exchanges share. */
@NullMarked
package io.sluice.quota.testing;

import org.jspecify.annotations.NullMarked;
