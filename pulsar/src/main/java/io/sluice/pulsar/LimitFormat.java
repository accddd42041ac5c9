package io.sluice.pulsar;

import io.sluice.quota.LimitGrant;
import io.sluice.quota.LimitParts;
import io.sluice.quota.LimitUse;
import java.util.List;

/** A node's part in a limit as the numbers of {@code usage.proto}. */
final class LimitFormat {

  /** What a node says, by its number. */
  private static final List<LimitUse.Kind> KINDS =
      List.of(LimitUse.Kind.CLAIM, LimitUse.Kind.USE, LimitUse.Kind.LEAD, LimitUse.Kind.GONE);

  private static final int KIND_MASK = 0b11;
  private static final int WANTS_SHIFT = 2;
  private static final int WEIGHT_SHIFT = 4;

  /** Needs are told in 2^-15, and known in 2^-30. */
  private static final int NEED_SHIFT = 15;

  private static final int NEED_MASK = 0xFFFF;

  private LimitFormat() {}

  /** What the node says, of what it wants more, and its weight. */
  static int part(LimitUse use) {
    return KINDS.indexOf(use.kind())
        | use.wantsMore() << WANTS_SHIFT
        | use.weight() << WEIGHT_SHIFT;
  }

  static int need(LimitUse use) {
    int messages = (int) (use.need() >>> NEED_SHIFT) & NEED_MASK;
    int bytes = (int) (use.need() >>> (Integer.SIZE + NEED_SHIFT));
    return messages | (bytes << Short.SIZE);
  }

  private static long need(int told) {
    long messages = (long) (told & NEED_MASK) << NEED_SHIFT;
    long bytes = (long) (told >>> Short.SIZE) << (Integer.SIZE + NEED_SHIFT);
    return messages | bytes;
  }

  /**
   * What these numbers say.
   *
   * @throws IllegalArgumentException if a share is none
   */
  static LimitUse use(long limit, int part, long share, int need) {
    return new LimitUse(
        limit,
        KINDS.get(part & KIND_MASK),
        checked(share),
        checked(need(need)),
        part >>> WANTS_SHIFT & KIND_MASK,
        Math.min(LimitUse.MOST_WEIGHT, part >>> WEIGHT_SHIFT));
  }

  /**
   * What these numbers say.
   *
   * @throws IllegalArgumentException if the share is none
   */
  static LimitGrant grant(long limit, int node, long share, boolean contended) {
    return new LimitGrant(limit, node, checked(share), contended);
  }

  private static long checked(long parts) {
    if (!LimitParts.areValid(parts)) {
      throw new IllegalArgumentException("a share must be a part of a limit");
    }
    return parts;
  }
}
