/**
 * Peers that run in a process and on a class path of their own. {@code ./sluice bench gateway} starts {@link
 * io.sluice.bench.peers.PulsarProxyProcess} with the addresses of a broker, and reads on standard output where it listens.
 */
package io.sluice.bench.peers;
