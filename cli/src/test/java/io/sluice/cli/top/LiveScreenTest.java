package io.sluice.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveScreenTest {

  private final StringWriter terminal = new StringWriter();
  private final LiveScreen screen = new LiveScreen(new PrintWriter(terminal));

  @Test
  void shouldLeaveTheTerminalAsItWasExactlyOnce() {
    screen.close();
    screen.close();

    assertThat(terminal.toString()).isEqualTo(LiveScreen.ENTER + LiveScreen.LEAVE);
    assertThat(screen.show(List.of("late"), new Terminal.Size(24, 80))).isFalse();
    assertThat(terminal.toString()).doesNotContain("late");
  }

  @Test
  void shouldShowWhatFits() {
    assertThat(screen.show(List.of("12345", "second", "third"), new Terminal.Size(3, 4)))
        .isTrue();

    assertThat(terminal.toString())
        .isEqualTo(LiveScreen.ENTER + "\033[H1234\033[K\nseco\033[K\n\033[J");
  }
}
