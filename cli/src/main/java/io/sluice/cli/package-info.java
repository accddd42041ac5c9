/** The command line: what {@code ./sluice} does for those who use Sluice. */
@NullMarked
package io.sluice.cli;

import org.jspecify.annotations.NullMarked;
