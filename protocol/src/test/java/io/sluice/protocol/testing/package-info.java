/** For the tests of every module that has buffers. */
@NullMarked
package io.sluice.protocol.testing;

import org.jspecify.annotations.NullMarked;
