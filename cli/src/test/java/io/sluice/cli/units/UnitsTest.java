package io.sluice.cli.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class UnitsTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1000, 1000",
    "1k, 1000",
    "10K, 10000",
    "1.5M, 1500000",
    "2G/s, 2000000000",
    "1000/s, 1000",
    "none, -1",
    "-1, -1",
    "9223372036854775807, 9223372036854775807",
  })
  void shouldReadCounts(String text, long expected) {
    assertThat(new Count().convert(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "4096, 4096", "1B, 1", "64K, 65536", "64k, 65536", "1M, 1048576", "1m/s, 1048576",
    "1MiB, 1048576", "1MB, 1000000", "1kB, 1000", "1KB, 1000", "1.5MiB, 1572864",
        "2 GB, 2000000000",
    "1T, 1099511627776", "none, -1", "0, 0",
  })
  void shouldReadBytesAsPulsarsAdminCommandsDo(String text, long expected) {
    assertThat(new Bytes().convert(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "k",
        "-2",
        "1e3",
        "0x10",
        "1,5k",
        "1kk",
        "1 000",
        "+1",
        "9223372036854775808",
        "10000000000G",
        "1.5",
        "1/m",
        "99999999999999999999",
        "NaN",
      })
  void shouldRefuseAnythingElse(String text) {
    assertThatExceptionOfType(TypeConversionException.class)
        .isThrownBy(() -> new Count().convert(text));
    assertThatExceptionOfType(TypeConversionException.class)
        .isThrownBy(() -> new Bytes().convert(text.replace("G", "T")));
  }

  @Test
  void shouldReadAndWriteDurations() {
    assertThat(new Span().convert("1m30s")).isEqualTo(Duration.ofSeconds(90));
    assertThatExceptionOfType(TypeConversionException.class)
        .isThrownBy(() -> new Span().convert("5"));
    assertThat(Span.text(Duration.ofMillis(1500))).isEqualTo("1500ms");
    assertThat(Span.text(Duration.ofSeconds(90))).isEqualTo("90s");
    assertThat(Span.text(Duration.ofMinutes(5))).isEqualTo("5m");
    assertThat(Span.text(Duration.ofHours(24))).isEqualTo("24h");
  }

  @Test
  void shouldWriteBytesExactlyOrAtAGlance() {
    assertThat(Bytes.exactly(1500)).isEqualTo("1500B");
    assertThat(Bytes.exactly(1536 * 1024)).isEqualTo("1536KiB");
    assertThat(Bytes.exactly(1L << 50)).isEqualTo("1024TiB");
    assertThat(Bytes.roughly(0)).isEqualTo("0B");
    assertThat(Bytes.roughly(1536)).isEqualTo("1.5KiB");
    assertThat(Bytes.roughly(123.4 * 1024 * 1024)).isEqualTo("123MiB");
  }
}
