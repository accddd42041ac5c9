package io.sluice.gateway.internal.dispatch;

import java.util.List;

/**
 * The permits of a consumer with limits. What the client gives is withheld here, and released to the
 * broker so that no more than a <i>window</i> is under way: permits that the broker has not answered
 * with messages. {@link #releaseAfterSilence} may exceed it by single permits, and permits from before the
 * limit are not counted. Messages are charged when they pass, and as long as they are not paid for, they take
 * their place in the window. So what passes is counted exactly, whatever the broker makes of a permit; a
 * consumer that gets nothing costs nothing; and one that owes gets permits as quickly as it pays.
 *
 * <p>No permit is lost: what was given is withheld, or was released, or the consumer is gone. And no
 * consumer waits for ever: if permits are withheld and none are under way, the consumer has a debt, or waits to be
 * admitted to a limit that is spent, and its turn will come.
 *
 * <p>Belongs to the connection's event loop.
 */
final class PermitWindow {

  /** Where there is no limit; far beyond what any client gives, and far from overflowing. */
  static final long WIDEST_WINDOW = 1L << 40;

  /** A quarter of a window is worth a command. */
  private static final int RELEASES_PER_WINDOW = 4;

  /** The weight of the latest value in an average. */
  private static final double LATEST = 1.0 / 8;

  /** Compressed, a batch may have more messages than bytes, but it must not block others for days. */
  private static final long MOST_MESSAGES_OF_FEW_BYTES = 1000;

  private final boolean countsMessages;
  private List<DispatchDebt> debts = List.of();
  private long withheld;

  /**
   * Permits released and not used; negative if the broker has sent more. It does with batches, as it
   * sends whole ones.
   */
  private long underWay;

  /**
   * Whether the broker may still have permits from before the consumer had limits; they are not
   * counted.
   */
  private boolean hadPermits;

  /** For how many ticks nothing has passed. */
  private int quietTicks;

  private double messagesPerEntry;
  private double bytesPerMessage;

  /**
   * @param countsMessages whether the broker stops when the messages of its entries have used up the
   *     permits, as it does for shared subscriptions; otherwise it sends an entry, which may be a batch,
   *     for each permit
   * @param hadPermits whether permits went to the broker before the consumer had limits, uncounted
   */
  PermitWindow(boolean countsMessages, boolean hadPermits) {
    this.countsMessages = countsMessages;
    this.hadPermits = hadPermits;
  }

  List<DispatchDebt> debts() {
    return debts;
  }

  /** Other limits hold from now on. */
  void setDebts(List<DispatchDebt> others) {
    debts = others;
  }

  long withheld() {
    return withheld;
  }

  long underWay() {
    return underWay;
  }

  /** The client has given permits. */
  void give(long permits) {
    withheld += permits;
  }

  /** The client starts anew: it will give all of its permits again. */
  void forgetWithheld() {
    withheld = 0;
  }

  /** The broker has sent an entry. */
  void pass(int messages, long bytes) {
    quietTicks = 0;
    underWay -= messages;
    if (hadPermits) {
      if (messages > 1) {
        // A batch can use more permits than were released, so a negative number may be right.
        hadPermits = false;
      } else if (underWay < 0) {
        // The message has used a permit that was released before permits were counted.
        underWay = 0;
      }
    }
    int counted = Math.max(1, messages);
    messagesPerEntry = follow(messagesPerEntry, counted);
    bytesPerMessage = follow(bytesPerMessage, (double) bytes / counted);
    long charged = Math.min(counted, Math.max(MOST_MESSAGES_OF_FEW_BYTES, bytes));
    for (int i = 0; i < debts.size(); i++) { // not an iterator per message
      debts.get(i).add(charged, bytes);
    }
  }

  /** Rises at once and falls slowly, as too much under way is worse than too little. */
  private static double follow(double average, double latest) {
    return latest > average ? latest : average + (latest - average) * LATEST;
  }

  /** Takes out the permits to release now; 0 if there are none. To be called until it returns 0. */
  int release() {
    long window = window();
    long room = window - owed() - underWay;
    if (withheld == 0 || !isAdmitted() || room < Math.max(1, window / RELEASES_PER_WINDOW)) {
      return 0;
    }
    return take(room);
  }

  /**
   * Releases one more permit if no message has passed for two ticks, then for four, eight and so
   * on. For Key_Shared subscriptions brokers also count permits as used for messages that they do
   * not send in the end, so the permits under way may never be answered. If the topic just has no
   * messages, this releases about a dozen permits per day.
   */
  int releaseAfterSilence() {
    if (withheld == 0 || owed() > 0 || !isAdmitted()) {
      return 0;
    }
    quietTicks++;
    return quietTicks > 1 && Integer.bitCount(quietTicks) == 1 ? take(1) : 0;
  }

  /** Takes out permits without looking at limits, as there are none any more; like {@link #release}. */
  int releaseAll() {
    return take(withheld);
  }

  private int take(long most) {
    int released = (int) Math.min(Math.min(most, withheld), Integer.MAX_VALUE);
    withheld -= released;
    underWay += released;
    return released;
  }

  private long owed() {
    long most = 0;
    for (int i = 0; i < debts.size(); i++) {
      most = Math.max(most, debts.get(i).messages());
    }
    return most;
  }

  /** Whether every limit admits the consumer; waits for those that do not. What has had a message was admitted. */
  private boolean isAdmitted() {
    boolean admitted = true;
    for (int i = 0; messagesPerEntry == 0 && i < debts.size(); i++) {
      admitted &= debts.get(i).admits();
    }
    return admitted;
  }

  /** Begins with one permit: how large a batch comes for it has to be seen. */
  private long window() {
    if (messagesPerEntry == 0) {
      return debts.isEmpty() ? WIDEST_WINDOW : 1;
    }
    long window = WIDEST_WINDOW;
    for (int i = 0; i < debts.size(); i++) {
      window = Math.min(window, debts.get(i).window((long) bytesPerMessage));
    }
    return Math.max(1, countsMessages ? window : (long) (window / messagesPerEntry));
  }
}
