package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SendWindowTest {

  private static final int QUARTER = SendWindow.FIRST_BYTES / 4;

  private final SendWindow window = new SendWindow();

  private int sendAllThatMayGo(long firstSequenceId) {
    int sent = 0;
    while (window.admits(QUARTER)) {
      window.sent(firstSequenceId + sent, -1, QUARTER);
      sent++;
    }
    return sent;
  }

  @Test
  void shouldDoubleWithEachRoundTrip() {
    assertThat(sendAllThatMayGo(0)).isEqualTo(4);
    for (int i = 0; i < 4; i++) {
      window.answered(i);
    }
    assertThat(sendAllThatMayGo(4)).isEqualTo(8);
    for (int i = 4; i < 12; i++) {
      window.answered(i);
    }
    assertThat(sendAllThatMayGo(12)).isEqualTo(16);
  }

  @Test
  void shouldLetOneGoThatIsLargerThanAllThatMay() {
    int large = SendWindow.FIRST_BYTES * 10;
    assertThat(window.admits(large)).isTrue();
    window.sent(0, -1, large);
    assertThat(window.admits(1)).isFalse();
    window.answered(0);
    assertThat(window.admits(large)).isTrue();
  }

  @Test
  void shouldNotCountAnswersToWhatWasSentBefore() {
    assertThat(sendAllThatMayGo(10)).isEqualTo(4);
    for (int i = 0; i < 10; i++) {
      window.answered(i);
    }
    assertThat(window.admits(1)).isFalse();
  }

  @Test
  void shouldCountAnAnswerForOneChunkOnly() {
    for (int chunk = 0; chunk < 4; chunk++) {
      window.sent(7, -1, QUARTER);
    }
    window.answered(7);
    assertThat(sendAllThatMayGo(8)).isEqualTo(2);
  }

  @Test
  void shouldFindABatchByItsFirstAndItsLastNumber() {
    window.sent(0, 9, SendWindow.FIRST_BYTES);
    window.answered(9);
    assertThat(window.admits(1)).isTrue();
    window.sent(10, 19, SendWindow.FIRST_BYTES * 2);
    assertThat(window.admits(1)).isFalse();
    window.answered(10);
    assertThat(window.admits(SendWindow.FIRST_BYTES * 4)).isTrue();
  }

  @Test
  void shouldGoOnWhenAnAnswerIsMissing() {
    assertThat(sendAllThatMayGo(0)).isEqualTo(4);
    window.answered(3);
    assertThat(sendAllThatMayGo(4)).isEqualTo(8);
  }
}
