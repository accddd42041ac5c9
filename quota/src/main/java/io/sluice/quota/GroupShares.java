package io.sluice.quota;

import io.sluice.core.NanoClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * This node's shares of the groups' quotas: counts what it uses, tells the others, hears of them, and
 * works out what is fair. {@link #tick} has to be called every {@link #tickNanos}. Any thread may call it.
 *
 * <p>The nodes that use a group have max-min fair shares, which add up to its quota at most. A node that
 * does not use it stands by with an even part, so that it is not at a standstill when a client comes; for
 * as long as the others need to hear of it, up to twice the quota may be used by all. A node that does not
 * even hear itself is cut off, and has an even part as well.
 */
public final class GroupShares implements AutoCloseable {

  /** Within an interval it is looked so often whether there is anything to say. */
  private static final int TICKS_PER_INTERVAL = 4;

  /** A node that is silent for so many ticks is forgotten; what is older is not listened to. */
  private static final int SILENT_TICKS = 6;

  /** A node that does not hear itself for so many is cut off; it knows before it takes others to be gone. */
  private static final int CUT_OFF_TICKS = 4;

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
  private long sequence;
  private long lastTickNanos;
  private int ticks;
  private int lastKnownNodes = 1;
  private boolean sayAll;
  private boolean askAll;

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
    this.lastTickNanos = clock.nanos();
  }

  /**
   * Begins to hear the other nodes.
   *
   * @param node this node's id, new with every start
   */
  public static GroupShares start(
      String node, QuotaSettings settings, UsageExchange exchange, NanoClock clock) {
    GroupShares shares = new GroupShares(node, settings, exchange, clock);
    exchange.listen(shares::heard);
    shares.say(List.of(), false); // so that the others tell this one what they use
    return shares;
  }

  /** How often it has to be woken. */
  public long tickNanos() {
    return tickNanos;
  }

  /** This node has traffic of a group from now on, and at once a usable share. */
  public synchronized void add(String group, GroupTraffic traffic) {
    LocalGroup added = new LocalGroup(GroupId.of(group), traffic);
    groups.put(added);
    setShares(added, isConnected());
  }

  /**
   * Has the others say what they use of a group that was added. To a node that does not use it itself they
   * would do so in time, but mostly seldom.
   */
  public synchronized void ask(String group) {
    say(List.of(GroupUse.question(GroupId.of(group))), false);
  }

  /** This node has no traffic of the group any more. */
  public synchronized void remove(String group) {
    long id = GroupId.of(group);
    groups.remove(id);
    say(List.of(new GroupUse(id, 0, 0)), false);
  }

  /** Counts, reports, and sets shares. */
  public synchronized void tick() {
    long now = clock.nanos();
    double seconds = (now - lastTickNanos) / NANOS_PER_SECOND;
    if (seconds <= 0) {
      return;
    }
    lastTickNanos = now;
    ticks++;
    forgetOld(now);
    List<GroupUse> said = new ArrayList<>();
    boolean all = sayAll;
    sayAll = false;
    groups.forEach(group -> {
      group.measure(seconds);
      if (all) {
        Reporting.again(group);
      }
      GroupUse use = reporting.toSay(group);
      if (use != null) {
        said.add(use);
      }
    });
    if (askAll) {
      askAll();
    }
    say(said, false);
    setShares();
  }

  /**
   * A node was forgotten that is still there, and may not have forgotten this node: then it does not know
   * that it has to say again what it uses. So this node says that it uses nothing, and then what it uses,
   * as a newcomer would, which every node answers.
   */
  private void askAll() {
    askAll = false;
    List<GroupUse> nothing = new ArrayList<>();
    groups.forEach(group -> nothing.add(new GroupUse(group.id, 0, 0)));
    say(nothing, false);
  }

  /** The ramps that nodes agree on through the same reports. */
  public RampAgreement ramps() {
    return ramps;
  }

  /**
   * Moves the ramps and says where they stand. Has to be called several times a second, however long the
   * interval is; quotas that follow ramps take effect with it.
   */
  public synchronized void tickRamps() {
    ramps.tick();
    List<RampUse> said = ramps.states();
    if (!said.isEmpty()) {
      say(List.of(), said, false);
      setShares();
    }
  }

  private void forgetOld(long now) {
    nodes.forgetSilent(now, number -> groups.forEach(group -> group.forget(number)));
    if (isConnected()) {
      lastKnownNodes = nodes.size();
    }
    if (ticks % TICKS_PER_INTERVAL == 0) {
      groups.forEach(group -> group.forgetOlderThan(2 * settings.everyIntervals() + 1, interval()));
    }
  }

  private int interval() {
    return ticks / TICKS_PER_INTERVAL;
  }

  private void say(List<GroupUse> uses, boolean goodbye) {
    say(uses, List.of(), goodbye);
  }

  private void say(List<GroupUse> uses, List<RampUse> rampUses, boolean goodbye) {
    exchange.publish(
        new UsageReport(node, sequence++, clock.nanos() / 1_000_000, goodbye, uses, rampUses));
  }

  private synchronized void heard(UsageReport report) {
    if (report.goodbye()) {
      ramps.forgotten(report.node());
      nodes.forget(report.node(), number -> groups.forEach(group -> group.forget(number)));
      return;
    }
    boolean isNew = !nodes.knows(report.node());
    int number = nodes.heard(report, clock.nanos());
    if (number < 0) {
      return;
    }
    ramps.heard(report.node(), report.ramps());
    if (isNew) {
      setShares(); // not at the next tick: until this node knew of that one it took more
    }
    if (report.node().equals(node)) {
      return;
    }
    sayAll |= isNew;
    askAll |= isNew && nodes.isBack(report.node());
    for (GroupUse use : report.groups()) {
      LocalGroup group = groups.get(use.group());
      if (group != null && (use.isQuestion() || group.heard(number, use, interval()))) {
        Reporting.again(group); // it may not know what this node uses
      }
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

  /** What this node uses of a group by now, averaged over a while; empty if it does not know it. */
  public synchronized Optional<GroupUse> use(String group) {
    return Optional.ofNullable(groups.get(GroupId.of(group))).map(LocalGroup::now);
  }

  /**
   * What each node uses of a group and may use, as far as this one has heard: this one first, then those
   * that use it, by their ids; empty if it does not know the group.
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
        GroupUse said = new GroupUse(known.id, known.rates(report), known.held(report));
        uses.add(NodeShare.of(id, said, fair, report));
      }
    }
    uses.sort(Comparator.comparing(NodeShare::node));
    uses.add(0, NodeShare.of(node, known.now(), fair, LocalGroup.OWN));
    return uses;
  }

  /** How many nodes there are, as far as is known, this one included. */
  public synchronized int nodes() {
    return Math.max(1, isConnected() ? nodes.size() : lastKnownNodes);
  }

  /** Whether this node hears what is exchanged; if not, its shares are even ones. */
  public synchronized boolean isConnected() {
    return nodes.isHeard(node, clock.nanos(), CUT_OFF_TICKS * tickNanos);
  }

  /** Says goodbye. */
  @Override
  public void close() {
    sayGoodbye();
    exchange.close(); // without the lock, which the thread that tells what is heard may wait for
  }

  private synchronized void sayGoodbye() {
    say(List.of(), true);
  }
}
