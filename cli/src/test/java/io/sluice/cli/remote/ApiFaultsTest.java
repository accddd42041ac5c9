package io.sluice.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ApiFaultsTest {

  @Test
  void shouldAskForHttpWhenAGreetingByTlsIsNotAnswered() {
    assertThat(unreached("https://sluice.example:8443")).contains("write http://");
  }

  @Test
  void shouldNotSpeakOfTlsToThoseWhoDoNotUseIt() {
    assertThat(unreached("http://sluice.example:8080")).doesNotContain("TLS", "write");
  }

  private static String unreached(String url) {
    return new ApiFaults(new Connection(URI.create(url), Optional.empty(), Optional.empty()))
        .unanswered(
            ApiPath.of("nodes"),
            new HttpConnectTimeoutException("HTTP connect timed out"),
            Duration.ofSeconds(10))
        .toString();
  }
}
