package io.sluice.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.Seeds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LocalGroupTest {

  @Test
  void shouldRememberWhatEachNodeHasLastReported() {
    Seeds.forEach(500, random -> {
      LocalGroup group = new LocalGroup(7, new FakeTraffic(100));
      GroupUse own = new GroupUse(7, random.nextLong(), random.nextInt(16));
      group.reported(own);
      Map<Integer, GroupUse> expected = new HashMap<>();
      for (int i = 0; i < 60; i++) {
        int node = random.nextInt(PeerNodes.MOST / 1000) * 1000;
        GroupUse use = new GroupUse(7, random.nextInt(4) * 5L, random.nextInt(2) * 15);
        if (random.nextInt(4) == 0) {
          group.forget(node);
          expected.remove(node);
        } else {
          boolean isNew = group.heard(node, use, i);
          boolean isAnything = use.rates() != 0 || use.wantsMore() != 0;
          assertThat(isNew).isEqualTo(isAnything && !expected.containsKey(node));
          if (isAnything) {
            expected.put(node, use);
          } else {
            expected.remove(node);
          }
        }
        assertThat(known(group)).isEqualTo(new HashSet<>(expected.values()));
        assertThat(group.reports()).isEqualTo(1 + expected.size());
        assertThat(group.rates(LocalGroup.OWN)).isEqualTo(own.rates());
        assertThat(group.wantsMore(LocalGroup.OWN)).isEqualTo(own.wantsMore());
      }
    });
  }

  @Test
  void shouldForgetWhatIsNotRepeated() {
    LocalGroup group = new LocalGroup(7, new FakeTraffic(100));
    group.heard(1, new GroupUse(7, 5, 0), 250);
    group.heard(2, new GroupUse(7, 6, 0), 255);

    group.forgetOlderThan(21, 271);
    assertThat(group.reports()).isEqualTo(3);
    group.forgetOlderThan(21, 272);

    assertThat(known(group)).containsExactly(new GroupUse(7, 6, 0));
  }

  private static Set<GroupUse> known(LocalGroup group) {
    Set<GroupUse> known = new HashSet<>();
    for (int report = 1; report < group.reports(); report++) {
      known.add(new GroupUse(7, group.rates(report), group.wantsMore(report)));
    }
    return known;
  }
}
