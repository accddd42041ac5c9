package io.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.opentelemetry.api.OpenTelemetry;
import io.sluice.gateway.config.GatewayConfig;
import io.sluice.gateway.config.GroupSharing;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.gateway.internal.limit.ResourceGroup;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.ConnectionView.ProducerView;
import io.sluice.gateway.view.PauseReason;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Membership;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import io.sluice.protocol.Frames;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.quota.QuotaDimension;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A gateway with limits in front of a scripted broker, a client of it, and its metrics. The broker
 * accepts every producer and consumer, and answers what is published unless it is told not to.
 */
final class LimitedGateway implements AutoCloseable {

  static final PublishLimit ONE_PER_SECOND = PublishLimit.of(1, 0);

  static final int A_DAY_OF_MESSAGES = 86_400;

  static final String NOISY = "persistent://public/default/noisy";
  static final String QUIET = "persistent://public/default/quiet";

  final InMemoryPolicyStore policies = new InMemoryPolicyStore(Policies.NONE);
  final ScriptedBroker broker;
  final Gateway gateway;
  volatile boolean answers = true;

  /** Whether the broker has a message for every permit. */
  volatile boolean dispatches;

  private long requests;

  LimitedGateway(PublishSettings settings) throws IOException {
    this(settings, GatewayConfig.DEFAULT_KEEP_ALIVE_INTERVAL);
  }

  LimitedGateway(PublishSettings settings, Duration keepAlive) throws IOException {
    this(settings, NodeLimits.NONE, GroupSharing.alone(), keepAlive);
  }

  LimitedGateway(NodeLimits node) throws IOException {
    this(
        PublishSettings.DEFAULT,
        node,
        GroupSharing.alone(),
        GatewayConfig.DEFAULT_KEEP_ALIVE_INTERVAL);
  }

  LimitedGateway(GroupSharing sharing) throws IOException {
    this(
        PublishSettings.DEFAULT,
        NodeLimits.NONE,
        sharing,
        GatewayConfig.DEFAULT_KEEP_ALIVE_INTERVAL);
  }

  private LimitedGateway(
      PublishSettings settings, NodeLimits node, GroupSharing sharing, Duration keepAlive)
      throws IOException {
    broker = ScriptedBroker.opening((peer, command) -> {
      switch (command.getType()) {
        case CLOSE_PRODUCER ->
          peer.send(Commands.success(command.getCloseProducer().getRequestId()));
        case SUBSCRIBE -> {
          if (answers) {
            peer.send(Commands.success(command.getSubscribe().getRequestId()));
          }
        }
        case UNSUBSCRIBE -> peer.send(Commands.success(command.getUnsubscribe().getRequestId()));
        case CLOSE_CONSUMER ->
          peer.send(Commands.success(command.getCloseConsumer().getRequestId()));
        case SEND -> {
          if (answers) {
            peer.send(Commands.receipt(
                command.getSend().getProducerId(), command.getSend().getSequenceId()));
          }
        }
        case FLOW -> {
          if (dispatches) {
            for (int i = 0; i < command.getFlow().getMessagePermits(); i++) {
              peer.send(Commands.message(command.getFlow().getConsumerId(), 10));
            }
          }
        }
        case PING -> peer.send(ByteBufUtil.getBytes(Frames.pong()));
        default -> {}
      }
    });
    gateway =
        Gateways.before(broker, settings, node, policies, sharing, OpenTelemetry.noop(), keepAlive);
  }

  void limit(String topic, PublishLimit limit) {
    policies
        .put(PolicyKind.PUBLISH, PolicyKey.topic(topic), limit)
        .toCompletableFuture()
        .join();
  }

  /** Sets the limit of a topic that has producers, and waits until it is in force. */
  void limitNow(String topic, PublishLimit limit) throws InterruptedException {
    limit(topic, limit);
    TopicName name = TopicName.parse(topic);
    Gateways.until("the limit is in force", () -> gateway.node().publishLimits().topics().stream()
        .anyMatch(of -> of.topic().equals(name) && of.limit().toPublishLimit().equals(limit)));
  }

