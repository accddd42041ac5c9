package io.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.config.ConnectionLimits;
import io.sluice.gateway.config.HomeNode;
import io.sluice.gateway.config.HomeNodes;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandCloseProducer;
import io.sluice.protocol.wire.CommandLookupTopicResponse;
import io.sluice.protocol.wire.CommandLookupTopicResponse.LookupType;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Lookups that arrive at a node that is not the topic's home. */
class HomeLookupTest {

  private static final Policies LIMITED = Policies.NONE.with(
      PolicyKind.PUBLISH, PolicyKey.topic("public/default/t"), PublishLimit.of(300, 0));

  private static final HomeNodes ELSEWHERE = new HomeNodes(
      "here",
      () -> List.of(new HomeNode(
          "there",
          "there",
          Optional.of("pulsar://there:6650"),
          Optional.of("pulsar+ssl://there:6651"),
          0)));

  private final InMemoryPolicyStore policies = new InMemoryPolicyStore(LIMITED);

  private static ScriptedBroker owner() throws IOException {
    return ScriptedBroker.accepting((peer, command) -> {
      if (command.getType() == BaseCommand.Type.LOOKUP) {
        peer.send(Commands.lookedUp(
            command.getLookupTopic().getRequestId(), LookupType.Connect, "pulsar://owner:6650"));
      }
    });
  }

  private Gateway before(ScriptedBroker broker, HomeNodes homes) throws IOException {
    return Gateways.before(broker, ConnectionLimits.DEFAULT, policies, homes);
  }

  private static CommandLookupTopicResponse ask(Peer client, BaseCommand lookup)
      throws IOException {
    client.send(lookup);
    return client.expect(BaseCommand.Type.LOOKUP_RESPONSE).getLookupTopicResponse();
  }

  private static void assertAnsweredHere(CommandLookupTopicResponse answer) {
    assertThat(answer.getResponse()).isEqualTo(LookupType.Connect);
    assertThat(answer.getBrokerServiceUrl()).isEqualTo("pulsar://owner:6650");
    assertThat(answer.isProxyThroughServiceUrl()).isTrue();
  }

  @Test
  void shouldRedirectToTheHomeWithoutAskingABroker() throws Exception {
    try (ScriptedBroker broker = owner();
        Gateway gateway = before(broker, ELSEWHERE);
        Peer client = Peer.acceptedBy(gateway)) {
      CommandLookupTopicResponse answer = ask(client, Commands.lookup(7));

      assertThat(answer.getRequestId()).isEqualTo(7);
      assertThat(answer.getResponse()).isEqualTo(LookupType.Redirect);
      assertThat(answer.isAuthoritative()).isTrue();
      assertThat(answer.getBrokerServiceUrl()).isEqualTo("pulsar://there:6650");
      assertThat(answer.getBrokerServiceUrlTls()).isEqualTo("pulsar+ssl://there:6651");
      assertThat(answer.isProxyThroughServiceUrl())
          .as("the client is to ask that address itself")
          .isFalse();
      assertThat(broker.receivedOf(BaseCommand.Type.LOOKUP)).isEmpty();
    }
  }

  @Test
  void shouldAnswerAClientThatWasRedirectedAndNotTellTheBroker() throws Exception {
    try (ScriptedBroker broker = owner();
        Gateway gateway = before(broker, ELSEWHERE);
        Peer client = Peer.acceptedBy(gateway)) {
      assertAnsweredHere(ask(client, Commands.lookupAuthoritative(8)));

      // A broker that is told so makes itself the owner of what has none.
      assertThat(broker.receivedOf(BaseCommand.Type.LOOKUP)).singleElement().satisfies(asked -> {
        assertThat(asked.getLookupTopic().isAuthoritative()).isFalse();
        assertThat(asked.getLookupTopic().getRequestId()).isEqualTo(8);
        assertThat(asked.getLookupTopic().getTopic()).isEqualTo("persistent://public/default/t");
      });
      assertThat(gateway.redirectedArrivals()).isEqualTo(1);
    }
  }

  @Test
  void shouldFollowABrokersRedirectForAClientThatWasRedirected() throws Exception {
    try (ScriptedBroker last = owner();
        ScriptedBroker first =
            ScriptedBroker.accepting((peer, command) -> peer.send(Commands.lookedUp(
                command.getLookupTopic().getRequestId(), LookupType.Redirect, last.url())));
        Gateway gateway = before(first, ELSEWHERE);
        Peer client = Peer.acceptedBy(gateway)) {
      assertAnsweredHere(ask(client, Commands.lookupAuthoritative(1)));

      assertThat(last.receivedOf(BaseCommand.Type.LOOKUP))
          .singleElement()
          .satisfies(asked -> assertThat(asked.getLookupTopic().isAuthoritative())
              .as("as the first broker said")
              .isTrue());
    }
  }

  @Test
  void shouldAnswerLookupsOfUnlimitedTopics() throws Exception {
    var unused = policies.remove("test", PolicyKind.PUBLISH, PolicyKey.topic("public/default/t"));
    try (ScriptedBroker broker = owner();
        Gateway gateway = before(broker, ELSEWHERE);
        Peer client = Peer.acceptedBy(gateway)) {
      assertAnsweredHere(ask(client, Commands.lookup(1)));
    }
  }

  @Test
  void shouldAnswerLookupsIfHomesAreOff() throws Exception {
    try (ScriptedBroker broker = owner();
        Gateway gateway = before(broker, HomeNodes.none());
        Peer client = Peer.acceptedBy(gateway)) {
      assertAnsweredHere(ask(client, Commands.lookup(1)));
      assertAnsweredHere(ask(client, Commands.lookupAuthoritative(2)));
    }
  }

  @Test
  void shouldHaveClientsLookUpATopicThatItsBrokerHasMoved() throws Exception {
    try (ScriptedBroker broker = owner();
        Gateway gateway = before(broker, ELSEWHERE);
        Peer client = Peer.acceptedBy(gateway)) {
      BaseCommand close = new BaseCommand().setType(BaseCommand.Type.CLOSE_PRODUCER);
      close
          .setCloseProducer()
          .setProducerId(1)
          .setRequestId(-1)
          .setAssignedBrokerServiceUrl("pulsar://next:6650")
          .setAssignedBrokerServiceUrlTls("pulsar+ssl://next:6651");
      broker.clients().get(0).send(close);

      CommandCloseProducer closed =
          client.expect(BaseCommand.Type.CLOSE_PRODUCER).getCloseProducer();

      assertThat(closed.getProducerId()).isEqualTo(1);
      assertThat(closed.hasAssignedBrokerServiceUrl()).isFalse();
      assertThat(closed.hasAssignedBrokerServiceUrlTls()).isFalse();
    }
  }

  @Test
  void shouldRedirectAlsoWhenItCouldAskNoBroker() throws Exception {
    ConnectionLimits d = ConnectionLimits.DEFAULT;
    ConnectionLimits one =
        new ConnectionLimits(10, 10, d.handshakeTimeout(), d.maxFrameBytes(), 1, 100);
    try (ScriptedBroker silent = ScriptedBroker.accepting((client, command) -> {});
        Gateway gateway = Gateways.before(silent, one, policies, ELSEWHERE);
        Peer client = Peer.acceptedBy(gateway)) {
      client.send(Commands.lookupAuthoritative(1)); // takes the only place

      assertThat(ask(client, Commands.lookup(2)).getResponse()).isEqualTo(LookupType.Redirect);
      assertThat(ask(client, Commands.lookupAuthoritative(3)).getResponse())
          .isEqualTo(LookupType.Failed);
    }
  }
}
