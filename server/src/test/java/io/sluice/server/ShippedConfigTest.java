package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.yaml.Block;
import io.sluice.yaml.YamlText;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** {@code conf/sluice.yaml} is the reference of all settings, so it has to be complete and right. */
class ShippedConfigTest {

  private static final Path SHIPPED = Path.of("../conf/sluice.yaml");

  @Test
  void shouldHaveTheDefaults() throws IOException {
    NodeConfig shipped = NodeConfig.read(SHIPPED, name -> Optional.empty());

    assertThat(shipped)
        .usingRecursiveComparison()
        .ignoringFields("cluster.brokers")
        .isEqualTo(NodeConfig.DEFAULT);
    assertThat(shipped.cluster().brokers()).hasToString("pulsar://localhost:16650");
  }

  @Test
  void shouldTakeTheBrokersFromTheEnvironment() throws IOException {
    NodeConfig shipped = NodeConfig.read(SHIPPED, name -> Optional.of("pulsar+ssl://a:6651,b:6651")
        .filter(unused -> name.equals("SLUICE_BROKERS")));

    assertThat(shipped.cluster().brokers()).hasToString("pulsar+ssl://a:6651,b:6651");
  }

  @Test
  void shouldHaveEveryKey() throws IOException {
    List<String> missing = new ArrayList<>();
    collectMissing(YamlText.read(SHIPPED).top("is empty"), "", NodeConfig.DEFAULT, missing);

    assertThat(missing).as("keys that conf/sluice.yaml does not show").isEmpty();
  }

  /** The same walk as the reader's: records are blocks, unless they are written as a text. */
  private static void collectMissing(Block block, String path, Record like, List<String> missing) {
    for (RecordComponent key : like.getClass().getRecordComponents()) {
      Object value = RecordReader.invoke(() -> key.getAccessor().invoke(like));
      block
          .get(RecordReader.name(key))
          .ifPresentOrElse(
              setting -> {
                if (value instanceof Record nested && !Kinds.isText(key.getType())) {
                  collectMissing(
                      setting.block(), path + RecordReader.name(key) + ".", nested, missing);
                }
              },
              () -> missing.add(path + RecordReader.name(key)));
    }
  }
}
