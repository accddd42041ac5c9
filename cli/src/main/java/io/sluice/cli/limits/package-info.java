/** The commands about limits. */
@NullMarked
package io.sluice.cli.limits;

import org.jspecify.annotations.NullMarked;
