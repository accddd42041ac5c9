/**
 * Amounts as people write and read them: sizes, counts, times. The commands of the other packages
 * call it to parse options to numbers, and to write numbers into tables.
 */
@NullMarked
package io.sluice.cli.units;

import org.jspecify.annotations.NullMarked;
