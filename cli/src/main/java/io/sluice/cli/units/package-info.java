/**
 * Amounts as people write and read them: options are parsed here, and tables print what it writes. All
 * commands call it.
 */
@NullMarked
package io.sluice.cli.units;

import org.jspecify.annotations.NullMarked;
