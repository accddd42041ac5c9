package io.sluice.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FiguresTest {

  private final Figures figures = new Figures();

  @Test
  void shouldPrintOneFigurePerLineInOrder() {
    figures.add("bucket.consume.1t.vs_pulsar", 8.41249);
    figures.add("bucket.consume.bytes_per_op", 0.00001);
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    figures.print(new PrintStream(out, true, StandardCharsets.UTF_8));

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualToNormalizingNewlines(
            "bucket.consume.1t.vs_pulsar 8.412\nbucket.consume.bytes_per_op 0.000\n");
  }

  @Test
  void shouldPrintANoteBehindItsFigure() {
    figures.add("gateway.memory.vs_proxy", 0.9, "132 MB");
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    figures.print(new PrintStream(out, true, StandardCharsets.UTF_8));

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualToNormalizingNewlines("gateway.memory.vs_proxy 0.900  # 132 MB\n");
  }

  @Test
  void shouldRefuseWhatIsNoNumber() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> figures.add("ratio", 1.0 / 0))
        .withMessage("ratio came out as Infinity");
    assertThatIllegalArgumentException().isThrownBy(() -> figures.add("ratio", Double.NaN));
  }
}
