package io.sluice.pulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pulsar.wire.Envelope;
import io.sluice.pulsar.wire.Report;
import io.sluice.quota.CompactRates;
import io.sluice.quota.GroupId;
import io.sluice.quota.GroupUse;
import io.sluice.quota.LimitGrant;
import io.sluice.quota.LimitUse;
import io.sluice.quota.QuotaDimension;
import io.sluice.quota.RampUse;
import io.sluice.quota.UsageReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;

class ReportFormatTest {

  private static final String NODE = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

  private final long seed = Long.getLong("sluice.seed", System.nanoTime());
  private final Random random = new Random(seed);

  private UsageReport random(int groups, int ramps, boolean goodbye) {
    return new UsageReport(
        NODE,
        random.nextLong() >>> 1,
        random.nextLong(),
        goodbye,
        Stream.generate(
                () -> new GroupUse(random.nextLong(), random.nextLong(), random.nextInt(16)))
            .limit(groups)
            .toList(),
        Stream.generate(() ->
                new RampUse(random.nextLong(), random.nextDouble() * 1e9, random.nextDouble()))
            .limit(ramps)
            .toList());
  }

  @Test
  void shouldReadWhatItWrites() throws IOException {
    for (int size : new int[] {0, 1, 2, 100, 1999, 2000}) {
      UsageReport report = random(size, size / 2, size == 1);

      List<byte[]> written = ReportFormat.write(report);

      assertThat(written).hasSize(1);
      assertThat(ReportFormat.read(written.get(0))).isEqualTo(report);
    }
  }

  @Test
  void shouldSplitWhatIsBig() throws IOException {
    for (int[] sizes : new int[][] {{2001, 0}, {5000, 3}, {1, 2500}, {20_000, 20_000}}) {
      UsageReport report = random(sizes[0], sizes[1], true);
      List<GroupUse> groups = new ArrayList<>();
      List<RampUse> ramps = new ArrayList<>();

      List<byte[]> parts = ReportFormat.write(report);

      for (byte[] bytes : parts) {
        assertThat(bytes).hasSizeLessThan(64 * 1024);
        UsageReport part = ReportFormat.read(bytes);
        groups.addAll(part.groups());
        ramps.addAll(part.ramps());
        assertThat(part.sequence()).isEqualTo(report.sequence());
        assertThat(part.sentMillis()).isEqualTo(report.sentMillis());
        assertThat(part.goodbye()).isEqualTo(bytes == parts.get(parts.size() - 1));
      }
      assertThat(groups).isEqualTo(report.groups());
      assertThat(ramps).isEqualTo(report.ramps());
    }
  }

  private LimitUse randomUse() {
    LimitUse.Kind[] kinds = LimitUse.Kind.values();
    return new LimitUse(
        random.nextLong(),
        kinds[random.nextInt(kinds.length)],
        parts(1),
        parts(1 << 15),
        random.nextInt(4),
        random.nextInt(LimitUse.MOST_WEIGHT + 1));
  }

  /** Any parts of a limit, in multiples of so much. */
  private long parts(int grain) {
    long messages = random.nextInt((1 << 30) / grain + 1) * (long) grain;
    long bytes = random.nextInt((1 << 30) / grain + 1) * (long) grain;
    return (bytes << 32) | messages;
  }

  private UsageReport ofLimits(int uses, int grants) {
    return new UsageReport(
        NODE,
        random.nextLong() >>> 1,
        random.nextLong(),
        false,
        random.nextBoolean(),
        List.of(),
        List.of(),
        Stream.generate(this::randomUse).limit(uses).toList(),
        Stream.generate(() ->
                new LimitGrant(random.nextLong(), random.nextInt(), parts(1), random.nextBoolean()))
            .limit(grants)
            .toList());
  }

  @Test
  void shouldReadWhatItWritesOfLimits() throws IOException {
    for (int[] sizes : new int[][] {{1, 0}, {0, 1}, {3, 5}, {5000, 700}, {10, 2001}}) {
      UsageReport report = ofLimits(sizes[0], sizes[1]);
      List<LimitUse> uses = new ArrayList<>();
      List<LimitGrant> grants = new ArrayList<>();

      for (byte[] bytes : ReportFormat.write(report)) {
        UsageReport part = ReportFormat.read(bytes);
        uses.addAll(part.limits());
        grants.addAll(part.grants());
      }

      assertThat(uses).isEqualTo(report.limits());
      assertThat(grants).isEqualTo(report.grants());
    }
  }

