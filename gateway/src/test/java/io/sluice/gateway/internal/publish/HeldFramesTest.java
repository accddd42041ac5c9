package io.sluice.gateway.internal.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.sluice.core.testing.Seeds;
import io.sluice.gateway.Commands;
import io.sluice.protocol.Frames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeldFramesTest {

  private final HeldFrames held = new HeldFrames();
  private final ByteArrayOutputStream passed = new ByteArrayOutputStream();
  private final List<Integer> runs = new ArrayList<>();

  @AfterEach
  void discard() {
    held.discard().forEach(this::pass);
  }

  private void pass(ByteBuf frames) {
    runs.add(frames.readableBytes());
    passed.writeBytes(ByteBufUtil.getBytes(frames));
    frames.release();
  }

  private void add(byte[] frame, long nanos) {
    held.add(Unpooled.wrappedBuffer(frame), nanos, ByteBufAllocator.DEFAULT);
  }

  @Test
  void shouldGiveBackFramesAsTheyWereInRuns() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < 1000; i++) {
      byte[] frame = Commands.send(1, i, 100);
      all.write(frame);
      add(frame, 0);
    }

    held.release((frame, in, index) -> true).forEach(this::pass);

    assertThat(passed.toByteArray()).isEqualTo(all.toByteArray());
    assertThat(runs).hasSizeLessThan(20);
    assertThat(held.isEmpty()).isTrue();
    assertThat(held.bytes()).isZero();
  }

  @Test
  void shouldStopWhereTheGateClosesAndGoOnFromThere() {
    for (int i = 0; i < 10; i++) {
      add(Commands.sendBatch(1, i, i + 1, 10), 0);
    }

    held.release((frame, in, index) -> frame.messages() < 5).forEach(this::pass);

    assertThat(held.frames()).isEqualTo(6);
    assertThat(held.peek().messages()).isEqualTo(5);
  }

  @Test
  void shouldTellWhenTheOldestArrived() {
    add(Commands.send(1, 0, 10), 1_000_000_000);
    add(Commands.send(1, 1, 10), 5_000_000_000L);
    assertThat(held.oldestNanos()).isEqualTo(1_000_000_000);

    held.release((frame, in, index) -> held.frames() > 1).forEach(this::pass);

    assertThat(held.oldestNanos()).isEqualTo(5_000_000_000L);
  }

  @Test
  void shouldForgetEverythingButWhatClosesTheProducer() {
    add(Commands.send(1, 0, 10), 0);
    byte[] close = ByteBufUtil.getBytes(Frames.of(Commands.closeProducer(1, 7)));
    add(close, 0);

    held.discard().forEach(this::pass);

    assertThat(passed.toByteArray()).isEqualTo(close);
    assertThat(held.isEmpty()).isTrue();
    assertThat(held.bytes()).isZero();
  }

  @Test
  void shouldCountTheMemoryThatItTakes() {
    UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
    HeldFrames some = new HeldFrames();
    byte[] frame = Commands.send(1, 1, 0);
    for (int i = 0; i < 1000; i++) {
      some.add(Unpooled.wrappedBuffer(frame), i * 11_000_000L, allocator);
    }

    assertThat(some.memory()).isGreaterThanOrEqualTo(allocator.metric().usedDirectMemory());

    some.discard();
    assertThat(some.memory()).isZero();
    assertThat(allocator.metric().usedDirectMemory()).isZero();
  }

  @Test
  void shouldKeepCountAndOrderWhateverComesAndGoes() throws IOException {
    Seeds.forEach(5, random -> {
      HeldFrames some = new HeldFrames();
      ByteArrayOutputStream in = new ByteArrayOutputStream();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      int frames = 0;
      for (int i = 0; i < 500; i++) {
        if (random.nextInt(3) > 0) {
          byte[] frame = Commands.send(1, i, random.nextInt(random.nextInt(100_000) + 1));
          in.writeBytes(frame);
          some.add(Unpooled.wrappedBuffer(frame), i * 3_000_000L, ByteBufAllocator.DEFAULT);
          frames++;
        } else {
          int until = Math.max(0, some.frames() - random.nextInt(5));
          for (ByteBuf run : some.release((frame, buffer, index) -> some.frames() > until)) {
            out.writeBytes(ByteBufUtil.getBytes(run));
            run.release();
          }
          frames = until;
        }
        assertThat(some.frames()).isEqualTo(frames);
        assertThat(some.bytes()).isEqualTo(in.size() - out.size());
      }
      for (ByteBuf run : some.release((frame, buffer, index) -> true)) {
        out.writeBytes(ByteBufUtil.getBytes(run));
        run.release();
      }
      assertThat(some.memory()).isZero();
      assertThat(out.toByteArray()).isEqualTo(in.toByteArray());
    });
  }
}
