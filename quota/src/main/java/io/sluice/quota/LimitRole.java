package io.sluice.quota;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What this node does about a limit: {@link LocalLimit} has the transitions. Not thread-safe. */
sealed interface LimitRole {

  /** No node: none was heard, or the one that was heard is gone. */
  int NOBODY = -1;

  /** On how many other nodes the limit is used, as far as this node has heard. */
  int otherNodes();

  /** The node has asked who leads, and goes by the share that it had. */
  final class Claiming implements LimitRole {

    private static final long NOT_HEARD = Long.MIN_VALUE;

    /** A rival that has not claimed again in so many claims of this node does not use the limit any more. */
    private static final int MOST_SILENT_CLAIMS = 4;

    /** What other nodes that claim have, by their numbers. */
    final Map<Integer, LimitMember> rivals = new HashMap<>();

    /** Nodes that still follow a leader, which may be gone: these claim as soon as they know. */
    final Set<Integer> followers = new HashSet<>();

    /** Whether any node was heard that uses the limit. */
    boolean isContested;

    /** The node that has said that it leads. */
    int leader = NOBODY;

    /** How often the node has asked. */
    int claims = 1;

    long claimedNanos;
    private long heardNanos = NOT_HEARD;

    Claiming(long nowNanos) {
      claimedNanos = nowNanos;
    }

    void claimedAgain(long nowNanos) {
      claims++;
      claimedNanos = nowNanos;
      heardNanos = NOT_HEARD;
      leader = NOBODY; // it has not answered
      followers.clear(); // they answer again
      rivals.values().removeIf(rival -> claims - rival.heardAtClaim > MOST_SILENT_CLAIMS);
    }

    /** This node has received its own claim: so have the others, if they are not slower. */
    void heardItself(long nowNanos) {
      if (heardNanos == NOT_HEARD) {
        heardNanos = nowNanos;
      }
    }

    /**
     * Whether every other node had the time to answer, and has said something since: not what was under way when the
     * question came, which half of that time is enough for.
     */
    boolean isOverdue(long nowNanos, long patienceNanos, long allHeardNanos) {
      return heardNanos != NOT_HEARD
          && nowNanos - heardNanos >= patienceNanos
          && allHeardNanos - heardNanos >= patienceNanos / 2;
    }

    /** The numbers of all nodes that were heard to use the limit. */
    private BitSet others() {
      BitSet others = new BitSet();
      rivals.keySet().forEach(others::set);
      followers.forEach(others::set);
      if (leader != NOBODY) {
        others.set(leader);
      }
      return others;
    }

    @Override
    public int otherNodes() {
      return others().cardinality();
    }
  }

  /** The node divides the limit among those that use it: all of it is its own where there is no other. */
  final class Leading implements LimitRole {

    final List<LimitMember> members = new ArrayList<>();

    /** What is known of a node; null if it does not use the limit. */
    @Nullable
    LimitMember member(int node) {
      for (LimitMember member : members) {
        if (member.node == node) {
          return member;
        }
      }
      return null;
    }

    /** Whether a node has said something since the last division that others wait for. */
    boolean isUrgent;

    /** For how many ticks it has led. */
    int ticks;

    @Override
    public int otherNodes() {
      return members.size();
    }
  }

  /** Another node divides the limit. */
  final class Following implements LimitRole {

    static final int NOT_ASKING = -1;

    /** The leader's number in {@link PeerNodes}. */
    final int leader;

    /** For how many ticks the leader has said nothing of the limit. */
    int silentTicks;

    /** For how many ticks the node has asked whether the leader still leads; negative if it has not. */
    int askingTicks = NOT_ASKING;

    /**
     * The numbers of all other nodes that were heard to use the limit, the leader's included. Only views show them, and
     * a node may follow very many limits, so there is one bit for each node.
     */
    private final BitSet others;

    /** Goes on with the nodes that were heard before a leader was known. */
    Following(int leader, Claiming before) {
      this.leader = leader;
      this.others = before.others();
      heard(leader);
    }

    /** Another node uses the limit. */
    void heard(int node) {
      others.set(node);
    }

    /** Another node uses the limit no more, or may have said so: if it does use it, it is heard again. */
    void forget(int node) {
      others.clear(node);
    }

    @Override
    public int otherNodes() {
      return others.cardinality();
    }
  }
}
