package io.sluice.admin.figures;

/**
 * What a node has to do.
 *
 * @param messagesPerSecond published
 * @param bytesPerSecond published
 * @param dispatchMessagesPerSecond dispatched
 * @param dispatchBytesPerSecond dispatched
 * @param throttledProducers how many producers wait
 * @param waitingConsumers how many consumers wait for limits on dispatch
 * @param heldBytes how much of the producers' waits here
 */
public record NodeLoad(
    double messagesPerSecond,
    double bytesPerSecond,
    double dispatchMessagesPerSecond,
    double dispatchBytesPerSecond,
    int throttledProducers,
    int waitingConsumers,
    long heldBytes) {}
