package io.sluice.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the tests of the console stand on: without these, a page that is broken could pass them. */
class RigTest {

  private final FakeNode node = FakeNode.large();

  @RegisterExtension
  final Tab tab = new Tab();

  @Test
  void shouldShowAPageAndTakePicturesOfIt() throws Exception {
    Page page = tab.open(node.url("/health/live"));
    tab.takePictures("rig");

    assertThat(page.textContent("body")).isEqualTo("alive\n");
    for (String picture : new String[] {"rig-light.png", "rig-dark.png"}) {
      Path file = Path.of("target", "screenshots", picture);
      assertThat(file).isNotEmptyFile();
      Files.delete(file); // these need not be looked at
    }
  }

  @Test
  void shouldHearWhateverAPageComplainsOf() {
    Page page = tab.open(node.url("/health/live"));
    page.evaluate("() => console.warn('warned')");
    page.evaluate("() => console.error('logged')");
    page.evaluate("() => { setTimeout(() => { throw new Error('burst') }) }");
    page.evaluate("() => fetch('/nothing-here').then(answer => answer.text())");
    page.evaluate("() => fetch('http://elsewhere.invalid/').catch(() => 'as it should be')");

    assertThat(tab.complaints())
        .anySatisfy(heard -> assertThat(heard).startsWith("warning: warned"))
        .anySatisfy(heard -> assertThat(heard).startsWith("error: logged"))
        .anySatisfy(heard -> assertThat(heard).startsWith("thrown: ").contains("burst"))
        .anySatisfy(heard -> assertThat(heard).startsWith("error: ").contains("404"))
        .anySatisfy(heard -> assertThat(heard).startsWith("outside: GET http://elsewhere.invalid/"))
        .anySatisfy(heard -> assertThat(heard).startsWith("failed: GET http://elsewhere.invalid/"));
    tab.expect(""); // all of it
  }

  @Test
  void shouldKnowNothingOfTheTestBefore() {
    assertThat(tab.complaints()).isEmpty();
    assertThat(tab.page().url()).isEqualTo("about:blank");
  }

  @Test
  void shouldMakeUpAsManyTopicsAsWanted() throws Exception {
    String answer = HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(node.url("/sluice/v1/throttled?count=1")))
                .build(),
            BodyHandlers.ofString())
        .body();

    assertThat(answer)
        .contains(
            "\"producers\":" + FakeNode.MANY / FakeTraffic.THROTTLED_EVERY, "\"connections\":5");
  }
}
