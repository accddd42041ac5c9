package io.sluice.admin.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpStatus;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Membership;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.RampUp;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PulsarRoutesTest {

  private static final String NAMESPACE = "/admin/v2/namespaces/public/orders";
  private static final String TOPIC = "/admin/v2/persistent/public/orders/in";
  private static final PolicyKey OF_NAMESPACE = PolicyKey.namespace("public/orders");
  private static final PolicyKey OF_TOPIC = PolicyKey.topic("public/orders/in");
  private static final PolicyKey GOLD = new PolicyKey.Group("gold");
  private static final String TEN = "{\"publishThrottlingRateInMsg\":10}";

  private static final FakeCluster CLUSTER = new FakeCluster();
  private static final PulsarApi SLUICE = new PulsarApi(Optional.of(CLUSTER.uri()));

  @AfterAll
  static void stop() {
    SLUICE.close();
    CLUSTER.close();
  }

  /** But for a group that there is. */
  @BeforeEach
  void startAnew() {
    CLUSTER.forget();
    SLUICE.forget();
    put(PolicyKind.GROUP, GOLD, new GroupQuota(1, 2, 3, 4));
  }

  @Test
  void shouldKeepBurstAndEnforceOfALimit() throws Exception {
    put(
        PolicyKind.PUBLISH,
        OF_NAMESPACE,
        PublishLimit.of(1, 2).withBurst(Duration.ofSeconds(7)).inShadow());

    assertThat(call("POST", NAMESPACE + "/publishRate", TEN).status()).isEqualTo(204);

    assertThat(policies().get(PolicyKind.PUBLISH, OF_NAMESPACE))
        .contains(new PublishLimit(10, -1, Duration.ofSeconds(7), false));
  }

  /** Or a group that is made anew by this name would rise by it. */
  @Test
  void shouldRemoveTheRampOfAGroupWithIt() throws Exception {
    put(PolicyKind.RAMP, GOLD, new RampUp(1, 10, Duration.ofMinutes(1), RampUp.Mode.SCHEDULED));

    assertThat(call("DELETE", "/admin/v2/resourcegroups/gold", "").status()).isEqualTo(204);

    assertThat(policies().size()).isZero();
  }

  @Test
  void shouldShowWhatHoldsForATopicIfAsked() throws Exception {
    put(PolicyKind.PUBLISH, PolicyKey.DEFAULT, PublishLimit.of(1, 1));
    put(PolicyKind.PUBLISH, OF_NAMESPACE, PublishLimit.of(2, 2));

    assertThat(call("GET", TOPIC + "/publishRate", "").status()).isEqualTo(204);
    assertThat(call("GET", TOPIC + "/publishRate?applied=true", "").body())
        .isEqualTo("{\"publishThrottlingRateInMsg\":2,\"publishThrottlingRateInByte\":2}");

    SLUICE.store().remove(PolicyKind.PUBLISH, OF_NAMESPACE);
    assertThat(call("GET", TOPIC + "/publishRate?applied=true", "").body())
        .startsWith("{\"publishThrottlingRateInMsg\":1,");
  }

  @Test
  void shouldShowMoreThanPulsarsClientsCanReadAsTheMostThatTheyCan() throws Exception {
    put(PolicyKind.PUBLISH, OF_NAMESPACE, PublishLimit.of(1L << 40, 1L << 40));

    assertThat(call("GET", NAMESPACE + "/publishRate", "").body())
        .isEqualTo("{\"publishThrottlingRateInMsg\":2147483647,"
            + "\"publishThrottlingRateInByte\":1099511627776}");
  }

  @Test
  void shouldKeepRatesOfNonPersistentTopicsToo() throws Exception {
    String path = "/admin/v2/non-persistent/public/orders/in/subscriptionDispatchRate";

    assertThat(call("POST", path, "{\"dispatchThrottlingRateInMsg\":5}").status())
        .isEqualTo(204);

    assertThat(policies()
            .get(
                PolicyKind.SUBSCRIPTION_DISPATCH,
                PolicyKey.topic("non-persistent://public/orders/in")))
        .contains(DispatchLimit.of(5, 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST|/admin/v2/namespaces/public/orders/publishRate|{|400",
        "POST|/admin/v2/namespaces/public/orders/publishRate|[]|400",
        "POST|/admin/v2/namespaces/public/orders/publishRate|{} {}|400",
        "POST|/admin/v2/namespaces/public/orders/publishRate|{\"rate\":1}|400",
        "POST|/admin/v2/namespaces/public/orders/publishRate|{\"publishThrottlingRateInMsg\":-2}|400",
        "POST|/admin/v2/namespaces/public/orders/publishRate|{\"publishThrottlingRateInMsg\":2147483648}|400",
        "POST|/admin/v2/namespaces/public/orders/publishRate|{\"publishThrottlingRateInByte\":9223372036854775808}|400",
        "POST|/admin/v2/namespaces/public/orders/publishRate|{\"publishThrottlingRateInMsg\":\"1\"}|400",
        "POST|/admin/v2/namespaces/public/orders/publishRate|{\"publishThrottlingRateInMsg\":1.5}|400",
        "POST|/admin/v2/namespaces/public/orders/dispatchRate|{\"ratePeriodInSecond\":0}|400",
        "POST|/admin/v2/persistent/public/orders/in/dispatchRate|{\"relativeToPublishRate\":1}|400",
        "POST|/admin/v2/namespaces/pub$lic/orders/publishRate|{}|412",
        "POST|/admin/v2/persistent/public/orders/a%2Fb/publishRate|{}|412",
        "POST|/admin/v2/persistent/public/orders/in-partition-0/publishRate|{}|412",
        "PATCH|/admin/v2/namespaces/public/orders/publishRate|{}|405",
        "PUT|/admin/v2/resourcegroups/gold|{\"publishRateInMsgs\":-2}|400",
        "PUT|/admin/v2/resourcegroups/go%20ld|{}|412",
        "DELETE|/admin/v2/resourcegroups/silver||404",
        "POST|/admin/v2/namespaces/public/orders/resourcegroup/silver||412",
        "POST|/admin/v2/tenants/public/resourcegroup/silver||412",
        "POST|/admin/v2/namespaces/public/orders/resourcegroup||405",
      })
  void shouldRefuseWhatIsNotRightAndChangeNothing(
      String method, String path, String body, int status) throws Exception {
    Policies before = policies();

    Http.Answer answer = call(method, path, body == null ? "" : body);

    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).startsWith("{\"reason\":\"");
    assertThat(policies()).isSameAs(before);
  }

  @Test
  void shouldRefuseBodiesThatAreTooLargeOrNotJson() throws Exception {
    Policies before = policies();

    assertThat(
            call("POST", NAMESPACE + "/publishRate", " ".repeat(65 << 10) + TEN).status())
        .isEqualTo(413);
    assertThat(Http.raw(
                SLUICE.port(),
                "POST " + NAMESPACE + "/publishRate HTTP/1.1\r\nHost: here\r\n"
                    + "Content-Type: text/plain\r\nContent-Length: " + TEN.length() + "\r\n\r\n"
                    + TEN)
            .status())
        .isEqualTo(415);
    assertThat(policies()).isSameAs(before);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, publishRate, PASS, 403",
    "GET, publishRate, VIEW, 200",
    "POST, publishRate, VIEW, 403",
    "POST, publishRate, PASS, 403",
    "DELETE, dispatchRate, VIEW, 403",
    "POST, resourcegroup/gold, VIEW, 403",
    "DELETE, resourcegroup, PASS, 403",
    "POST, publishRate, CHANGE, 204",
    "PUT, resourcegroup/gold, CHANGE, 204",
  })
  void shouldLetNobodyDoWhatTheyMayNot(String method, String what, String right, int status)
      throws Exception {
    put(PolicyKind.PUBLISH, OF_NAMESPACE, PublishLimit.of(1, 2));
    Policies before = policies();
    String body = method.equals("POST") && what.equals("publishRate") ? TEN : "";

    Http.Answer answer = call(method, NAMESPACE + "/" + what, body, "x-test-right: " + right);

    assertThat(answer.status()).isEqualTo(status);
    if (status != 204) {
      assertThat(policies()).isSameAs(before);
      assertThat(CLUSTER.paths()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin/v2/namespaces/public/orders/%70ublishRate",
        "/admin/v2/namespaces/public/orders/publishRate/",
        "/admin/v2/%6eamespaces/public/orders/publishRate",
      })
  void shouldTakeOtherSpellingsForTheSame(String path) throws Exception {
    assertThat(call("POST", path, TEN).status()).isEqualTo(204);

    assertThat(policies().get(PolicyKind.PUBLISH, OF_NAMESPACE)).contains(PublishLimit.of(10, -1));
    assertThat(CLUSTER.paths()).containsExactly("HEAD " + NAMESPACE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin/v2/namespaces/public/orders//publishRate",
        "/admin/v2//namespaces/public/orders/publishRate",
        "/admin/v2/namespaces/public/orders/publishRate//",
        "/admin/v2/namespaces/public/orders;a=b/publishRate",
        "/admin/v2/namespaces/public/orders/publishRate;a=b",
        "/admin/v2/namespaces/public%2Forders/publishRate",
        "/admin/v2/namespaces/public/orders%2fpublishRate",
        "/admin%2Fv2/namespaces/public/orders/publishRate",
        "/admin/v2/namespaces/public/x/../orders/publishRate",
        "/admin/v2/namespaces/public/x/%2e%2e/orders/publishRate",
        "/admin/v2/namespaces/public/./orders/publishRate",
        "/admin/../metrics",
        "/%61dmin/v2/namespaces/public/orders/publishRate",
        "/admin/v2/namespaces/public/orders\\publishRate",
        "http://here/admin/v2/../../metrics",
      })
  void shouldRefusePathsThatTheClusterCouldReadDifferently(String path) throws Exception {
    Policies before = policies();

    assertThat(call("POST", path, TEN).status()).isIn(400, 404);

    assertThat(policies()).isSameAs(before);
    assertThat(CLUSTER.paths()).isEmpty();
  }

  @Test
  void shouldAskTheClusterAsWhoeverAsks() throws Exception {
    assertThat(call("POST", NAMESPACE + "/publishRate", TEN, "Authorization: Bearer me")
            .status())
        .isEqualTo(204);
    assertThat(CLUSTER.asked()).singleElement().satisfies(asked -> assertThat(
            asked.headers().get(HttpHeaderNames.AUTHORIZATION))
        .isEqualTo("Bearer me"));
  }

  @ParameterizedTest
  @CsvSource({"401,401", "403,403", "404,404", "500,502"})
  void shouldNotSetWhatTheClusterDoesNotShow(int says, int answers) throws Exception {
    Policies before = policies();
    CLUSTER.answers(HttpStatus.valueOf(says));

    assertThat(call("POST", NAMESPACE + "/publishRate", TEN).status()).isEqualTo(answers);
    assertThat(call("POST", TOPIC + "/publishRate", TEN).status()).isEqualTo(answers);
    assertThat(call("POST", NAMESPACE + "/resourcegroup/gold", "").status()).isEqualTo(answers);
    assertThat(call("POST", "/admin/v2/tenants/public/resourcegroup/gold", "").status())
        .isEqualTo(answers);
    assertThat(policies()).isSameAs(before);
  }

  @Test
  void shouldShowAndRemoveWhatTheClusterHasLost() throws Exception {
    put(PolicyKind.PUBLISH, OF_TOPIC, PublishLimit.of(1, 2));
    CLUSTER.answers(HttpStatus.NOT_FOUND);

    assertThat(call("GET", TOPIC + "/publishRate", "").status()).isEqualTo(200);
    assertThat(call("DELETE", TOPIC + "/publishRate", "").status()).isEqualTo(204);
    assertThat(policies().get(PolicyKind.PUBLISH, OF_TOPIC)).isEmpty();
    assertThat(call("DELETE", TOPIC + "/publishRate", "").status()).isEqualTo(404);
  }

  @Test
  void shouldAttachTenantsAsNamespaces() throws Exception {
    String path = "/admin/v2/tenants/public/resourcegroup";
    PolicyKey tenant = new PolicyKey.Tenant("public");

    assertThat(call("POST", path + "/gold", "").status()).isEqualTo(204);
    assertThat(policies().get(PolicyKind.MEMBERSHIP, tenant)).contains(new Membership("gold"));
    assertThat(CLUSTER.paths()).containsExactly("HEAD /admin/v2/tenants/public");
    assertThat(call("GET", path, "").body()).isEqualTo("gold");
    assertThat(call("DELETE", "/admin/v2/resourcegroups/gold", "").status()).isEqualTo(412);
    assertThat(call("DELETE", path, "").status()).isEqualTo(204);
    assertThat(call("DELETE", "/admin/v2/resourcegroups/gold", "").status()).isEqualTo(204);
  }

  @Test
  void shouldTakeTheSpellingsOfPip82() throws Exception {
    String group = "/admin/v2/resourcegroup/silver";
    String body = "{\"publishRateInmsgs\":1,\"PublishRateInbytes\":2,\"DispatchRateInmsgs\":3}";

    assertThat(call("PUT", group, body).status()).isEqualTo(204);
    assertThat(policies().get(PolicyKind.GROUP, new PolicyKey.Group("silver")))
        .contains(new GroupQuota(1, 2, 3, -1));
    assertThat(call("PUT", NAMESPACE + "/resourcegroup/silver", "").status()).isEqualTo(204);
    assertThat(call("GET", "/admin/v2/resourcegroup/", "").body())
        .isEqualTo("[\"gold\",\"silver\"]");
    assertThat(call("DELETE", NAMESPACE + "/resourcegroup", "").status()).isEqualTo(204);
    assertThat(call("DELETE", group, "").status()).isEqualTo(204);
  }

  @Test
  void shouldKeepWhatAnUpdateOfAGroupLeavesOut() throws Exception {
    String body = "{\"publishRateInBytes\":20,\"dispatchRateInMsgs\":null}";

    assertThat(call("PUT", "/admin/v2/resourcegroups/gold", body).status()).isEqualTo(204);

    assertThat(policies().get(PolicyKind.GROUP, GOLD)).contains(new GroupQuota(1, 20, 3, 4));
  }

  private Http.Answer call(String method, String target, String body, String... headers)
      throws IOException {
    return Http.json(SLUICE.port(), method, target, body, headers);
  }

  private Policies policies() {
    return SLUICE.store().current();
  }

  private <P extends Record> void put(PolicyKind<P> kind, PolicyKey key, P policy) {
    var unused = SLUICE.store().put(kind, key, policy);
  }
}
