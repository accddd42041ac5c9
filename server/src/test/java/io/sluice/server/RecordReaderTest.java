package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.InBytes;
import io.sluice.yaml.InvalidYamlException;
import io.sluice.yaml.YamlText;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RecordReaderTest {

  /** By their names one would take the first for bytes and the second not. */
  record Room(
      long messagesWithoutBytes,
      @InBytes long room,
      @InBytes int smallRoom) {
    static final Room NONE = new Room(0, 0, 0);
  }

  private final List<InvalidYamlException> faults = new ArrayList<>();

  @Test
  void shouldReadSizesWhereAComponentIsInBytesWhateverItsName() {
    assertThat(read("room: 2KiB\nsmallRoom: 1MiB\nmessagesWithoutBytes: 7"))
        .isEqualTo(new Room(7, 2 << 10, 1 << 20));
    assertThat(faults).isEmpty();
  }

  @Test
  void shouldRefuseASizeWhereAComponentIsNotInBytes() {
    assertThat(read("messagesWithoutBytes: 2KiB")).isEqualTo(Room.NONE);

    assertThat(faults).singleElement().satisfies(fault -> assertThat(fault)
        .hasMessageContaining("messagesWithoutBytes"));
  }

  /** A new setting should not be forgotten. */
  @Test
  void shouldTakeSizesForEverySettingThatSpeaksOfBytes() {
    assertThat(components(NodeConfig.class)
            .filter(component -> component.getName().matches(".*[bB]yte(s|R).*")))
        .hasSizeGreaterThanOrEqualTo(5)
        .allMatch(component -> component.isAnnotationPresent(InBytes.class));
  }

  private static Stream<RecordComponent> components(Class<?> type) {
    return Stream.of(type.getRecordComponents())
        .flatMap(component -> component.getType().isRecord()
            ? components(component.getType())
            : Stream.of(component));
  }

  private Room read(String text) {
    return new RecordReader(faults::add)
        .read(YamlText.of("test.yaml", text).top("is no block"), Room.NONE);
  }
}
