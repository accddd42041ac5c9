package io.sluice.policy.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.policy.DispatchLimit;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Membership;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.RampUp;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyJsonTest {

  private static <P extends Record> P read(PolicyKind<P> kind, String json) throws Exception {
    return PolicyJson.read(kind, json.getBytes(UTF_8));
  }

  private static <P extends Record> void assertSame(PolicyKind<P> kind, P policy) throws Exception {
    assertThat(PolicyJson.read(kind, StrictJson.write(PolicyJson.of(policy)))).isEqualTo(policy);
  }

  @Test
  void shouldReadWhatItHasWritten() throws Exception {
    assertSame(PolicyKind.PUBLISH, new PublishLimit(-1, 5, Duration.ofMillis(20), false));
    assertSame(PolicyKind.DISPATCH, new DispatchLimit(7, -1, true, 60));
    assertSame(PolicyKind.SUBSCRIPTION_DISPATCH, DispatchLimit.of(7, Long.MAX_VALUE));
    assertSame(PolicyKind.GROUP, new GroupQuota(1, 2, 3, -1));
    assertSame(PolicyKind.MEMBERSHIP, new Membership("gold"));
    for (RampUp.Mode mode : RampUp.Mode.values()) {
      assertSame(PolicyKind.RAMP, new RampUp(1, 10, Duration.ofSeconds(30), mode));
    }
  }

  @Test
  void shouldTakeTheDefaultsForWhatIsLeftOut() throws Exception {
    assertThat(read(PolicyKind.PUBLISH, "{\"messages\": 5}")).isEqualTo(PublishLimit.of(5, 0));
    assertThat(read(PolicyKind.DISPATCH, "{}")).isEqualTo(DispatchLimit.of(0, 0));
    assertThat(read(PolicyKind.GROUP, "{}")).isEqualTo(GroupQuota.UNLIMITED);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
      publish | {"mesages": 5} | there is no field mesages; there are burstMillis, bytes, enforce, messages
      publish | {"messages": -2} | messages must be a number per second, or 0 or -1 for no limit, not -2
      publish | {"messages": 9223372036854775808} | messages is a number that is too large
      publish | {"messages": 1.5} | messages must be a whole number
      publish | {"messages": "5"} | messages must be a whole number
      publish | {"enforce": 1} | enforce must be true or false
      publish | {"burstMillis": 0} | burst must be from 1ms to 1h, not PT0S
      publish | {"messages": 1, "messages": 2} | Duplicate field 'messages'
      publish | {"messages": 1} 2 | must be one JSON and nothing else
      publish | [] | must be an object
      publish | null | must not be null
      publish | {"messages": 1 | is not JSON
      dispatch | {"periodSeconds": 0} | periodSeconds must be at least 1, not 0
      group | {"publishBytes": -5} | publishBytes must be
      membership | {"group": "a/b"} | a resource group has letters, digits
      membership | {} | a resource group has letters, digits
      ramp | {"min": 5, "max": 1, "durationMillis": 1000, "mode": "relaxed"} | min must be from 1 to max
      ramp | {"min": 5, "max": 6, "durationMillis": 10, "mode": "relaxed"} | duration must be from 1s to 24h
      ramp | {"min": 5, "max": 6, "durationMillis": 1000, "mode": "x"} | mode must be one of scheduled, relaxed
      ramp | {"min": 5, "max": 6, "durationMillis": 1000} | mode must be one of
      """)
  void shouldSayWhatIsWrong(String kind, String json, String fault) {
    assertThatThrownBy(() -> read(PolicyKind.named(kind).orElseThrow(), json))
        .isInstanceOf(InvalidJsonException.class)
        .hasMessageContaining(fault);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"messages\": 1", "{\"messages\": NaN}", "{} // text", "{\"messages\": x}"})
  void shouldNotSayHowItIsRead(String json) {
    assertThatThrownBy(() -> read(PolicyKind.PUBLISH, json))
        .isInstanceOf(InvalidJsonException.class)
        .message()
        .startsWith("is not JSON: ")
        .doesNotContain("Feature", "Source", "enable");
  }
}
