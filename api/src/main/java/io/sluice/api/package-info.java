/**
 * The JSON of Sluice's own API, as far as both a node and the command line know it: {@code admin.api} makes these
 * records and writes them, {@code cli} reads them with {@link io.sluice.api.ApiJson}. {@code openapi.yaml} describes
 * them for the console and for others.
 *
 * <p>Policies stand in them as JSON: a later version may have kinds and fields that this one does not know.
 */
@NullMarked
package io.sluice.api;

import org.jspecify.annotations.NullMarked;
