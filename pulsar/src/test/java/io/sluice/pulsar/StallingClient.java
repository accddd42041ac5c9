package io.sluice.pulsar;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.Reader;
import org.apache.pulsar.client.api.ReaderBuilder;

/** A client whose readers can be made to get nothing any more, while they stay connected. */
final class StallingClient {

  private final List<AtomicBoolean> readers = new CopyOnWriteArrayList<>();
  private final PulsarClient client;

  StallingClient(PulsarClient real) {
    this.client = (PulsarClient) wrap(PulsarClient.class, real, this::stalling);
  }

  PulsarClient client() {
    return client;
  }

  /** Of the readers that there are; later ones read. */
  void stall() {
    readers.forEach(stalled -> stalled.set(true));
  }

  /** How many readers there have been. */
  int readers() {
    return readers.size();
  }

  private Object stalling(Object made) {
    return made instanceof ReaderBuilder<?> builder
        ? wrap(ReaderBuilder.class, builder, this::stallingReader)
        : made;
  }

  private Object stallingReader(Object made) {
    if (!(made instanceof CompletableFuture<?> created)) {
      return wrap(ReaderBuilder.class, made, this::stallingReader);
    }
    AtomicBoolean stalled = new AtomicBoolean();
    readers.add(stalled);
    Change stalling = read -> read instanceof CompletableFuture<?> next
        ? next.thenCompose(
            it -> stalled.get() ? new CompletableFuture<>() : CompletableFuture.completedFuture(it))
        : read;
    Object reader = created.thenApply(it -> wrap(Reader.class, it, stalling));
    return reader;
  }

  private interface Change {
    Object of(Object result);
  }

  private static Object wrap(Class<?> type, Object real, Change change) {
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
          try {
            Object result = method.invoke(real, arguments);
            return result == null ? null : change.of(result);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }
}
