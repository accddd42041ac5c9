package io.sluice.quota;

/** What the leader of a limit knows of another node that uses it. Not thread-safe. */
final class LimitMember {

  /** For so many ticks a node that has not measured what it needs keeps what it has. */
  private static final int PATIENCE_TICKS = 2;

  /** The number of the node in {@link PeerNodes}. */
  final int node;

  /** The number of the node in grants. */
  final int address;

  /** What the node may use at most, as far as this node knows: it may not have received its latest grant yet. */
  private long bound;

  private long granted;
  private LimitUse use;

  /** How often this node had claimed when the other one last did. */
  int heardAtClaim;

  private boolean knowsItIsContended;
  private int ticks;
  private int silentTicks;

  /** Whether a report was lost in which the node may have said that it has left. */
  private boolean mayHaveLeft;

  /** @param said the node's claim or report */
  LimitMember(int node, int address, LimitUse said) {
    this.node = node;
    this.address = address;
    this.bound = said.share();
    this.granted = said.share();
    this.use = said;
  }

  /** Takes note of what the node has reported. */
  void heard(LimitUse report) {
    bound = report.share() == granted ? granted : LimitParts.max(granted, report.share());
    use = report;
    silentTicks = 0;
    mayHaveLeft = false;
  }

  /** Something that the node has said was lost. */
  void missed() {
    mayHaveLeft = true;
  }

  void grant(long share, boolean contended) {
    granted = share;
    knowsItIsContended = contended;
    bound = LimitParts.max(bound, share);
  }

  /** Whether it was told that a node wants more than it may use. */
  boolean knowsItIsContended() {
    return knowsItIsContended;
  }

  long bound() {
    return bound;
  }

  long granted() {
    return granted;
  }

  LimitUse use() {
    return use;
  }

  /** Called once per tick. Answers whether to tell the node again what it was granted, as it has not said that it knows. */
  boolean isToBeToldAgain(int mostSilentTicks) {
    ticks++;
    silentTicks++;
    return use.share() != granted
        || use.kind() == LimitUse.Kind.CLAIM
        || ((mayHaveLeft || silentTicks > mostSilentTicks)
            && silentTicks % GroupShares.TICKS_PER_INTERVAL == 0);
  }

  /** Whether what it needs is known; a node that has measured nothing for a while needs nothing. */
  boolean isKnown() {
    return use.isMeasured() || ticks > PATIENCE_TICKS;
  }
}
