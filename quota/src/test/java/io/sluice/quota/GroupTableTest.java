package io.sluice.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.Seeds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GroupTableTest {

  @Test
  void shouldDoWhatAMapDoes() {
    Seeds.forEach(50, random -> {
      GroupTable table = new GroupTable();
      Map<Long, LocalGroup> map = new HashMap<>();
      for (int i = 0; i < 300; i++) {
        long id = random.nextInt(100) * 16L; // so that they are in each other's way
        if (random.nextInt(3) == 0) {
          table.remove(id);
          map.remove(id);
        } else {
          LocalGroup group = new LocalGroup(id, new FakeTraffic(1));
          table.put(group);
          map.put(id, group);
        }
        assertThat(table.get(id)).isSameAs(map.get(id));
      }
      Set<LocalGroup> all = new HashSet<>();
      table.forEach(all::add);
      assertThat(all).isEqualTo(Set.copyOf(map.values()));
    });
  }
}
