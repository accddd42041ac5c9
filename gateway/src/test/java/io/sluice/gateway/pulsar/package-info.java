/** The gateway with a real Pulsar behind it and Pulsar's own clients in front of it; other tests of the gateway script both. */
package io.sluice.gateway.pulsar;
