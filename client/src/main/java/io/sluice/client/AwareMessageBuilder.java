package io.sluice.client;

import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Schema;
import org.apache.pulsar.client.api.transaction.Transaction;
import org.apache.pulsar.client.impl.ProducerBase;
import org.apache.pulsar.client.impl.TypedMessageBuilderImpl;
import org.apache.pulsar.client.impl.transaction.TransactionImpl;
import org.jspecify.annotations.Nullable;

/**
 * A message whose {@link #send} says when throttling is why it failed. The client's own makes a plain timeout of every
 * kind of timeout, to have the caller's stack trace in it.
 */
final class AwareMessageBuilder<T> extends TypedMessageBuilderImpl<T> {

  private static final long serialVersionUID = 1L;

  private transient @Nullable CompletableFuture<MessageId> sent;

  AwareMessageBuilder(ProducerBase<?> producer, Schema<T> schema) {
    super(producer, schema);
  }

  AwareMessageBuilder(ProducerBase<?> producer, Schema<T> schema, Transaction transaction) {
    super(producer, schema, checked(transaction));
  }

  private static TransactionImpl checked(Transaction transaction) {
    if (transaction instanceof TransactionImpl known) {
      return known;
    }
    throw new IllegalArgumentException("not a transaction of this client: " + transaction);
  }

  @Override
  public CompletableFuture<MessageId> sendAsync() {
    CompletableFuture<MessageId> sending = super.sendAsync();
    sent = sending;
    return sending;
  }

  @Override
  public MessageId send() throws PulsarClientException {
    try {
      return super.send();
    } catch (PulsarClientException.TimeoutException e) {
      CompletableFuture<MessageId> sending = sent;
      if (sending == null || !sending.isCompletedExceptionally()) {
        throw e;
      }
      Throwable failure = sending.handle((id, thrown) -> thrown).join();
      if (failure instanceof java.util.concurrent.CompletionException
          && failure.getCause() != null) {
        failure = failure.getCause();
      }
      if (failure instanceof ProducerThrottledException throttled) {
        throw throttled.thrownHere();
      }
      throw e;
    }
  }
}
