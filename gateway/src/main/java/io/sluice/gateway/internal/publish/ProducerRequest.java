package io.sluice.gateway.internal.publish;

import io.sluice.protocol.wire.CommandProducer;

/**
 * A producer that a client has asked for and that the broker has not opened yet. Two requests are never
 * the same, whatever they ask for.
 */
public final class ProducerRequest {

  final long id;
  final String topic;

  /** As the client gives it; may be empty. */
  final String name;

  ProducerRequest(CommandProducer command) {
    this.id = command.getProducerId();
    this.topic = command.getTopic();
    this.name = command.hasProducerName() ? command.getProducerName() : "";
  }
}
