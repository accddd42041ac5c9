package io.sluice.core;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.ManualClock;
import io.sluice.core.testing.ManualTimer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example of the README, as it stands there, does what the README says. */
class ReadmeExampleTest {

  record Frame(int number, long messages, long bytes) {}

  private final ManualClock clock = new ManualClock();
  private final ManualTimer timer = new ManualTimer(clock);
  private final List<Integer> sent = new ArrayList<>();

  // README
  final Limiter limiter = limit(Rate.perSecond(100), Rate.perSecond(1_000_000));
  final ThrottleQueue queue = new ThrottleQueue(limiter, timer());
  final Waiter waiter = queue.newWaiter(this::onTurn); // one per producer
  final Deque<Frame> held = new ArrayDeque<>();
  boolean throttled;

  void onFrame(Frame frame) {
    if (!throttled && queue.isEmpty()) {
      send(frame); // debited even if there is too little: the debt is paid before the next
      throttled = !limiter.consume(frame.messages(), frame.bytes());
    } else {
      held.add(frame);
      if (held.size() == 1) {
        waiter.join(frame.messages(), frame.bytes());
      }
    }
  }

  void onTurn() {
    while (!held.isEmpty() && waiter.tryUse(held.peek().messages(), held.peek().bytes())) {
      send(held.poll());
    }
    if (held.isEmpty()) {
      throttled = false;
      waiter.leave(); // gives back what this turn did not use
    } else {
      waiter.join(held.peek().messages(), held.peek().bytes());
    }
  }

  // README

  private Limiter limit(Rate messages, Rate bytes) {
    return new Limiter(
        TokenBucket.builder(messages).clock(clock).build(),
        TokenBucket.builder(bytes).clock(clock).build());
  }

  private WakeUpTimer timer() {
    return timer;
  }

  private void send(Frame frame) {
    sent.add(frame.number());
  }

  @Test
  void shouldSendInOrderAtTheRateAfterTheBurst() {
    for (int i = 0; i < 500; i++) {
      onFrame(new Frame(i, 1, 100));
    }
    assertThat(sent).hasSize(100);

    timer.advance(Duration.ofSeconds(2));
    assertThat(sent).hasSize(300);

    timer.advance(Duration.ofSeconds(10));
    assertThat(sent).hasSize(500).isSorted();
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void shouldStandInTheReadmeAsItIsHere() throws IOException {
    String source =
        Files.readString(Path.of("src/test/java/io/sluice/core/ReadmeExampleTest.java"));
    String example = source.split("  // README\n", -1)[1];
    String unindented =
        example.lines().map(line -> line.replaceFirst("^  ", "")).collect(joining("\n"));

    assertThat(Files.readString(Path.of("../README.md"))).contains(unindented.strip());
  }
}
