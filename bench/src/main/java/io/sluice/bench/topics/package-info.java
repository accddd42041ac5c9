/**
 * What ten thousand topics with limits cost.
 */
@NullMarked
package io.sluice.bench.topics;

import org.jspecify.annotations.NullMarked;