  /** Ids are as random as hashes are, so only the rest can be made smaller. */
  @Test
  void shouldTakeSeventeenBytesPerGroupAtMostAndLessIfTheyAreAlike() {
    assertThat(bytesPerGroup(random(5000, 0, false))).isBetween(16.0, 17.2);
    assertThat(bytesPerGroup(likeOthers(5000))).isBetween(8.0, 12.0);
  }

  private static double bytesPerGroup(UsageReport report) {
    int bytes =
        ReportFormat.write(report).stream().mapToInt(part -> part.length).sum();
    return (double) bytes / report.groups().size();
  }

  /** Each has about the same rate of messages and bytes, and nothing is dispatched. */
  private UsageReport likeOthers(int groups) {
    return new UsageReport(
        NODE,
        1,
        1,
        false,
        IntStream.range(0, groups)
            .mapToObj(i -> {
              double messages = 100 + random.nextInt(20);
              long rates = CompactRates.with(0, QuotaDimension.PUBLISH_MESSAGES, messages);
              return new GroupUse(
                  GroupId.of("group-" + i),
                  CompactRates.with(rates, QuotaDimension.PUBLISH_BYTES, messages * 1024),
                  0);
            })
            .toList(),
        List.of());
  }

  @Test
  void shouldBeShortIfThereIsNothingToSay() {
    assertThat(ReportFormat.write(random(0, 0, false)).get(0)).hasSizeLessThan(70);
  }

  @Test
  void shouldRefuseWhatIsNoReport() throws IOException {
    List<byte[]> wrong = List.of(
        new byte[0],
        new byte[ReportFormat.MOST_BYTES + 1],
        new Envelope().toByteArray(),
        changed(report -> report.setNode("")),
        changed(report -> report.setNode("x".repeat(129))),
        changed(report -> report.addGroup(1)),
        changed(report -> report.addHeld(1)),
        changed(report -> report.addRamp(1)),
        ramp(Double.NaN, 0),
        ramp(-1, 0),
        ramp(Double.POSITIVE_INFINITY, 0),
        ramp(1, 1.1),
        changed(report -> report.addLimit(1)),
        changed(report -> report.addGrantedLimit(1)),
        share((1L << 30) + 1),
        share(-1),
        new Envelope().setDeflated(new byte[] {1, 2, 3}).toByteArray(),
        deflated(new byte[10]),
        deflated(new byte[100 * ReportFormat.MOST_BYTES]));

    assertThat(wrong).allSatisfy(bytes -> assertThatThrownBy(() -> ReportFormat.read(bytes))
        .isInstanceOf(IOException.class));
  }

  private static byte[] changed(Consumer<Report> change) {
    Envelope envelope = new Envelope();
    change.accept(envelope.setReport().setNode(NODE).setSequence(1).setSentMillis(1));
    return envelope.toByteArray();
  }

  private static byte[] ramp(double level, double used) {
    return changed(report -> {
      report.addRamp(1);
      report.addLevel(level);
      report.addUsed(used);
    });
  }

  private static byte[] share(long parts) {
    return changed(report -> {
      report.addLimit(1);
      report.addPart(1);
      report.addShare(parts);
      report.addNeed(0);
    });
  }

  private static byte[] deflated(byte[] bytes) throws IOException {
    ByteArrayOutputStream to = new ByteArrayOutputStream();
    Deflater raw = new Deflater(Deflater.BEST_SPEED, true);
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(to, raw)) {
      deflater.write(bytes);
    } finally {
      raw.end();
    }
    return new Envelope().setDeflated(to.toByteArray()).toByteArray();
  }

  /** Either it is a report, or it is said that it is none: nothing else, and no hanging. */
  @Test
  void shouldSurviveWhateverIsSent() {
    System.out.println("-Dsluice.seed=" + seed);
    byte[][] good = {
      ReportFormat.write(random(3, 2, true)).get(0),
      ReportFormat.write(likeOthers(50)).get(0)
    };
    int refused = 0;
    for (int i = 0; i < 100_000; i++) {
      try {
        ReportFormat.read(damaged(good[i % good.length]));
      } catch (IOException expected) {
        refused++;
      }
    }
    assertThat(refused).as("some damage goes unseen, such as to a rate").isBetween(1, 99_999);
  }

  private byte[] damaged(byte[] good) {
    byte[] bytes =
        Arrays.copyOf(good, random.nextInt(4) == 0 ? random.nextInt(good.length) : good.length);
    for (int n = random.nextInt(4); n >= 0 && bytes.length > 0; n--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    return bytes;
  }
}
