/**
 * The add-on through a real gateway to a real Pulsar. The modules {@code client/older} and {@code client/newer} run the same
 * tests with other versions of Pulsar's client.
 */
package io.sluice.client.e2e;
