/** The commands that show what is going on, on all nodes. */
@NullMarked
package io.sluice.cli.top;

import org.jspecify.annotations.NullMarked;
