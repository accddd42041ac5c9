/**
 * What the client's add-on changes and costs, beside the stock client.
 */
@NullMarked
package io.sluice.bench.aware;

import org.jspecify.annotations.NullMarked;
