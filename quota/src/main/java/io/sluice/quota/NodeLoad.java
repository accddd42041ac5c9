package io.sluice.quota;

/**
 * A node's load, as it tells the other nodes and shows in the console.
 *
 * @param messagesPerSecond published through it
 * @param bytesPerSecond published through it
 * @param dispatchMessagesPerSecond sent to consumers through it
 * @param dispatchBytesPerSecond sent to consumers through it
 * @param throttledProducers how many producers are throttled
 * @param waitingConsumers how many consumers wait for a limit
 * @param heldBytes the size of the producers' frames that the node holds
 */
public record NodeLoad(
    double messagesPerSecond,
    double bytesPerSecond,
    double dispatchMessagesPerSecond,
    double dispatchBytesPerSecond,
    int throttledProducers,
    int waitingConsumers,
    long heldBytes) {}