  /** Sets how many messages per second a group may publish. */
  void group(String name, long messages) throws InterruptedException {
    set(PolicyKind.GROUP, new PolicyKey.Group(name), new GroupQuota(messages, -1, -1, -1));
  }

  void deleteGroup(String name) throws InterruptedException {
    remove(PolicyKind.GROUP, new PolicyKey.Group(name));
  }

  void attach(PolicyKey member, String group) throws InterruptedException {
    set(PolicyKind.MEMBERSHIP, member, new Membership(group));
  }

  void detach(PolicyKey member) throws InterruptedException {
    remove(PolicyKind.MEMBERSHIP, member);
  }

  <P extends Record> void set(PolicyKind<P> kind, PolicyKey key, P policy)
      throws InterruptedException {
    policies.put(kind, key, policy).toCompletableFuture().join();
    awaitGroups();
  }

  private void remove(PolicyKind<?> kind, PolicyKey key) throws InterruptedException {
    policies.remove(kind, key).toCompletableFuture().join();
    awaitGroups();
  }

  private void awaitGroups() throws InterruptedException {
    Gateways.until(
        "the groups are followed", () -> gateway.node().groups().isFollowed(policies.current()));
  }

  ResourceGroup group(String name) {
    return known(name).orElseThrow();
  }

  private Optional<ResourceGroup> known(String name) {
    return gateway.node().groups().all().stream()
        .filter(group -> group.name().equals(name))
        .findFirst();
  }

  /** Sets how much of a topic may be dispatched. */
  void dispatch(String topic, DispatchLimit limit) {
    policies
        .put(PolicyKind.DISPATCH, PolicyKey.topic(topic), limit)
        .toCompletableFuture()
        .join();
  }

  /** Opens a consumer of a shared subscription, and waits until the broker has it. */
  void subscribe(Peer client, long consumerId, String topic) throws IOException {
    client.send(Commands.subscribe(consumerId, ++requests, topic));
    client.expect(BaseCommand.Type.SUCCESS);
  }

  /** The permits of a consumer that the broker knows of. */
  long permits(long consumerId) {
    return broker.receivedOf(BaseCommand.Type.FLOW).stream()
        .map(BaseCommand::getFlow)
        .filter(flow -> flow.getConsumerId() == consumerId)
        .mapToLong(flow -> flow.getMessagePermits())
        .sum();
  }

  /** The permits of all consumers that are withheld. */
  long withheld() {
    return gateway.node().dispatchMetrics().withheld();
  }

  /** How many messages were published in a group. */
  long counted(String group) {
    return known(group)
        .map(limit -> limit.count(QuotaDimension.PUBLISH_MESSAGES))
        .orElse(0L);
  }

  /** Opens a producer, and waits until the broker has it. */
  void open(Peer client, long producerId, String topic) throws IOException {
    open(client, Commands.producer(producerId, ++requests, topic));
  }

  /** Opens one of this name. */
  void open(Peer client, long producerId, String topic, String name) throws IOException {
    BaseCommand command = Commands.producer(producerId, ++requests, topic);
    command.getProducer().setProducerName(name);
    open(client, command);
  }

  private static void open(Peer client, BaseCommand command) throws IOException {
    client.send(command);
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

  /** Nothing is held or under way any more, and no connection is paused. */
  void expectNothingLeft() throws InterruptedException {
    Gateways.until("no frames are held", () -> heldFrames() == 0);
    Gateways.until("no bytes are held", () -> heldBytes() == 0);
    Gateways.until(
        "the publish buffer is empty",
        () -> gateway.node().publishLimits().publishBuffer().used() == 0);
    for (PauseReason reason : PauseReason.values()) {
      Gateways.until("no connection is paused by " + reason, () -> paused(reason) == 0);
    }
  }

  @Override
  public void close() throws IOException {
    gateway.close();
    broker.close();
  }
}
