/** An add-on to Pulsar's Java client whose producers know when they are throttled. */
@NullMarked
package io.sluice.client;

import org.jspecify.annotations.NullMarked;
