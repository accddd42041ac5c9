package io.sluice.gateway.internal.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sluice.core.testing.Seeds;
import io.sluice.protocol.FramePeek;
import io.sluice.protocol.Frames;
import io.sluice.protocol.MalformedFrameException;
import io.sluice.protocol.wire.BaseCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FrameReaderTest {

  private static final int MAX_FRAME_BYTES = 300_000;

  /** Random frames; the long form is run with -Dsluice.fuzz.inputs=1000000. */
  private static final int FUZZ_INPUTS = Integer.getInteger("sluice.fuzz.inputs", 20_000);

  @Test
  void shouldPassARunOfFramesAsOneBuffer() {
    Recorder recorder = new Recorder();
    EmbeddedChannel channel = channel(recorder);
    ByteBuf three = Unpooled.wrappedBuffer(send(1, 10), send(2, 20), send(3, 30));
    byte[] bytes = ByteBufUtil.getBytes(three);

    channel.writeInbound(three);

    assertThat(recorder.passed).containsExactly(bytes);
    assertThat(recorder.frames).isEqualTo(3);
  }

  @Test
  void shouldPassWhatCameBeforeAFrameThatIsTaken() {
    Recorder recorder = new Recorder();
    EmbeddedChannel channel = channel(recorder);

    channel.writeInbound(Unpooled.wrappedBuffer(send(1, 10), Frames.ping(), send(2, 20)));

    assertThat(recorder.events).containsExactly("pass", "take 18", "pass");
  }

  @Test
  void shouldPutFramesTogetherThatArriveByteByByte() {
    Recorder recorder = new Recorder();
    EmbeddedChannel channel = channel(recorder);
    byte[] bytes = ByteBufUtil.getBytes(Unpooled.wrappedBuffer(send(1, 10), send(2, 2000)));

    for (byte b : bytes) {
      channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {b}));
    }

    assertThat(recorder.passed).hasSize(2);
    assertThat(recorder.allPassed()).isEqualTo(bytes);
  }

  @Test
  void shouldLookAtNothingMoreWhileItIsPaused() {
    Recorder recorder = new Recorder();
    FrameReader reader = new FrameReader(recorder, MAX_FRAME_BYTES);
    recorder.afterFrame = () -> reader.setPaused(recorder.frames % 2 == 0);
    EmbeddedChannel channel = new EmbeddedChannel(reader);
    byte[] bytes = ByteBufUtil.getBytes(
        Unpooled.wrappedBuffer(send(1, 10), send(1, 20), send(1, 30), send(1, 40), send(1, 50)));

    channel.writeInbound(Unpooled.copiedBuffer(bytes, 0, bytes.length - 5));
    channel.writeInbound(Unpooled.copiedBuffer(bytes, bytes.length - 5, 5));

    assertThat(recorder.frames).isEqualTo(2);
    assertThat(reader.hasUnread()).isTrue();
    reader.setPaused(false);
    channel.runPendingTasks();
    assertThat(recorder.frames).isEqualTo(4);
    reader.setPaused(false);
    channel.runPendingTasks();
    assertThat(recorder.frames).isEqualTo(5);
    assertThat(reader.hasUnread()).isFalse();
    assertThat(recorder.allPassed()).isEqualTo(bytes);
  }

  /** Otherwise the connection would stay, and nothing would be read from it again. */
  @Test
  void shouldSayThatAFrameHasFailedThatWasLookedAtAfterAPause() {
    Recorder recorder = new Recorder();
    FrameReader reader = new FrameReader(recorder, MAX_FRAME_BYTES);
    EmbeddedChannel channel = new EmbeddedChannel(reader);
    reader.setPaused(true);
    channel.writeInbound(send(1, 10));
    recorder.mayFail = true;
    recorder.afterFrame = () -> {
      throw new OutOfMemoryError("as of direct memory");
    };

    reader.setPaused(false);
    channel.runPendingTasks();

    assertThat(recorder.failed).isInstanceOf(OutOfMemoryError.class);
  }

  @Test
  void shouldLetGoOfWhatItHasNotLookedAt() {
    Recorder recorder = new Recorder();
    FrameReader reader = new FrameReader(recorder, MAX_FRAME_BYTES);
    EmbeddedChannel channel = new EmbeddedChannel(reader);
    ByteBuf two = Unpooled.wrappedBuffer(send(1, 10), send(1, 20));
    reader.setPaused(true);
    channel.writeInbound(two);
    assertThat(two.refCnt()).isEqualTo(1);

    channel.finishAndReleaseAll();

    assertThat(two.refCnt()).isZero();
    assertThat(recorder.frames).isZero();
  }

  @Test
  void shouldTakeNoMemoryForAFrameThatIsOnlyAnnounced() {
    Recorder recorder = new Recorder();
    EmbeddedChannel channel = new EmbeddedChannel(new FrameReader(recorder, 100 << 20));
    long before = usedMemory();

    channel.writeInbound(Unpooled.buffer().writeInt(100 << 20).writeInt(20));

    assertThat(usedMemory() - before).isLessThan(8 << 20);
    channel.finishAndReleaseAll();
  }

  @Test
  void shouldRefuseAbsurdLengthsAndReadNothingAfterThem() {
    for (int total :
        new int[] {0, 3, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, MAX_FRAME_BYTES + 1}) {
      Recorder recorder = new Recorder();
      EmbeddedChannel channel = channel(recorder);

      channel.writeInbound(
          Unpooled.wrappedBuffer(send(1, 10), Unpooled.copyInt(total, 2), send(2, 10)));
      channel.writeInbound(send(3, 10));

      assertThat(recorder.fault).as("%d bytes", total).isNotNull();
      assertThat(recorder.frames).isEqualTo(1);
      assertThat(recorder.passed).hasSize(1);
    }
  }

  @Test
  void shouldReleaseAnUnfinishedFrameWithTheChannel() {
    EmbeddedChannel channel = channel(new Recorder());
    ByteBuf half = ByteBufAllocator.DEFAULT.directBuffer().writeBytes(send(1, 100));
    half.writerIndex(50);

    channel.writeInbound(half);

    assertThat(half.refCnt()).isZero();
    assertThat(channel.finishAndReleaseAll()).isFalse();
  }

  @Test
  void shouldLoseAndInventNothingHoweverTheBytesAreCut() {
    Seeds.forEach(FUZZ_INPUTS / 10, random -> {
      Recorder recorder = new Recorder();
      EmbeddedChannel channel = channel(recorder);
      ByteBuf sent = Unpooled.buffer();
      List<Integer> taken = new ArrayList<>();
      int count = 1 + random.nextInt(20);
      for (int i = 0; i < count; i++) {
        if (random.nextInt(4) == 0) {
          sent.writeBytes(Frames.pong());
          taken.add(BaseCommand.Type.PONG_VALUE);
        } else {
          sent.writeBytes(send(i, random.nextInt(random.nextInt(10) == 0 ? 280_000 : 200)));
        }
      }
      byte[] bytes = ByteBufUtil.getBytes(sent);
      feed(channel, bytes, random);

      assertThat(recorder.fault).isNull();
      assertThat(recorder.frames).isEqualTo(count);
      assertThat(recorder.everything()).isEqualTo(bytes);
      assertThat(recorder.taken).isEqualTo(taken);
      channel.finishAndReleaseAll();
    });
  }

  @Test
  void shouldSurviveAnyBytes() {
    Seeds.forEach(FUZZ_INPUTS, random -> {
      Recorder recorder = new Recorder();
      EmbeddedChannel channel = channel(recorder);
      feed(channel, hostile(random), random);
      channel.finishAndReleaseAll();
      assertThat(recorder.everything().length).isLessThanOrEqualTo(recorder.fed);
    });
  }

  /** Frames that are nearly right: valid ones with bytes changed, cut, repeated, or pure noise. */
  private static byte[] hostile(Random random) {
    ByteBuf out = Unpooled.buffer();
    int parts = 1 + random.nextInt(6);
    for (int i = 0; i < parts; i++) {
      byte[] part =
          switch (random.nextInt(5)) {
            case 0 -> noise(random, random.nextInt(64));
            case 1 -> ByteBufUtil.getBytes(Frames.ping());
            case 2 ->
              ByteBufUtil.getBytes(Unpooled.buffer()
                  .writeInt(random.nextInt(40))
                  .writeInt(random.nextInt(40))
                  .writeBytes(noise(random, random.nextInt(40))));
            default -> ByteBufUtil.getBytes(send(random.nextLong(), random.nextInt(100)));
          };
      int changes = random.nextInt(3);
      for (int c = 0; c < changes && part.length > 0; c++) {
        part[random.nextInt(part.length)] = (byte) random.nextInt();
      }
      out.writeBytes(
          part, 0, random.nextInt(5) == 0 ? random.nextInt(part.length + 1) : part.length);
    }
    return ByteBufUtil.getBytes(out);
  }

  private static byte[] noise(Random random, int length) {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }

  private static void feed(EmbeddedChannel channel, byte[] bytes, Random random) {
    int from = 0;
    while (from < bytes.length) {
      int length =
          Math.min(bytes.length - from, 1 + random.nextInt(random.nextBoolean() ? 16 : 100_000));
      channel.writeInbound(ByteBufAllocator.DEFAULT.buffer(length).writeBytes(bytes, from, length));
      from += length;
    }
  }

  private static EmbeddedChannel channel(Recorder recorder) {
    return new EmbeddedChannel(new FrameReader(recorder, MAX_FRAME_BYTES));
  }

  private static ByteBuf send(long producerId, int payloadBytes) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.SEND);
    command.setSend().setProducerId(producerId).setSequenceId(1);
    ByteBuf frame = Unpooled.buffer().writeBytes(Frames.of(command)).writeZero(payloadBytes);
    return frame.setInt(0, frame.readableBytes() - 4);
  }

  private static long usedMemory() {
    return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric().usedDirectMemory();
  }

  private static final class Recorder implements FrameReader.Sink {
    private final List<byte[]> passed = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private final List<Integer> taken = new ArrayList<>();
    private final ByteBuf everything = Unpooled.buffer();
    private @Nullable MalformedFrameException fault;
    private int frames;
    private int fed;
    private Runnable afterFrame = () -> {};
    private boolean mayFail;
    private @Nullable Throwable failed;

    @Override
    public Verdict decide(FramePeek frame, ByteBuf in, int index) {
      frames++;
      afterFrame.run();
      fed += Integer.BYTES + in.getInt(index);
      int type = frame.type();
      return type != BaseCommand.Type.PING_VALUE && type != BaseCommand.Type.PONG_VALUE
          ? Verdict.PASS
          : Verdict.take(taken -> take(type, taken));
    }

    private void take(int type, ByteBuf frame) {
      events.add("take " + type);
      taken.add(type);
      everything.writeBytes(frame, frame.readerIndex(), frame.readableBytes());
    }

    @Override
    public void pass(ByteBuf run) {
      events.add("pass");
      passed.add(ByteBufUtil.getBytes(run));
      everything.writeBytes(run, run.readerIndex(), run.readableBytes());
      run.release();
    }

    private byte[] allPassed() {
      return ByteBufUtil.getBytes(Unpooled.wrappedBuffer(passed.toArray(byte[][]::new)));
    }

    private byte[] everything() {
      return ByteBufUtil.getBytes(everything);
    }

    @Override
    public void readComplete() {}

    @Override
    public void malformed(MalformedFrameException e) {
      assertThat(fault).isNull();
      fault = e;
    }

    @Override
    public void closed() {}

    @Override
    public void failed(Throwable cause) {
      if (!mayFail) {
        throw new AssertionError(cause);
      }
      failed = cause;
    }

    @Override
    public void writabilityChanged() {}
  }
}
