/** Time that tests move by hand; other modules' tests use it through core's test-jar. */
@NullMarked
package io.sluice.core.testing;

import org.jspecify.annotations.NullMarked;
