package io.sluice.quota;

import io.sluice.core.NanoClock;
import io.sluice.core.OneAtATime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * This node's shares of the groups' quotas. It counts what this node uses, reports that to the other nodes,
 * receives their reports, and works out fair shares. {@link #tick} has to be called every {@link #tickNanos}. Any
 * thread may call it.
 *
 * <p>The nodes that use a group have max-min fair shares, which add up to its quota at most. A node that does
 * not use the group has an even part, so that a first client can use the group at once. Until the other nodes
 * have received this node's report, all nodes together may use up to twice the quota. A node that does not
 * receive even its own reports is cut off, and has an even part as well.
 */
public final class GroupShares implements AutoCloseable {

  /** How often in an interval a node checks whether to report. */
  static final int TICKS_PER_INTERVAL = 4;

  /** A node that is silent for longer than so many ticks is forgotten; older reports are ignored. */
  private static final int SILENT_TICKS = 6;

  /**
   * A node that does not receive its own reports for so many ticks is cut off. This is shorter than {@link
   * #SILENT_TICKS}: a node that is cut off must not take the other nodes for gone.
   */
  private static final int CUT_OFF_TICKS = 4;

  /** After so many, all nodes were heard: one that is silent for longer is gone for the others, too. */
  private static final int KNOWING_TICKS = SILENT_TICKS;

  /**
   * Nodes that begin to use a limit have this fraction of it at most, all together, until the node that leads has heard
   * of them.
   */
  private static final int NEWCOMERS = 4;

  /**
   * A node reports at least so often, however long a tick is: a question about a limit is settled only when every node was
   * heard since.
   */
  private static final long SIGN_OF_LIFE_NANOS = 400_000_000;

  /** Others have so much time to answer after this node has received its own question... */
  private static final long ANSWER_NANOS = 100_000_000;

  /** ...or, if reports have taken longer, so many times as much as the slowest. */
  private static final int ROUND_TRIPS = 2;

  /** For so many ticks after a report was lost the next may be, too. */
  private static final int UNRELIABLE_TICKS = 3 * TICKS_PER_INTERVAL;

  /** So often a question is asked then, twice in a tick. */
  private static final int UNRELIABLE_CLAIMS = 5;

  /** A question that has led to nothing is asked again after so many times the time for an answer. */
  private static final int CLAIM_AGAIN_ANSWERS = 4;

  /** Whoever closes it waits for so long at most until the goodbye is on its way. */
  private static final long MOST_SENDING_MILLIS = 1000;

  /** For so many ticks all nodes are asked what they use, after one was back that was taken for gone. */
  private static final int REQUESTED_TICKS = 2;

  private static final double NANOS_PER_SECOND = 1e9;

  private final String node;
  private final QuotaSettings settings;
  private final UsageExchange exchange;
  private final NanoClock clock;
  private final long tickNanos;
  private final Reporting reporting;
  private final PeerNodes nodes;
  private final GroupTable groups = new GroupTable();
  private final ShareCalculator calculator = new ShareCalculator();
  private final RampAgreement ramps;
  private final LimitShares limits;

  /** What was not sent yet: reports are encoded and sent without the lock, which event loops take. */
  private final Queue<UsageReport> outgoing = new ConcurrentLinkedQueue<>();

  private final OneAtATime sending = new OneAtATime(this::send);
  private final CountDownLatch saidGoodbye = new CountDownLatch(1);
  private long sequence;
  private long reportedNanos;
  private long lastTickNanos;
  private int ticks;
  private int lastKnownNodes = 1;

  /** Whether to report the use of all groups at the next tick, as there is a new node. */
  private boolean reportAll;

  /** For how many ticks to have all nodes report their use: see {@link #requestAll()}. */
  private int requestTicks;

  /** Whether this node has received its own reports at the last tick. */
  private boolean wasConnected;

  /** For how many ticks since the start it has, up to {@link #KNOWING_TICKS}. */
  private int connectedTicks;

  /** How long this node's slowest report took to come back, and less the longer ago that was. */
  private long slowestNanos;

  /** For so many ticks from now on questions and answers may be lost. */
  private int unreliableTicks;

  /** Whether this node has received its own reports before, and does not now. */
  private boolean wasCutOff;

  /** When this node was last found to receive its own reports. */
  private long connectedNanos;

  /** The nodes, as limits see them. */
  private final class Neighbours implements LimitNodes {

    private final int address = LimitGrant.numberOf(node);

    @Override
    public int count() {
      return isConnected()
          ? Math.max(knowsNodes() ? 1 : 2, nodes.size())
          : Math.max(lastKnownNodes, settings.expectedNodes());
    }

    @Override
    public long share() {
      int nodes = count();
      return LimitParts.evenly(isConnected() && nodes > 1 ? NEWCOMERS * nodes : nodes);
    }

    @Override
    public long answerNanos() {
      long answer = Math.max(Math.min(ANSWER_NANOS, tickNanos / 2), ROUND_TRIPS * slowestNanos);
      if (!knowsNodes()) {
        answer = Math.max(answer, (KNOWING_TICKS - connectedTicks) * tickNanos); // one may be late
      }
      return answer;
    }

    @Override
    public int claims() {
      return unreliableTicks > 0 ? UNRELIABLE_CLAIMS : 1;
    }

    @Override
    public long claimAgainNanos(int claims) {
      if (claims < claims()) {
        return tickNanos / 2;
      }
      // Longer than it takes until every other node was heard, or the question would never be old
      // enough.
      long allHeard = 2 * Math.min(tickNanos, SIGN_OF_LIFE_NANOS);
      return Math.max(CLAIM_AGAIN_ANSWERS * answerNanos(), allHeard);
    }

    @Override
    public long allHeardNanos() {
      return nodes.allHeardNanos(node, clock.nanos());
    }

    @Override
    public boolean isBefore(int number) {
      return nodes.id(number).compareTo(node) < 0;
    }

    @Override
    public String id(int number) {
      return nodes.id(number);
    }

    @Override
    public String ownId() {
      return node;
    }

    @Override
    public int address(int number) {
      return nodes.address(number);
    }

    @Override
    public int ownAddress() {
      return address;
    }
  }

  private GroupShares(
      String node, QuotaSettings settings, UsageExchange exchange, NanoClock clock) {
    this.node = node;
    this.settings = settings;
    this.exchange = exchange;
    this.clock = clock;
    this.tickNanos = settings.interval().toNanos() / TICKS_PER_INTERVAL;
    this.reporting = new Reporting(settings, TICKS_PER_INTERVAL);
    this.nodes = new PeerNodes(SILENT_TICKS * tickNanos);
    this.ramps = new RampAgreement(node, clock);
    this.limits = new LimitShares(clock, new Neighbours());
    this.lastTickNanos = clock.nanos();
    this.connectedNanos = lastTickNanos;
  }

  /**
   * Starts to receive the reports of other nodes.
   *
   * @param node this node's id, new with every start
   */
  public static GroupShares start(
      String node, QuotaSettings settings, UsageExchange exchange, NanoClock clock) {
    GroupShares shares = new GroupShares(node, settings, exchange, clock);
    exchange.listen(shares::heard);
    shares.report(List.of(), false); // so that the other nodes report what they use
    shares.sending.signal();
    return shares;
  }

  /** How often {@link #tick} has to be called. */
  public long tickNanos() {
    return tickNanos;
  }

  /** Adds a group of which this node has traffic, and sets a share of it at once. */
  public synchronized void add(String group, GroupTraffic traffic) {
    LocalGroup added = new LocalGroup(GroupId.of(group), traffic);
    groups.put(added);
    setShares(added, isConnected());
  }

  /**
   * Asks the other nodes what they use of a group that was added. Without the question, this node would know
   * that only after their next regular reports, which are rare.
   */
  public void ask(String group) {
    synchronized (this) {
      report(List.of(GroupUse.question(GroupId.of(group))), false);
    }
    sending.signal();
  }

  /** Removes a group of which this node has no traffic any more. */
  public void remove(String group) {
    synchronized (this) {
      long id = GroupId.of(group);
      groups.remove(id);
      report(List.of(new GroupUse(id, 0, 0)), false);
    }
    sending.signal();
  }

  /**
   * Looks whether this node uses a limit, and has it divided among the nodes that do. What this node may use of it is
   * set before this returns; the others are told at the next {@link #settleClaims}.
   *
   * @param name the same on all nodes
   */
  public synchronized void follow(String name, LimitTraffic traffic) {
    long id = GroupId.of(name);
    if (traffic.isOpen()) {
      limits.open(id, traffic);
    } else {
      limits.close(id, traffic);
    }
  }

  /**
   * How a limit is divided among the nodes that use it; empty if this node does not.
   *
   * @param name the same on all nodes
   */
  public synchronized Optional<LimitView> limit(String name) {
    return limits.view(GroupId.of(name));
  }

  /** How many of the limits that this node uses are used on other nodes, too. */
  public synchronized DividedLimits dividedLimits() {
    return limits.divided();
  }

  /**
   * Tells the others of the limits that this node uses since the last call, and ends claims that no node has answered.
   * Has to be called many times a second.
   */
  public void settleClaims() {
    synchronized (this) {
      limits.settleClaims();
      reportLimits();
      if (clock.nanos() - reportedNanos >= SIGN_OF_LIFE_NANOS) {
        report(List.of(), false);
      }
    }
    sending.signal();
  }

  private void reportLimits() {
    if (!limits.out().isEmpty()) {
      report(List.of(), false);
    }
  }

  /** Counts, reports, and sets shares. */
  public void tick() {
    countAndShare();
    sending.signal();
  }

  private synchronized void countAndShare() {
    long now = clock.nanos();
    double seconds = (now - lastTickNanos) / NANOS_PER_SECOND;
    if (seconds <= 0) {
      return;
    }
    lastTickNanos = now;
    ticks++;
    forgetOld(now);
    List<GroupUse> due = new ArrayList<>();
    boolean all = reportAll;
    reportAll = false;
    groups.forEach(group -> {
      group.measure(seconds);
      if (all) {
        Reporting.reportAgain(group);
      }
      GroupUse use = reporting.dueReport(group);
      if (use != null) {
        due.add(use);
      }
    });
    if (requestTicks > 0) {
      requestAll();
    }
    followConnection(now, seconds);
    if (isConnected()) {
      limits.tick(tickNanos, settings);
    }
    report(due, false);
    setShares();
  }

  /**
   * Has the other nodes report their use again. This node had forgotten a node that was still there. That node
   * may not have forgotten this node, and then does not know that it has to report again. So this node first
   * reports that it uses nothing, and then what it uses, like a new node, which all nodes answer. Reports get lost where
   * a node was forgotten, so it does that twice.
   */
  private void requestAll() {
    requestTicks--;
    List<GroupUse> nothing = new ArrayList<>();
    groups.forEach(group -> nothing.add(new GroupUse(group.id, 0, 0)));
    report(nothing, false);
  }

  /** The ramps that nodes agree on with the same reports. */
  public RampAgreement ramps() {
    return ramps;
  }

  /**
   * Moves the ramps and reports their levels. Has to be called several times a second, however long the
   * interval is. Sets shares too, as quotas follow ramps.
   */
  public void tickRamps() {
    synchronized (this) {
      ramps.tick();
      List<RampUse> levels = ramps.states();
      if (!levels.isEmpty()) {
        report(List.of(), levels, false);
        setShares();
      }
    }
    sending.signal();
  }

  /**
   * While a node is cut off, its shares of limits stay as they are, and it goes by nothing that it hears of limits. When it
   * hears itself again, it may have missed what other nodes have said; and if they had forgotten it, what it had is
   * theirs. The same is so after this process has stood still.
   */
  private void reconnected() {
    long now = clock.nanos();
    if (now - connectedNanos > SILENT_TICKS * tickNanos) {
      limits.claimLittle();
    } else {
      limits.claimAll();
    }
    connectedNanos = now;
  }

  private void followConnection(long now, double seconds) {
    boolean connected = isConnected();
    boolean hasStoodStill = seconds * NANOS_PER_SECOND > SILENT_TICKS * tickNanos;
    if (hasStoodStill && now - connectedNanos > SILENT_TICKS * tickNanos) {
      limits.claimLittle();
    } else if (connected) {
      nodes.takeMissed(this::missed);
    }
    unreliableTicks = Math.max(0, unreliableTicks - 1);
    slowestNanos -= slowestNanos / TICKS_PER_INTERVAL;
    reportAll |= connected && wasCutOff;
    wasCutOff = !connected && (wasCutOff || wasConnected);
    wasConnected = connected;
    connectedTicks = Math.min(KNOWING_TICKS, connectedTicks + (connected ? 1 : 0));
    connectedNanos = connected ? now : connectedNanos;
  }

  private void missed(int number) {
    unreliableTicks = UNRELIABLE_TICKS;
    limits.missed(number);
  }

  /**
   * Whether this node has heard itself for so long that it has heard all other nodes, too: one that it has not heard would
   * be taken for gone. Before, clients should not come to it: it cannot know what limits they share with those of other
   * nodes.
   */
  public synchronized boolean knowsNodes() {
    return !exchange.isRemote() || connectedTicks >= KNOWING_TICKS;
  }

  private void forgetOld(long now) {
    if (isConnected()) { // a node that hears nothing must not take the others for gone
      nodes.forgetSilent(now, this::forget);
      lastKnownNodes = nodes.size();
    }
    if (ticks % TICKS_PER_INTERVAL == 0) {
      groups.forEach(group -> group.forgetOlderThan(2 * settings.everyIntervals() + 1, interval()));
    }
  }

  private void forget(int number) {
    groups.forEach(group -> group.forget(number));
    limits.forget(number);
  }

  private int interval() {
    return ticks / TICKS_PER_INTERVAL;
  }

  private void report(List<GroupUse> uses, boolean goodbye) {
    report(uses, List.of(), goodbye);
  }

  /** To be sent when the lock is given back. What there is to say of very many limits goes into several reports. */
  private void report(List<GroupUse> uses, List<RampUse> rampUses, boolean goodbye) {
    boolean deaf = wasCutOff && !isConnected();
    reportedNanos = clock.nanos();
    long now = reportedNanos / 1_000_000;
    while (limits.out().size() > LimitOutbox.MOST_IN_REPORT) {
      outgoing.add(new UsageReport(
          node,
          sequence++,
          now,
          false,
          deaf,
          List.of(),
          List.of(),
          limits.out().takeUses(),
          limits.out().takeGrants()));
    }
    outgoing.add(new UsageReport(
        node,
        sequence++,
        now,
        goodbye,
        deaf,
        uses,
        rampUses,
        limits.out().takeUses(),
        limits.out().takeGrants()));
  }

  private void send() {
    for (UsageReport next = outgoing.poll(); next != null; next = outgoing.poll()) {
      exchange.publish(next);
      if (next.goodbye()) {
        saidGoodbye.countDown();
      }
    }
  }

  private void heard(UsageReport report) {
    takeIn(report);
    sending.signal();
  }

  private synchronized void takeIn(UsageReport report) {
    if (report.deaf() && !report.node().equals(node)) {
      return; // it does not know what others say, so it counts as gone
    }
    if (report.goodbye()) {
      ramps.forgotten(report.node());
      nodes.forget(report.node(), this::forget);
      reportLimits();
      return;
    }
    boolean heardItself = isConnected();
    boolean isNew = !nodes.knows(report.node());
    int number = nodes.heard(report, clock.nanos());
    if (number < 0) {
      return;
    }
    ramps.heard(report.node(), report.ramps());
    if (isNew) {
      setShares(); // at once: this node has had a larger share while it did not know the new node
    }
    if (report.node().equals(node)) {
      long tookMillis = clock.nanos() / 1_000_000 - report.sentMillis();
      slowestNanos =
          Math.max(slowestNanos, Math.min(tookMillis * 1_000_000, SILENT_TICKS * tickNanos));
      if (!heardItself) {
        reconnected();
      }
      limits.heardItself(report);
      reportLimits();
      return;
    }
    boolean isBack = isNew && nodes.isBack(report.node());
    reportAll |= isNew;
    if (isBack) {
      requestTicks = REQUESTED_TICKS;
      limits.announceAll();
    }
    if (heardItself) {
      limits.heard(number, report);
      reportLimits();
    }
    for (GroupUse use : report.groups()) {
      LocalGroup group = groups.get(use.group());
      if (group != null) {
        heard(group, number, use);
      }
    }
  }

  private void heard(LocalGroup group, int number, GroupUse use) {
    if (use.isQuestion()) {
      Reporting.reportAgain(group);
      return;
    }
    boolean wasUsed = group.isUsedBy(number);
    int wantedMore = group.wantsMoreOf(number);
    if (group.heard(number, use, interval())) {
      Reporting.reportAgain(group); // that node may not know what this node uses
    }
    // At once, as that node goes by it already. Other changes are small, and can wait for the tick.
    if (wasUsed != group.isUsedBy(number) || wantedMore != group.wantsMoreOf(number)) {
      setShares(group, isConnected());
    }
  }

  private void setShares() {
    boolean connected = isConnected();
    groups.forEach(group -> setShares(group, connected));
  }

  private void setShares(LocalGroup group, boolean connected) {
    if (connected) {
      calculator.setShares(group, Math.max(1, nodes.size()));
    } else {
      ShareCalculator.setEvenShares(group, Math.max(lastKnownNodes, settings.expectedNodes()));
    }
  }

  /** What this node uses of a group now, averaged over a few ticks; empty if it does not know the group. */
  public synchronized Optional<GroupUse> use(String group) {
    return Optional.ofNullable(groups.get(GroupId.of(group))).map(LocalGroup::now);
  }

  /**
   * What each node uses of a group and may use, by the reports that this node has received: this node first,
   * then the others that use the group, by their ids. Empty if this node does not know the group.
   */
  public synchronized List<NodeShare> uses(String group) {
    LocalGroup known = groups.get(GroupId.of(group));
    if (known == null) {
      return List.of();
    }
    double[][] fair = new double[QuotaDimension.ALL.length][];
    for (QuotaDimension use : QuotaDimension.ALL) {
      fair[use.index] = calculator.shares(known, use, nodes());
    }
    @Nullable String[] ids = nodes.ids();
    List<NodeShare> uses = new ArrayList<>();
    for (int report = LocalGroup.OWN + 1; report < known.reports(); report++) {
      String id = ids[known.node(report)];
      if (id != null) {
        GroupUse reported = new GroupUse(known.id, known.rates(report), known.wantsMore(report));
        uses.add(NodeShare.of(id, reported, fair, report));
      }
    }
    uses.sort(Comparator.comparing(NodeShare::node));
    uses.add(0, NodeShare.of(node, known.now(), fair, LocalGroup.OWN));
    return uses;
  }

  /** How many nodes this node knows, itself included. */
  public synchronized int nodes() {
    return Math.max(1, isConnected() ? nodes.size() : lastKnownNodes);
  }

  /** Whether this node receives its own reports; if not, its shares are even parts. */
  public synchronized boolean isConnected() {
    return nodes.isHeard(node, clock.nanos(), CUT_OFF_TICKS * tickNanos);
  }

  /** Another thread may be sending, and sends the goodbye, too. */
  private void awaitGoodbye() {
    try {
      boolean unused = saidGoodbye.await(MOST_SENDING_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the others find out by themselves
    }
  }

  /** Says goodbye. */
  @Override
  public void close() {
    synchronized (this) {
      report(List.of(), true);
    }
    sending.signal();
    awaitGoodbye();
    exchange.close(); // without the lock, which the thread that delivers reports may wait for
  }
}
