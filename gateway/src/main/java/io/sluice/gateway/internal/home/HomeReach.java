package io.sluice.gateway.internal.home;

import io.sluice.gateway.config.HomeNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether clients that are redirected to a home arrive there. A home whose address clients cannot reach would have
 * them ask again and again until they give up. So a home tells the others how many have arrived. If that does not grow
 * while clients are sent there, none is sent there for a while. Any thread may call it.
 */
final class HomeReach {

  private static final Logger LOG = LoggerFactory.getLogger(HomeReach.class);

  /** So many clients may be on their way, or have given up by themselves. */
  private static final int MOST_UNSEEN = 5;

  /** Three announcements: in so long a client arrives and its home has said so. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(6);

  private static final long DOUBT_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** By id. */
  private final Map<String, Sent> homes = new HashMap<>();

  /** What was sent to a home since it last said that more have arrived. */
  private static final class Sent {
    private long arrivals;
    private int redirects;
    private long sinceNanos;
    private boolean doubted;

    private void restart(long now) {
      redirects = 0;
      sinceNanos = now;
      doubted = false;
    }
  }

  /** Forgets all homes but these. */
  synchronized void retain(Set<String> ids) {
    homes.keySet().retainAll(ids);
  }

  /** Whether one more client may be sent to this home; if so, it is counted. */
  synchronized boolean send(HomeNode home, long now) {
    Sent sent = homes.computeIfAbsent(home.id(), id -> new Sent());
    if (sent.arrivals != home.arrivals()
        || sent.redirects == 0
        || (sent.doubted && now - sent.sinceNanos >= DOUBT_NANOS)) {
      sent.arrivals = home.arrivals();
      sent.restart(now);
    }
    if (sent.doubted) {
      return false;
    }
    if (sent.redirects >= MOST_UNSEEN && now - sent.sinceNanos >= PATIENCE_NANOS) {
      sent.doubted = true;
      sent.sinceNanos = now;
      LOG.atWarn()
          .addKeyValue("node", home.name())
          .addKeyValue("address", home.address())
          .log(
              "clients that are redirected to this node do not arrive there; for a minute they are not"
                  + " redirected to it: can they reach node.advertisedAddress of that node?");
      return false;
    }
    sent.redirects++;
    return true;
  }
}
