package io.sluice.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.jsonwebtoken.Jwts;
import io.sluice.admin.access.AccessSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which users get into the console, and what they may do there. */
class ConsoleAccessTest {

  private static final SecretKey SECRET = Jwts.SIG.HS256.key().build();
  private static final String OPERATOR = "operator";
  private static final String ONLOOKER = "onlooker";

  private static final Pattern CHANGING =
      Pattern.compile("^(Set|Change|Remove|Only count|Enforce|Undo|Attach)\\b");

  /** Puts a limit by the token that the page has, past everything that the page would offer. */
  private static final String PUT = """
      () => fetch('/sluice/v1/limits/publish/default', {
        method: 'PUT',
        headers: { authorization: `Bearer ${sessionStorage.getItem('sluice-token')}` },
        body: '{"messages": 1}',
      }).then(async (answer) => `${answer.status} ${await answer.text()}`)""";

  private static FakeNode node;

  @RegisterExtension
  final Tab tab = new Tab();

  @BeforeAll
  static void start() throws Exception {
    String key = "data:;base64," + Base64.getEncoder().encodeToString(SECRET.getEncoded());
    node = new FakeNode(
        FakeTraffic.ofTopics(20),
        HostileNames.ALL,
        List.of(),
        new AccessSettings(key, "", "RS256", "sub", "", "", Set.of(OPERATOR), Set.of(ONLOOKER)));
  }

  private static String token(String role) {
    return Jwts.builder().subject(role).signWith(SECRET).compact();
  }

  private Page signIn(String token) {
    tab.expect("401"); // which is how the page learns that a token is asked for
    Page page = tab.open(node.url("/"));
    enter(token);
    return page;
  }

  private void enter(String token) {
    tab.page().getByLabel("Token").fill(token);
    tab.page().keyboard().press("Enter");
  }

  private Locator changing() {
    return tab.page()
        .getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(CHANGING))
        .or(tab.page().locator("main input:not([type=search]):not([name=topic]), main select"));
  }

  @Test
  void shouldLetInWithATokenThatIsAcceptedAndOutAgain() {
    Page page = signIn("nonsense");
    tab.see("It was not accepted");
    assertThat(page.locator("nav").count()).isZero();

    enter(token("stranger"));
    tab.expect("403"); // signed, but of a role that may not even look
    tab.button("Use another token").click();
    enter(token(OPERATOR));
    tab.ready();
    tab.see("What needs attention");

    tab.button("Sign out operator").click();
    page.getByLabel("Token").waitFor();
    assertThat(page.evaluate("() => sessionStorage.length")).isEqualTo(0);
    assertThat(page.locator("main").textContent()).doesNotContain("What needs attention");
  }

  @Test
  void shouldOfferNoChangeToThoseWhoMayOnlyLook() {
    Page page = signIn(token(ONLOOKER));
    tab.ready();
    page.locator("#head").getByText("read-only").waitFor();
    String topic = node.traffic().topics().get(10);
    for (String hash : new String[] {
      "/throttled",
      "/topics",
      Pages.topic(topic),
      "/groups",
      "/group?name=gold",
      "/ramps",
      "/nodes",
      "/changes"
    }) {
      tab.go(hash);
      assertThat(changing().count()).as(hash).isZero();
    }
    tab.go(Pages.publishLimit(topic));
    assertThat(changing().count()).as("with the address of the form").isZero();
    tab.see("role onlooker has the right to view only");

    tab.expect("403");
    assertThat((String) page.evaluate(PUT)).startsWith("403 {\"error\":");
  }

  @Test
  void shouldOfferChangesToThoseWhoMayMakeThem() {
    Page page = signIn(token(OPERATOR));
    tab.ready();
    tab.go("/changes");
    assertThat(changing().count()).isPositive();
    tab.go(Pages.topic(node.traffic().topics().get(10)));
    assertThat(changing().count()).isPositive();

    assertThat((String) page.evaluate(PUT)).startsWith("204");
  }

  @Test
  void shouldAskAgainWhenATokenIsNotAcceptedAnyMore() {
    Instant before = Instant.now();
    Page page = signIn(token(OPERATOR));
    tab.ready();
    Duration took = Duration.between(before, Instant.now());
    tab.button("Sign out operator").click();

    // Long enough to sign in with it once more, even on a busy machine.
    Date soon = Date.from(Instant.now().plusSeconds(4).plus(took));
    enter(Jwts.builder().subject(OPERATOR).expiration(soon).signWith(SECRET).compact());
    tab.ready();
    page.evaluate("() => { location.hash = '/throttled'; }");

    page.getByLabel("Token").waitFor();
    tab.see("It was not accepted");
    assertThat(page.locator("main").textContent()).doesNotContain("persistent://");

    enter(token(OPERATOR));
    tab.ready();
    assertThat(page.locator("h1").textContent()).isEqualTo("Throttled now");
  }
}
