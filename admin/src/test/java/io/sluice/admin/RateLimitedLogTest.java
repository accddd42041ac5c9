package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateLimitedLogTest {

  private final AtomicLong nanos = new AtomicLong();
  private final RateLimitedLog seldom = new RateLimitedLog(nanos::get);

  @Test
  void shouldSayTheFirstAndThenHowManyWereNotSaid() {
    assertThat(seldom.say("a")).hasValue(0);
    assertThat(seldom.say("a")).isEmpty();
    assertThat(seldom.say("b")).hasValue(0);
    assertThat(seldom.say("a")).isEmpty();

    nanos.addAndGet(Duration.ofMinutes(1).toNanos());

    assertThat(seldom.say("a")).hasValue(2);
    assertThat(seldom.say("a")).isEmpty();
  }

  @Test
  void shouldSayABoundedNumberOfThingsHoweverManySubjectsThereAre() {
    assertThat(said(10_000)).isEqualTo(257);

    nanos.addAndGet(Duration.ofMinutes(1).toNanos());

    assertThat(said(10_000)).isBetween(256L, 258L);
  }

  private long said(int subjects) {
    return IntStream.range(0, subjects)
        .mapToObj(i -> seldom.say("subject " + nanos.get() + " " + i))
        .filter(OptionalLong::isPresent)
        .count();
  }
}
