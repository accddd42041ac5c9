package io.sluice.client;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.Schema;
import org.apache.pulsar.client.api.TypedMessageBuilder;
import org.apache.pulsar.client.api.transaction.Transaction;
import org.apache.pulsar.client.impl.MessageImpl;
import org.apache.pulsar.client.impl.ProducerImpl;
import org.apache.pulsar.client.impl.ProducerInterceptors;
import org.apache.pulsar.client.impl.PulsarClientImpl;
import org.apache.pulsar.client.impl.SendCallback;
import org.apache.pulsar.client.impl.conf.ProducerConfigurationData;
import org.jspecify.annotations.Nullable;

/**
 * A producer of one topic or partition that knows when it is throttled. The constructor of its superclass already connects,
 * and the connection's thread may come here before that has returned: no field may be set by an initialiser.
 */
final class AwareProducer<T> extends ProducerImpl<T> implements ThrottleAware {

  private volatile @Nullable ProducerThrottle throttle;
  private volatile boolean closing;

  AwareProducer(
      PulsarClientImpl client,
      String topic,
      ProducerConfigurationData conf,
      CompletableFuture<Producer<T>> created,
      int partitionIndex,
      Schema<T> schema,
      ProducerInterceptors interceptors,
      Optional<String> overrideProducerName) {
    super(client, topic, conf, created, partitionIndex, schema, interceptors, overrideProducerName);
    own();
    var unused = created.whenComplete((producer, failure) -> {
      if (failure != null) {
        throttles().remove(producerId);
      }
    });
  }

  /** What it knows of its throttling, for as long as it is there. */
  ProducerThrottle own() {
    ProducerThrottle known = throttle;
    if (known == null) {
      // Several threads may come here at once; all get the same.
      known = throttles().of(producerId, topic).keptByProducer();
      throttle = known;
    }
    return known;
  }

  private Throttles throttles() {
    return ((AwareConnections) client.getCnxPool()).throttles();
  }

  @Override
  public Optional<Throttle> throttle() {
    return own().current();
  }

  @Override
  public AutoCloseable onThrottle(ThrottleListener listener) {
    return own().listen(this, listener);
  }

  /** Every message comes here on its way, after interceptors and before it takes a place in the queue. */
  @Override
  public void sendAsync(Message<?> message, SendCallback callback) {
    long timeoutNanos = TimeUnit.MILLISECONDS.toNanos(conf.getSendTimeoutMs());
    if (timeoutNanos <= 0) {
      super.sendAsync(message, callback);
      return;
    }
    ProducerThrottledException refusal = closing ? null : own().refusal(timeoutNanos);
    if (refusal == null) {
      super.sendAsync(message, new TimeoutCallback(callback, own(), timeoutNanos));
      return;
    }
    refusal.setSequenceId(message.getSequenceId());
    callback.sendComplete(refusal, null);
    // As of every message that does not get into the queue. The other reference was the callback's.
    ((MessageImpl<?>) message).getDataBuffer().release();
  }

  @Override
  public synchronized CompletableFuture<Void> closeAsync() {
    boolean again = closing;
    closing = true;
    CompletableFuture<Void> closed = super.closeAsync();
    // Closed again, it says that it is done while it still waits for what is held.
    if (!again) {
      var unused = closed.whenComplete((done, failure) -> throttles().remove(producerId));
    }
    return closed;
  }

  @Override
  public TypedMessageBuilder<T> newMessage() {
    return new AwareMessageBuilder<>(this, schema);
  }

  @Override
  public <V> TypedMessageBuilder<V> newMessage(Schema<V> other) {
    return new AwareMessageBuilder<>(this, other);
  }

  @Override
  public TypedMessageBuilder<T> newMessage(Transaction transaction) {
    return new AwareMessageBuilder<>(this, schema, transaction);
  }

  @Override
  public <V> TypedMessageBuilder<V> newMessage(Schema<V> other, Transaction transaction) {
    return new AwareMessageBuilder<>(this, other, transaction);
  }
}
