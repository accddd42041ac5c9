package io.sluice.protocol.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.util.ResourceLeakDetector;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LeakGuardTest {

  @Test
  void shouldNoticeWhatIsDroppedWithoutBeingReleased() {
    Queue<String> leaks = new ConcurrentLinkedQueue<>();
    var detector = new LeakGuard.Detector<>(Object.class, 1, leaks);
    track(detector);

    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (leaks.isEmpty() && System.nanoTime() < deadline) {
      LeakGuard.collectGarbage();
      detector.look();
    }

    assertThat(leaks).hasSize(1);
  }

  /** Of its own, so that nothing on the stack refers to what is dropped. */
  private static void track(ResourceLeakDetector<Object> detector) {
    assertThat(detector.track(new Object())).isNotNull();
  }

  @Test
  void shouldWatchBuffers() throws ReflectiveOperationException {
    assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.PARANOID);
    // It hands out wrapped buffers only if its detector is at work.
    ByteBuf buffer = io.netty.buffer.ByteBufAllocator.DEFAULT.buffer();
    try {
      assertThat(buffer.getClass().getSimpleName()).contains("LeakAware");
      assertThat(io.netty.buffer.ByteBufAllocator.DEFAULT)
          .isInstanceOf(AbstractByteBufAllocator.class);
    } finally {
      buffer.release();
    }
  }
}
