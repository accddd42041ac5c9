package io.sluice.gateway;

import static io.sluice.gateway.LimitedGateway.NOISY;
import static io.sluice.gateway.LimitedGateway.ONE_PER_SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.gateway.config.GroupSharing;
import io.sluice.gateway.config.Replicators;
import io.sluice.policy.PolicyKey;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.quota.InMemoryExchange;
import io.sluice.quota.QuotaSettings;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicatorsTest {

  private static final String NAME = "pulsar.repl.west-->east";

  private static GroupSharing from(String... addresses) {
    return new GroupSharing(
        "node", QuotaSettings.DEFAULT, new InMemoryExchange().join(), List.of(addresses));
  }

  private static boolean include(String name, String address, String... from) {
    return new Replicators(List.of(from)).include(name, new InetSocketAddress(address, 6650));
  }

  @Test
  void shouldWantBothTheNameAndTheAddress() {
    assertThat(include(NAME, "10.1.2.3", "10.1.2.3")).isTrue();
    assertThat(include(NAME, "10.1.2.3", "192.168.0.0/24", "10.1.0.0/16")).isTrue();
    assertThat(include(NAME, "fd00::5", "fd00::/64")).isTrue();
    assertThat(include(NAME, "10.1.2.3", "10.1.2.4")).isFalse();
    assertThat(include("pulsar.replica", "10.1.2.3", "10.1.2.3")).isFalse();
    assertThat(include(NAME, "10.1.2.3")).isFalse();
  }

  @Test
  void shouldSayWhatIsNoAddress() {
    assertThatThrownBy(() -> from("brokers.west"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("brokers.west");
    assertThatThrownBy(() -> from("10.1.0.0/99")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldLimitReplicatorsByTheTopicAloneAndWhoeverElseHasSuchAName() throws Exception {
    for (boolean trusted : List.of(true, false)) {
      try (LimitedGateway limited =
              new LimitedGateway(trusted ? from("127.0.0.0/8") : GroupSharing.alone());
          Peer client = Peer.acceptedBy(limited.gateway)) {
        limited.group("gold", 1);
        limited.attach(PolicyKey.namespace("public/default"), "gold");
        limited.open(client, 1, NOISY, NAME);

        LimitedGateway.useUpTheLimit(client, 1);
        client.send(Commands.send(1, 1, 100));

        client.expect(BaseCommand.Type.SEND_RECEIPT);
        if (trusted) {
          client.expect(BaseCommand.Type.SEND_RECEIPT);
          assertThat(limited.gateway.node().groups().all()).as("groups in use").isEmpty();
          limited.limitNow(NOISY, ONE_PER_SECOND);
          LimitedGateway.useUpTheLimit(client, 1);
          client.expect(BaseCommand.Type.SEND_RECEIPT);
          client.send(Commands.send(1, 2, 100));
        }
        Gateways.until("it is held", () -> limited.heldFrames(1) == 1);
      }
    }
  }
}
