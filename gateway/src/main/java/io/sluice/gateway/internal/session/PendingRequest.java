package io.sluice.gateway.internal.session;

import io.netty.buffer.ByteBuf;
import io.sluice.gateway.internal.dispatch.Consumer;
import io.sluice.gateway.internal.publish.ProducerRequest;

/** What a client asked a broker, and the gateway wants to know the answer to. */
sealed interface PendingRequest {

  /**
   * A question about a topic or a namespace, which counts as one of the node's lookups.
   *
   * @param frame the question, on the heap, if it may have to be put to another broker; otherwise empty
   * @param sinceTick when it was asked, in ticks of {@link Session}, of which a keep-alive interval has two
   */
  record Lookup(ByteBuf frame, long sinceTick) implements PendingRequest {}

  record OpenProducer(ProducerRequest producer) implements PendingRequest {}

  record OpenConsumer(Consumer consumer) implements PendingRequest {}

  record Unsubscribe(long consumerId) implements PendingRequest {}
}
