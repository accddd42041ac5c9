/** The commands that run the shipped classes on virtual time. */
@NullMarked
package io.sluice.cli.simulate;

import org.jspecify.annotations.NullMarked;
