package io.sluice.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Which messages count, also for nodes that have not read all of them. */
class PolicyVersionsTest {

  private static final String KEY = "publish default";

  private final PolicyVersions versions = new PolicyVersions(3);

  private static PolicyMessage message(String key, String id, String base, String repairs) {
    return new PolicyMessage(id, Instant.EPOCH, key, "value of " + id, "", "", base, repairs);
  }

  private boolean take(String id, String base) {
    return versions.take(message(KEY, id, base, ""));
  }

  private boolean repair(String id, String base, String repairs) {
    return versions.take(message(KEY, id, base, repairs));
  }

  @Test
  void shouldTakeTheFirstOfTwoWithTheSameBase() {
    assertThat(take("1:0", "")).isTrue();
    assertThat(take("1:1", "1:0")).isTrue();
    assertThat(take("1:2", "1:0")).isFalse();

    assertThat(versions.wasRefused("1:2")).isTrue();
    assertThat(versions.wasRefused("1:1")).isFalse();
    assertThat(versions.latest(KEY)).contains(new PolicyVersions.Latest("1:1", "value of 1:1"));
    assertThat(take("1:3", "1:1")).as("as if the other had not been").isTrue();
  }

  @Test
  void shouldTakeTheFirstOfTwoThatCreate() {
    assertThat(take("1:0", "-")).isTrue();
    assertThat(take("1:1", "-")).isFalse();
  }

  @Test
  void shouldTakeWhateverHasNoBase() {
    take("1:0", "");
    assertThat(take("1:1", "")).isTrue();
    assertThat(take("1:2", "1:0")).isFalse();
    assertThat(take("1:3", "")).isTrue();
  }

  @Test
  void shouldTakeWhatIsBasedOnOneThatCompactionHasDropped() {
    take("9:99", "");
    assertThat(take("10:7", "10:5")).isTrue();
    assertThat(take("10:8", "9:99")).isFalse();
    assertThat(take("10:7:1", "10:7")).as("of a batch").isTrue();
  }

  @Test
  void shouldChangeNothingByARepairWhereAllWasRead() {
    take("1:0", "");
    take("1:1", "1:0");
    take("1:2", "1:0");

    assertThat(repair("1:3", "1:1", "1:2")).as("the same value again").isTrue();
    assertThat(take("1:4", "")).isTrue();
    assertThat(repair("1:5", "1:3", "1:2")).as("overtaken").isFalse();
  }

  @Test
  void shouldBeRepairedIfCompactionHasLeftWhatDoesNotCount() {
    assertThat(take("1:2", "1:0")).as("the first that there is").isTrue();
    assertThat(repair("1:3", "1:1", "1:2")).isTrue();
    assertThat(versions.latest(KEY)).contains(new PolicyVersions.Latest("1:3", "value of 1:3"));
  }

  @Test
  void shouldNotFallOverAnyBase() {
    take("1:0", "");
    for (String base : new String[] {"x", ":", "1", "1:", "99999999999999999999:1", "-1:2"}) {
      assertThat(take("1:1", base)).as(base).isFalse();
    }
  }

  @Test
  void shouldRememberSoManyOnly() {
    for (int i = 0; i < 5; i++) {
      assertThat(versions.take(message("key " + i, "1:" + i, "", ""))).isTrue();
    }
    assertThat(versions.latest("key 2")).isPresent();
    assertThat(versions.latest("key 3")).isEmpty();
    assertThat(versions.take(message("key 3", "1:9", "1:0", ""))).isTrue();
  }
}
