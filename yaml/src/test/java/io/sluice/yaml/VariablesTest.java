package io.sluice.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VariablesTest {

  private static final Map<String, String> ENVIRONMENT =
      Map.of("HOST", "broker-1", "PORT", "6650", "EMPTY", "", "TRICKY", "a: [b, ${HOST} $1");

  @Test
  void shouldFillInVariablesAndWhatStandsForUnsetOnes() {
    assertThat(setting("${HOST}").text()).isEqualTo("broker-1");
    assertThat(setting("pulsar://${HOST}:${PORT}").text()).isEqualTo("pulsar://broker-1:6650");
    assertThat(setting("${NONE:-other}").text()).isEqualTo("other");
    assertThat(setting("${EMPTY:-other}").text()).isEqualTo("other");
    assertThat(setting("${NONE:-}").textIfAny()).isEmpty();
  }

  @Test
  void shouldReadWhatIsFilledInAsIfItStoodThere() {
    assertThat(setting("${PORT}").wholeNumber()).isEqualTo(6650);
    assertThat(setting("'${PORT}'").text()).isEqualTo("6650");
    assertThat(setting("${NONE:-true}").flag()).isTrue();
  }

  @Test
  void shouldNotTakeWhatIsFilledInForYaml() {
    assertThat(setting("${TRICKY}").text()).isEqualTo("a: [b, ${HOST} $1");
  }

  @Test
  void shouldFillInTheItemsOfLists() {
    assertThat(setting("[ '${HOST}' ]").items())
        .extracting(Setting::text)
        .containsExactly("broker-1");
  }

  @Test
  void shouldSayWhichVariableIsNotSet() {
    assertThatThrownBy(() -> setting("${NONE}"))
        .hasMessage("f.yaml:1: key needs the environment variable NONE, which is not set:"
            + " set it, or write ${NONE:-otherwise}");
  }

  @Test
  void shouldLeaveFilesWithoutVariablesAlone() {
    assertThat(YamlText.of("f.yaml", "key: ${HOST}").top("").require("key", "").text())
        .isEqualTo("${HOST}");
  }

  private static Setting setting(String value) {
    return YamlText.of("f.yaml", "key: " + value)
        .withVariables(name -> Optional.ofNullable(ENVIRONMENT.get(name)))
        .top("must be a block")
        .require("key", "of this test");
  }
}
