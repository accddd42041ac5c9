package io.sluice.pulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HomeTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"pulsar://node-1.example.com:6650", "pulsar://10.0.0.1:1", "pulsar://[::1]:65535"})
  void shouldTakeAnAddressThatClientsCanConnectTo(String url) {
    assertThat(new Home(url, null, 0).serviceUrl()).isEqualTo(url);
    String tls = url.replace("pulsar:", "pulsar+ssl:");
    assertThat(new Home(null, tls, 0).serviceUrlTls()).isEqualTo(tls);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "node-1:6650",
        "pulsar://node-1",
        "pulsar://node-1:0",
        "pulsar://node-1:65536",
        "pulsar://node_1:6650", // no host, as Java clients read it
        "pulsar://one:6650,two:6650",
        "pulsar://user@node-1:6650",
        "pulsar://node-1:6650/",
        "pulsar://node-1:6650?a",
        "pulsar+ssl://node-1:6651",
        "http://node-1:6650",
        "pulsar://node 1:6650",
      })
  void shouldRefuseWhatIsNoAddressOfANode(String url) {
    assertThatThrownBy(() -> new Home(url, null, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldRefuseWhatIsTooLongAndNoAddressAtAll() {
    assertThatThrownBy(() -> new Home("pulsar://" + "a".repeat(300) + ":1", null, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Home(null, null, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Home(null, "pulsar://node-1:6651", 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
