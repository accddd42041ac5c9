/** The add-on's shaded jar, with the shaded client of Pulsar that applications have. */
package io.sluice.client.shaded;
