package io.sluice.bench.load;

/**
 * Messages that are sent over one connection.
 *
 * @param topics how many topics they are spread over, each with its own producer
 * @param messagesPerSecond at which latencies are measured: far below what gets through at most
 */
public record Scenario(
    String name, int messageBytes, boolean batched, int topics, double messagesPerSecond) {}
