package io.sluice.pulsar;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.pulsar.wire.Envelope;
import io.sluice.pulsar.wire.Report;
import io.sluice.quota.GroupUse;
import io.sluice.quota.LimitGrant;
import io.sluice.quota.LimitUse;
import io.sluice.quota.RampUse;
import io.sluice.quota.UsageReport;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** Reports as they stand on the topic; {@code usage.proto} describes it. */
final class ReportFormat {

  /** So many take less than 64 KiB; the cluster takes 5 MiB, unless it is told to take less. */
  private static final int GROUPS_PER_PART = 2000;

  private static final int RAMPS_PER_PART = 1000;
  private static final int LIMITS_PER_PART = 1000;

  /** Reports are well below; any client could send more. */
  static final int MOST_BYTES = 256 * 1024;

  private static final int LONGEST_NODE = 128;

  private ReportFormat() {}

  /** What is to be sent, in this order: a report of many groups in several parts. */
  static List<byte[]> write(UsageReport report) {
    int last = IntStream.of(
            parts(report.groups(), GROUPS_PER_PART),
            parts(report.ramps(), RAMPS_PER_PART),
            parts(report.limits(), LIMITS_PER_PART),
            parts(report.grants(), LIMITS_PER_PART))
        .max()
        .getAsInt();
    return IntStream.rangeClosed(0, Math.max(0, last - 1))
        .mapToObj(part -> smaller(part(report, part, part >= last - 1)))
        .toList();
  }

  private static int parts(List<?> all, int perPart) {
    return (all.size() + perPart - 1) / perPart;
  }

  private static <T> List<T> slice(List<T> all, int part, int perPart) {
    int from = Math.min(all.size(), part * perPart);
    return all.subList(from, Math.min(all.size(), from + perPart));
  }

  private static Envelope part(UsageReport whole, int part, boolean last) {
    Envelope envelope = new Envelope();
    Report report = envelope
        .setReport()
        .setNode(whole.node())
        .setSequence(whole.sequence())
        .setSentMillis(whole.sentMillis());
    if (last && whole.goodbye()) {
      report.setGoodbye(true);
    }
    if (whole.deaf()) {
      report.setDeaf(true);
    }
    for (GroupUse use : slice(whole.groups(), part, GROUPS_PER_PART)) {
      report.addGroup(use.group());
      report.addRate(use.rates());
      report.addHeld(use.wantsMore());
    }
    for (RampUse use : slice(whole.ramps(), part, RAMPS_PER_PART)) {
      report.addRamp(use.ramp());
      report.addLevel(use.level());
      report.addUsed(use.used());
    }
    for (LimitUse use : slice(whole.limits(), part, LIMITS_PER_PART)) {
      report.addLimit(use.limit());
      report.addPart(LimitFormat.part(use));
      report.addShare(use.share());
      report.addNeed(LimitFormat.need(use));
    }
    for (LimitGrant grant : slice(whole.grants(), part, LIMITS_PER_PART)) {
      report.addGrantedLimit(grant.limit());
      report.addGrantedNode(grant.node());
      report.addGrantedShare(grant.share());
      report.addGrantedContended(grant.contended() ? 1 : 0);
    }
    return envelope;
  }

  /** Compressed if that makes it smaller. */
  private static byte[] smaller(Envelope plain) {
    byte[] as = plain.toByteArray();
    byte[] deflated =
        new Envelope().setDeflated(Deflated.of(plain.getReport().toByteArray())).toByteArray();
    return deflated.length < as.length ? deflated : as;
  }

  /**
   * What a message says.
   *
   * @throws IOException if it is none of ours
   */
  static UsageReport read(byte[] message) throws IOException {
    if (message.length > MOST_BYTES) {
      throw new IOException("it is too big");
    }
    try {
      Envelope envelope = new Envelope();
      parse(message, envelope::parseFrom);
      if (!envelope.hasDeflated()) {
        return report(envelope.getReport());
      }
      Report report = new Report();
      parse(Deflated.inflated(envelope.getDeflated(), MOST_BYTES), report::parseFrom);
      return report(report);
    } catch (RuntimeException e) {
      throw new IOException("it is no report", e); // what a parser throws depends on where it fails
    }
  }

  private interface Parser {
    void parse(ByteBuf from, int size);
  }

  private static void parse(byte[] bytes, Parser parser) {
    parser.parse(Unpooled.wrappedBuffer(bytes), bytes.length);
  }

  private static UsageReport report(Report report) throws IOException {
    int groups = report.getGroupsCount();
    int ramps = report.getRampsCount();
    int limits = report.getLimitsCount();
    int grants = report.getGrantedLimitsCount();
    if (report.getRatesCount() != groups
        || report.getHeldsCount() != groups
        || report.getLevelsCount() != ramps
        || report.getUsedsCount() != ramps
        || report.getPartsCount() != limits
        || report.getSharesCount() != limits
        || report.getNeedsCount() != limits
        || report.getGrantedNodesCount() != grants
        || report.getGrantedSharesCount() != grants
        || report.getGrantedContendedsCount() != grants) {
      throw new IOException("its columns are not of the same length");
    }
    String node = report.getNode();
    if (node.isEmpty() || node.length() > LONGEST_NODE) {
      throw new IOException("its node has no name, or too long a one");
    }
    return new UsageReport(
        node,
        report.getSequence(),
        report.getSentMillis(),
        report.isGoodbye(),
        report.isDeaf(),
        IntStream.range(0, groups)
            .mapToObj(
                i -> new GroupUse(report.getGroupAt(i), report.getRateAt(i), report.getHeldAt(i)))
            .toList(),
        IntStream.range(0, ramps).mapToObj(i -> ramp(report, i)).toList(),
        IntStream.range(0, limits)
            .mapToObj(i -> LimitFormat.use(
                report.getLimitAt(i),
                report.getPartAt(i),
                report.getShareAt(i),
                report.getNeedAt(i)))
            .toList(),
        IntStream.range(0, grants)
            .mapToObj(i -> LimitFormat.grant(
                report.getGrantedLimitAt(i),
                report.getGrantedNodeAt(i),
                report.getGrantedShareAt(i),
                report.getGrantedContendedAt(i) != 0))
            .toList());
  }

  private static RampUse ramp(Report report, int index) {
    double level = report.getLevelAt(index);
    double used = report.getUsedAt(index);
    if (!(level >= 0 && level < Double.POSITIVE_INFINITY && used >= 0 && used <= 1)) {
      throw new IllegalArgumentException("a ramp cannot be at " + level + ", used " + used);
    }
    return new RampUse(report.getRampAt(index), level, used);
  }
}
