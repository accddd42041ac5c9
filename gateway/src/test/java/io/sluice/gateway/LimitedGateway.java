package io.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.opentelemetry.api.OpenTelemetry;
import io.sluice.gateway.ConnectionView.ProducerView;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.protocol.Frames;
import io.sluice.protocol.wire.BaseCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * A gateway with limits in front of a scripted broker, a client of it, and its metrics. The broker
 * accepts every producer, and answers what is published unless it is told not to.
 */
final class LimitedGateway implements AutoCloseable {

  static final PublishLimit ONE_PER_SECOND = PublishLimit.of(1, 0);

  private static final int A_DAY_OF_MESSAGES = 86_400;

  static final String NOISY = "persistent://public/default/noisy";
  static final String QUIET = "persistent://public/default/quiet";

  final InMemoryPolicyStore policies = new InMemoryPolicyStore(Policies.NONE);
  final ScriptedBroker broker;
  final Gateway gateway;
  volatile boolean answers = true;
  private long requests;

  LimitedGateway(PublishSettings settings) throws IOException {
    this(settings, GatewayConfig.DEFAULT_KEEP_ALIVE_INTERVAL);
  }

  LimitedGateway(PublishSettings settings, Duration keepAlive) throws IOException {
    broker = ScriptedBroker.opening((peer, command) -> {
      switch (command.getType()) {
        case CLOSE_PRODUCER ->
          peer.send(Commands.success(command.getCloseProducer().getRequestId()));
        case SEND -> {
          if (answers) {
            peer.send(Commands.receipt(
                command.getSend().getProducerId(), command.getSend().getSequenceId()));
          }
        }
        case PING -> peer.send(ByteBufUtil.getBytes(Frames.pong()));
        default -> {}
      }
    });
    gateway = Gateways.before(broker, settings, policies, OpenTelemetry.noop(), keepAlive);
  }

  void limit(String topic, PublishLimit limit) {
    policies
        .put(PolicyKind.PUBLISH, PolicyKey.topic(topic), limit)
        .toCompletableFuture()
        .join();
  }

  /** Opens a producer, and waits until the broker has it. */
  void open(Peer client, long producerId, String topic) throws IOException {
    client.send(Commands.producer(producerId, ++requests, topic));
    client.expect(BaseCommand.Type.PRODUCER_SUCCESS);
  }

  /** Publishes a frame after which the topic's next one waits for as long as any test runs. */
  static void useUpTheLimit(Peer client, long producerId) throws IOException {
    client.send(Commands.sendBatch(producerId, 0, A_DAY_OF_MESSAGES, 100));
  }

  /** What of a producer has arrived at the broker, by sequence id, in order. */
  List<Long> published(long producerId) {
    return broker.receivedOf(BaseCommand.Type.SEND).stream()
        .filter(command -> command.getSend().getProducerId() == producerId)
        .map(command -> command.getSend().getSequenceId())
        .toList();
  }

  ProducerView producer(long producerId) {
    return connection().producers().stream()
        .filter(producer -> producer.id() == producerId)
        .findFirst()
        .orElseThrow();
  }

  ConnectionView connection() {
    List<ConnectionView> connections = Gateways.connections(gateway);
    assertThat(connections).hasSize(1);
    return connections.get(0);
  }

  int heldFrames(long producerId) {
    return producer(producerId)
        .throttle()
        .map(throttle -> throttle.heldFrames())
        .orElse(0);
  }

  long heldFrames() {
    return gateway.node().publishMetrics().heldFrames();
  }

  long heldBytes() {
    return gateway.node().publishLimits().held().used();
  }

  /** Connections that are paused for this reason. */
  long paused(PauseReason reason) {
    return gateway.node().publishMetrics().of(reason).now.sum();
  }

  /** Nothing is held or under way any more, and nobody is paused. */
  void expectNothingLeft() throws InterruptedException {
    Gateways.until("no frames are held", () -> heldFrames() == 0);
    Gateways.until("no bytes are held", () -> heldBytes() == 0);
    Gateways.until(
        "the publish buffer is empty",
        () -> gateway.node().publishLimits().publishBuffer().used() == 0);
    for (PauseReason reason : PauseReason.values()) {
      Gateways.until("nobody is paused by " + reason, () -> paused(reason) == 0);
    }
  }

  @Override
  public void close() throws IOException {
    gateway.close();
    broker.close();
  }
}
