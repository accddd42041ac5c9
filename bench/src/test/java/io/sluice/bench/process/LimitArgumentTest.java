package io.sluice.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import org.junit.jupiter.api.Test;

class LimitArgumentTest {

  @Test
  void shouldArriveAsItWasSent() {
    LimitArgument topic = LimitArgument.topic("persistent://public/default/noisy", 1000);
    LimitArgument namespace = LimitArgument.namespace("public/default", 10, 20);
    LimitArgument node = LimitArgument.node(30, 40);

    assertThat(LimitArgument.parse(topic.toString())).isEqualTo(topic);
    assertThat(LimitArgument.parse(namespace.toString())).isEqualTo(namespace);
    assertThat(LimitArgument.parse(node.toString())).isEqualTo(node);
  }

  @Test
  void shouldSayForWhomItIs() {
    assertThat(LimitArgument.topic("noisy", 1000).key()).isEqualTo(PolicyKey.topic("noisy"));
    assertThat(LimitArgument.namespace("public/default", 10, 20).key())
        .isEqualTo(PolicyKey.namespace("public/default"));
    assertThat(LimitArgument.node(30, 40).isForNode()).isTrue();
    assertThat(LimitArgument.topic("noisy", 1000).limit()).isEqualTo(PublishLimit.of(1000, 0));
  }

  @Test
  void shouldRefuseWhatIsNoLimit() {
    assertThatIllegalArgumentException().isThrownBy(() -> LimitArgument.parse("noisy"));
    assertThatIllegalArgumentException().isThrownBy(() -> LimitArgument.parse("node=1"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LimitArgument.parse("somebody=1,2").key());
  }
}
