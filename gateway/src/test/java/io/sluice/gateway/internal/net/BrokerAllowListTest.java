package io.sluice.gateway.internal.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.config.Cluster;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerAllowListTest {

  private static final BrokerAddress BOOTSTRAP = new BrokerAddress("broker", 6650);

  @Test
  void shouldAllowTheBrokersItBeginsWithAndNoOthers() {
    BrokerAllowList list = new BrokerAllowList(Cluster.of(BOOTSTRAP));

    assertThat(list.allows(new BrokerAddress("BROKER", 6650))).isTrue();
    assertThat(list.allows(new BrokerAddress("broker", 6651))).isFalse();
    assertThat(list.allows(new BrokerAddress("other", 6650))).isFalse();
  }

  @Test
  void shouldAllowWhatABrokerHasNamedUnlessToldNotTo() {
    BrokerAddress named = new BrokerAddress("pulsar-7", 7650);
    BrokerAllowList open = new BrokerAllowList(Cluster.of(BOOTSTRAP));
    BrokerAllowList strict = new BrokerAllowList(
        new Cluster(List.of(BOOTSTRAP), Set.of(), Set.of(), false, Optional.empty()));

    open.discovered(named);
    strict.discovered(named);

    assertThat(open.allows(named)).isTrue();
    assertThat(strict.allows(named)).isFalse();
  }

  @Test
  void shouldMatchHostsByPatternOnThePortsOfTheCluster() {
    BrokerAllowList list = new BrokerAllowList(new Cluster(
        List.of(BOOTSTRAP),
        Set.of("pulsar-*.example.com", "10.0.*"),
        Set.of(),
        false,
        Optional.empty()));

    assertThat(list.allows(new BrokerAddress("pulsar-3.Example.com", 6650))).isTrue();
    assertThat(list.allows(new BrokerAddress("10.0.4.5", 6650))).isTrue();
    assertThat(list.allows(new BrokerAddress("pulsar-3.example.com", 22))).isFalse();
    assertThat(list.allows(new BrokerAddress("pulsar-3xexample.com", 6650))).isFalse();
    assertThat(list.allows(new BrokerAddress("evil.com", 6650))).isFalse();
    assertThat(list.allows(new BrokerAddress("10.0.evil.com", 6650))).isFalse();
  }

  @Test
  void shouldTakeOtherPortsWhereTheyAreGiven() {
    BrokerAllowList list = new BrokerAllowList(
        new Cluster(List.of(BOOTSTRAP), Set.of("*"), Set.of(7650), false, Optional.empty()));

    assertThat(list.allows(new BrokerAddress("any", 7650))).isTrue();
    assertThat(list.allows(new BrokerAddress("any", 6650))).isFalse();
    assertThat(list.allows(BOOTSTRAP)).isTrue();
  }

  @Test
  void shouldForgetTheOldestRatherThanGrowForEver() {
    BrokerAllowList list = new BrokerAllowList(Cluster.of(BOOTSTRAP));
    BrokerAddress first = new BrokerAddress("first", 1);
    list.discovered(first);
    for (int i = 0; i < 10_000; i++) {
      list.discovered(new BrokerAddress("host-" + i, 6650));
    }

    assertThat(list.allows(first)).isFalse();
    assertThat(list.allows(new BrokerAddress("host-9999", 6650))).isTrue();
  }

  @Test
  void shouldReadAddressesOfEveryKind() {
    assertThat(BrokerAddress.parse("b:1")).isEqualTo(new BrokerAddress("b", 1));
    assertThat(BrokerAddress.parse("pulsar+ssl://B.example.com:6651"))
        .isEqualTo(new BrokerAddress("b.example.com", 6651));
    assertThat(BrokerAddress.parse("pulsar://[::1]:6650")).hasToString("[::1]:6650");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "b",
        "b:",
        ":1",
        "b:0",
        "b:65536",
        "b:1/x",
        "b:1?q",
        "u@b:1",
        "b b:1",
        "pulsar://",
        "-"
      })
  void shouldRefuseWhatIsNoAddress(String text) {
    assertThatThrownBy(() -> BrokerAddress.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no address of a broker");
  }
}
