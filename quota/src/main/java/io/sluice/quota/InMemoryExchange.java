package io.sluice.quota;

import io.sluice.core.OneAtATime;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * An exchange between nodes of one process, for tests and for a node that runs alone. A report arrives before
 * {@code publish} returns, unless another thread is delivering reports at that moment: then that thread delivers
 * this one as well. So two nodes that publish at the same time do not wait for each other.
 */
public final class InMemoryExchange {

  private static final int MOST_UNDER_WAY = 100_000;

  private final List<Member> members = new CopyOnWriteArrayList<>();
  private final Queue<UsageReport> underWay = new LinkedBlockingQueue<>(MOST_UNDER_WAY);
  private final OneAtATime delivery = new OneAtATime(this::deliver);

  private void deliver() {
    for (UsageReport report = underWay.poll(); report != null; report = underWay.poll()) {
      for (Member member : members) {
        member.listener.accept(report);
      }
    }
  }

  /** Adds a node, and returns its end of the exchange. */
  public UsageExchange join() {
    Member member = new Member();
    members.add(member);
    return member;
  }

  private final class Member implements UsageExchange {

    private volatile Consumer<UsageReport> listener = report -> {};

    @Override
    public void publish(UsageReport report) {
      if (underWay.offer(report)) {
        delivery.signal();
      }
    }

    @Override
    public void listen(Consumer<UsageReport> only) {
      listener = only;
    }

    @Override
    public void close() {
      members.remove(this);
    }
  }
}
