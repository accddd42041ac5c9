package io.sluice.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopicNameTest {

  @ParameterizedTest
  @CsvSource({
    "orders, persistent://public/default/orders",
    "/orders, persistent://public/default/orders",
    "orders/, persistent://public/default/orders",
    "tenant/space/orders, persistent://tenant/space/orders",
    "persistent://tenant/space/orders, persistent://tenant/space/orders",
    "PERSISTENT://tenant/space/orders, persistent://tenant/space/orders",
    "Non-Persistent://tenant/space/orders, non-persistent://tenant/space/orders",
    "non-persistent://tenant/space/orders, non-persistent://tenant/space/orders",
    "persistent://tenant/cluster/space/orders, persistent://tenant/cluster/space/orders",
    "persistent://tenant/cluster/space/a/b, persistent://tenant/cluster/space/a/b",
    "orders-partition-7, persistent://public/default/orders-partition-7",
  })
  void shouldReadEverySpellingThatPulsarTakes(String text, String name) {
    assertThat(TopicName.parse(text)).hasToString(name);
    assertThat(TopicName.parse(name)).isEqualTo(TopicName.parse(text));
  }

  @Test
  void shouldTellTheNamespace() {
    assertThat(TopicName.parse("a/b/c").namespace()).isEqualTo("a/b");
    assertThat(TopicName.parse("persistent://a/b/c/d/e").namespace()).isEqualTo("a/b/c");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "a/b",
        "a/b/c/d",
        "a//b",
        "ftp://a/b/c",
        "persistent://a",
        "persistent://a/b",
        "persistent://a/b/",
        "persistent:///b/c",
        "persistent://a//c/d"
      })
  void shouldRefuseWhatPulsarWouldNotTake(String text) {
    assertThatThrownBy(() -> TopicName.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldTakeNamesOfAnyLengthWithoutDelay() {
    String longName = "a" + "/".repeat(1_000_000) + "b";

    assertThat(TopicName.parseOrUnreadable(longName).localName()).isEqualTo(longName);
  }

  @Test
  void shouldLetOnlyTheDefaultHoldForNamesThatItCannotRead() {
    TopicName unreadable = TopicName.parseOrUnreadable("segment://a/b/c");

    assertThat(unreadable).isNotEqualTo(TopicName.parseOrUnreadable("segment://a/b/d"));
    assertThat(unreadable.namespace()).isNotEqualTo("a/b");
    assertThat(TopicName.parseOrUnreadable("orders")).isEqualTo(TopicName.parse("orders"));
  }

  @Test
  void shouldTellWhatAPartitionIsOf() {
    assertThat(TopicName.parse("a-partition-3").partitionedTopic()).contains(TopicName.parse("a"));
    assertThat(TopicName.parse("a-partition-3-partition-4").partitionedTopic())
        .contains(TopicName.parse("a-partition-3"));
    assertThat(TopicName.parse("a-partition-").partitionedTopic()).isEmpty();
    assertThat(TopicName.parse("-partition-3").partitionedTopic()).isEmpty();
  }
}
