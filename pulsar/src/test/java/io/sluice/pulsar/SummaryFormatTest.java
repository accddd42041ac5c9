package io.sluice.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.policy.json.StrictJson;
import io.sluice.pulsar.SummaryFormat.Said;
import io.sluice.quota.NodeSummary;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SummaryFormatTest {

  private static final String NODE = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

  private final long seed = Long.getLong("sluice.seed", System.nanoTime());
  private final Random random = new Random(seed);

  private static NodeSummary usual(int count) {
    return Summaries.of(count, () -> "persistent://public/default/orders");
  }

  /** Of so many characters, as hard to deflate as can be. */
  private String name(int length) {
    StringBuilder name = new StringBuilder();
    while (name.length() < length) {
      name.append((char) ('!' + random.nextInt(90)));
    }
    return name.toString();
  }

  private static String json(NodeSummary summary) {
    return new String(StrictJson.write(new Said(NODE, summary)), UTF_8);
  }

  private static byte[] message(String json) {
    return Deflated.of(json.getBytes(UTF_8));
  }

  @Test
  void shouldReadWhatItWrites() throws IOException {
    for (int count : new int[] {0, 1, NodeSummary.MOST}) {
      Said said = new Said(NODE, usual(count));

      assertThat(SummaryFormat.read(SummaryFormat.write(said))).isEqualTo(said);
    }
  }

  @Test
  void shouldTellOfFewerWhereNamesAreLong() throws IOException {
    System.out.println("seed " + seed);
    for (int length : new int[] {40, 200, NodeSummary.LONGEST_NAME}) {
      NodeSummary summary = Summaries.of(NodeSummary.MOST, () -> name(length));

      byte[] message = SummaryFormat.write(new Said(NODE, summary));

      assertThat(message).hasSizeLessThanOrEqualTo(SummaryFormat.MOST_BYTES);
      NodeSummary read = SummaryFormat.read(message).summary();
      assertThat(read.totals()).isEqualTo(summary.totals());
      assertThat(read.topics())
          .isNotEmpty()
          .isEqualTo(summary.topics().subList(0, read.topics().size()));
    }
  }

  @Test
  void shouldReadWhatALaterVersionTells() throws IOException {
    String later =
        json(usual(1)).replace("\"totals\":{", "\"more\":[{\"x\":1}],\"totals\":{\"y\":2,");

    assertThat(SummaryFormat.read(message(later)).summary()).isEqualTo(usual(1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"messages\":1.5 | \"messages\":-1",
        "\"messages\":1.5 | \"messages\":\"NaN\"",
        "\"messages\":1.5 | \"messages\":NaN",
        "\"messages\":1.5 | \"messages\":1e400",
        "\"messages\":1.5, | ''",
        "\"heldBytes\":7 | \"heldBytes\":-7",
        "\"heldBytes\":7 | \"heldBytes\":99999999999999999999",
        "\"producers\":1000 | \"producers\":3000000000",
        "\"ageMillis\":250 | \"ageMillis\":null",
        "\"topics\":[{ | \"topics\":[null,{",
        "\"client\":\"10.0.0.1:5\" | \"client\":null",
        "\"pauses\":[{ | \"pauses\":[[[[[[[[[[[[[[[[[[[[{",
        "\"node\": | \"other\":",
        "\"summary\":{ | \"other\":{",
      })
  void shouldRefuseWhatIsBroken(String part, String broken) throws IOException {
    String whole = json(usual(1));
    assertThat(SummaryFormat.read(message(whole))).isNotNull();
    assertThat(whole).contains(part);

    assertThatThrownBy(() -> SummaryFormat.read(message(whole.replace(part, broken))))
        .isInstanceOf(IOException.class);
  }

  @Test
  void shouldRefuseTooMuchAndTooLong() {
    String many = json(usual(NodeSummary.MOST)).replaceFirst("\\{(\"name\".*?})}", "{$1},{$1}");
    assertThatThrownBy(() -> SummaryFormat.read(message(many)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it tells of 21, and 20 is the most");

    String longName = "x".repeat(NodeSummary.LONGEST_NAME + 1);
    assertThatThrownBy(
            () -> SummaryFormat.read(message(json(usual(1)).replace("10.0.0.1:5", longName))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a name of more than 512 characters");
    assertThatThrownBy(() -> SummaryFormat.read(message(json(usual(1)).replace(NODE, longName))))
        .isInstanceOf(IOException.class);
  }

  @Test
  void shouldNotUnpackMoreThanASummaryCanBe() {
    byte[] bomb = Deflated.of(new byte[1 << 20]);
    assertThat(bomb).as("small, as it is sent").hasSizeLessThan(SummaryFormat.MOST_BYTES);

    assertThatThrownBy(() -> SummaryFormat.read(bomb)).hasMessage("it is too big");
    assertThatThrownBy(() -> SummaryFormat.read(new byte[SummaryFormat.MOST_BYTES + 1]))
        .hasMessage("it is too big");
    assertThatThrownBy(() -> SummaryFormat.read(new byte[0])).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> SummaryFormat.read(message("null"))).hasMessage("it is null");
  }

  @Test
  void shouldRefuseNoiseOfAnyKindInOrder() {
    byte[] good = SummaryFormat.write(new Said(NODE, usual(3)));
    for (int i = 0; i < 2000; i++) {
      byte[] noise = good.clone();
      noise[random.nextInt(noise.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        assertThat(SummaryFormat.read(noise)).isNotNull(); // it may be in a name
      } catch (IOException refused) {
        assertThat(refused).as("seed %s", seed).isNotNull();
      }
    }
  }
}
