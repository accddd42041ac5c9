/**
 * An add-on to Pulsar's Java client whose producers know when they are throttled.
 *
 * <p>An application calls {@link io.sluice.client.SluiceClient} where it would call Pulsar's client builder. In come
 * the throttle commands of a gateway and what the producers send; out go receipts, and the messages when their
 * producer's pause is over. Against a broker that sends no such commands it is the official client.
 */
@NullMarked
package io.sluice.client;

import org.jspecify.annotations.NullMarked;
