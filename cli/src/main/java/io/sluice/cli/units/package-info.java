/** Amounts as people write and read them. */
@NullMarked
package io.sluice.cli.units;

import org.jspecify.annotations.NullMarked;
