package io.sluice.admin.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import io.sluice.admin.pulsar.Http.Answer;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rates of brokers in Pulsar's dynamic configuration; {@link ParityTest} has what is as in Pulsar. */
class BrokerRatesTest {

  private static final String CONFIGURATION = "/admin/v2/brokers/configuration";
  private static final String MESSAGES = "brokerPublisherThrottlingMaxMessageRate";
  private static final String BYTES = "brokerPublisherThrottlingMaxByteRate";
  private static final PublishLimit CONFIGURED = PublishLimit.of(700, 0);

  private static final FakeCluster CLUSTER = new FakeCluster();
  private static final PulsarApi SLUICE =
      new PulsarApi(Optional.of(CLUSTER.uri()), Duration.ofSeconds(60), CONFIGURED);

  @AfterAll
  static void stop() {
    SLUICE.close();
    CLUSTER.close();
  }

  @BeforeEach
  void startAnew() {
    CLUSTER.forget();
    SLUICE.forget();
  }

  private static Answer call(String method, String path) throws Exception {
    return Http.json(SLUICE.port(), method, CONFIGURATION + path, "");
  }

  private static Optional<PublishLimit> limit() {
    return SLUICE.store().current().get(PolicyKind.PUBLISH, PolicyKey.BROKER);
  }

  @Test
  void shouldKeepWhatPulsarHasNoWordFor() throws Exception {
    PublishLimit before = PublishLimit.of(1, 2).withBurst(Duration.ofSeconds(7)).inShadow();
    SLUICE.store().put(PolicyKind.PUBLISH, PolicyKey.BROKER, before);

    assertThat(call("POST", "/" + BYTES + "/30").status()).isEqualTo(204);

    assertThat(limit()).contains(new PublishLimit(1, 30, Duration.ofSeconds(7), false));
    assertThat(CLUSTER.paths()).as("it is Sluice's alone").isEmpty();
  }

  @Test
  void shouldGoBackToTheConfigurationOneByOne() throws Exception {
    call("POST", "/" + MESSAGES + "/5");
    call("POST", "/" + BYTES + "/6");
    assertThat(limit()).contains(PublishLimit.of(5, 6));

    assertThat(call("DELETE", "/" + MESSAGES).status()).isEqualTo(204);
    assertThat(limit()).contains(PublishLimit.of(700, 6));

    assertThat(call("DELETE", "/" + BYTES).status()).isEqualTo(204);
    assertThat(limit()).as("the policy of the store").isEmpty();
  }

  /** It has the rates of the configuration, which enforces them. */
  @Test
  void shouldKeepARateThatIsOnlyCounted() throws Exception {
    SLUICE
        .store()
        .put(PolicyKind.PUBLISH, PolicyKey.BROKER, PublishLimit.of(5, 0).inShadow());

    assertThat(call("DELETE", "/" + MESSAGES).status()).isEqualTo(204);

    assertThat(limit()).contains(PublishLimit.of(700, 0).inShadow());
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "-2", "1.5", "1e3", "2147483648", "%20", "1%20"})
  void shouldRefuseWhatIsNoRate(String value) throws Exception {
    assertThat(call("POST", "/" + MESSAGES + "/" + value).status()).isEqualTo(412);
    assertThat(limit()).isEmpty();
    assertThat(CLUSTER.paths()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /brokerPublisherThrottlingMaxMessageRate",
    "PUT, /brokerPublisherThrottlingMaxMessageRate/5",
    "DELETE, /brokerPublisherThrottlingMaxMessageRate/5",
    "POST, /brokerPublisherThrottlingMaxMessageRate"
  })
  void shouldKnowNoOtherMethods(String method, String path) throws Exception {
    assertThat(call(method, path).status()).isEqualTo(405);
    assertThat(CLUSTER.paths()).isEmpty();
  }

  @Test
  void shouldPassOnEveryOtherSetting() throws Exception {
    call("POST", "/dispatchThrottlingRateInMsg/5");
    call("DELETE", "/dispatchThrottlingRateInMsg");
    call("GET", "");

    assertThat(CLUSTER.paths())
        .containsExactly(
            "POST " + CONFIGURATION + "/dispatchThrottlingRateInMsg/5",
            "DELETE " + CONFIGURATION + "/dispatchThrottlingRateInMsg",
            "GET " + CONFIGURATION);
    assertThat(limit()).isEmpty();
  }

  private static void clusterAnswers(HttpStatus status, String json) {
    CLUSTER.answers(
        (ctx, request) -> CLUSTER.keep(request, HttpResponse.of(status, MediaType.JSON, json)));
  }

  @Test
  void shouldShowWhatHoldsInPlaceOfWhatTheBrokersHave() throws Exception {
    clusterAnswers(HttpStatus.OK, "{\"" + MESSAGES + "\":\"9\",\"other\":\"x\"}");

    assertThat(call("GET", "/values").body()).isEqualTo("{\"other\":\"x\"}");
    assertThat(call("GET", "/runtime").body())
        .isEqualTo("{\"" + MESSAGES + "\":\"0\",\"other\":\"x\",\"" + BYTES + "\":\"0\"}");

    SLUICE.store().put(PolicyKind.PUBLISH, PolicyKey.BROKER, PublishLimit.of(5, -1));
    assertThat(call("GET", "/values").body())
        .isEqualTo("{\"" + MESSAGES + "\":\"5\",\"other\":\"x\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"403|no|403", "200|[1]|200", "200|{|200"})
  void shouldLeaveAnyOtherAnswerAsItIs(int answered, String body, int status) throws Exception {
    clusterAnswers(HttpStatus.valueOf(answered), body);

    Answer answer = call("GET", "/runtime");

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.body()).isEqualTo(body);
  }

  @Test
  void shouldNotKeepAnAnswerOfAnySize() throws Exception {
    clusterAnswers(HttpStatus.OK, "\"" + "x".repeat(5 << 20) + "\"");

    assertThat(call("GET", "/runtime").status()).isEqualTo(502);
  }
}
