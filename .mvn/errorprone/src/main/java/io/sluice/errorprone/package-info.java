/** Error Prone on the class path of the JVM that compiles. {@code ./sluice test} makes it a Java agent of Maven's. */
@NullMarked
package io.sluice.errorprone;

import org.jspecify.annotations.NullMarked;
