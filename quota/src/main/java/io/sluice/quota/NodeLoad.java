package io.sluice.quota;

/**
 * What a node does at a glance, as it tells the other nodes and shows in the console.
 *
 * @param messagesPerSecond published through it
 * @param bytesPerSecond published through it
 * @param dispatchMessagesPerSecond sent to consumers through it
 * @param dispatchBytesPerSecond sent to consumers through it
 * @param throttledProducers how many producers wait for a limit
 * @param waitingConsumers how many consumers wait for a limit
 * @param heldBytes how much of the producers' is held there
 */
public record NodeLoad(
    double messagesPerSecond,
    double bytesPerSecond,
    double dispatchMessagesPerSecond,
    double dispatchBytesPerSecond,
    int throttledProducers,
    int waitingConsumers,
    long heldBytes) {}
