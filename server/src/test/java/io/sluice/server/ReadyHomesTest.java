package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.config.HomeNode;
import io.sluice.pulsar.Home;
import io.sluice.pulsar.NodeDirectory.Announcement;
import io.sluice.pulsar.NodeDirectory.Entry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReadyHomesTest {

  private static final Instant NOW = Instant.ofEpochSecond(1000);
  private static final Home HOME = new Home("pulsar://a:6650", "pulsar+ssl://a:6651", 7);

  private static Entry heard(String state, @Nullable Home home, long millisAgo) {
    Announcement node =
        new Announcement("id", "a", "pulsar://a:6650", "http://a:8080", "1", 5, state, null, home);
    return new Entry(node, NOW.minusMillis(millisAgo), true);
  }

  private static List<HomeNode> homes(Entry entry) {
    return ReadyHomes.of(List.of(entry), NOW);
  }

  @Test
  void shouldTakeNodesThatHaveJustSaidThatTheyAreReady() {
    assertThat(homes(heard("ready", HOME, 4999)))
        .containsExactly(new HomeNode(
            "id", "a", Optional.of("pulsar://a:6650"), Optional.of("pulsar+ssl://a:6651"), 7));
    assertThat(homes(heard("ready", new Home(null, "pulsar+ssl://a:6651", 0), 0)))
        .containsExactly(
            new HomeNode("id", "a", Optional.empty(), Optional.of("pulsar+ssl://a:6651"), 0));
  }

  @Test
  void shouldLeaveOutNodesThatAreSilentOrDrainOrHaveNoAddressOfTheirOwn() {
    assertThat(homes(heard("ready", HOME, 5000))).isEmpty();
    assertThat(homes(heard("the node is going down", HOME, 0))).isEmpty();
    assertThat(homes(heard("ready", null, 0))).isEmpty();
  }
}
