package io.sluice.quota;

import io.sluice.core.OneAtATime;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Exchanges of nodes of one process, such as in tests, or of the only node there is. A report arrives
 * before {@code publish} returns, unless another thread delivers one at that moment: then that thread
 * delivers both. So no node waits in {@code publish} for a node that waits for it.
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

  /** One node's way to the others. */
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
