package io.sluice.gateway.internal.publish;

import io.sluice.core.NanoClock;
import io.sluice.core.Rate;
import io.sluice.gateway.internal.limit.PolicyLimiter;
import io.sluice.gateway.internal.limit.PublishLimits;
import io.sluice.gateway.internal.session.Session;
import io.sluice.policy.PolicyKind;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import java.util.concurrent.TimeUnit;

/**
 * What the producers of a connection are told of their being throttled, if the client understands it.
 * One that has promised to hold its messages itself keeps its place among those who wait as if they were
 * here, and its turn is kept for a moment until they are: being polite must not cost it its share.
 * Belongs to the connection's event loop.
 */
public final class ThrottleNotifier {

  /**
   * A turn is for what a producer may publish in so long, so that few words are needed; the more wait,
   * the longer, as there are words to each of them.
   */
  private static final long LEAST_TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long TURN_NANOS_PER_WAITER = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long MOST_TURN_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * A turn is kept for so long, or as long as two exchanges with the client take, if it is not used;
   * and for no longer than the longest turn if it is, as others have to queue up behind it.
   */
  private static final long LEAST_PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** A pause is extended so long before its end, or the client would send too early. */
  private static final long HEADSTART_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** A pause that ends so soon is left to do so. */
  private static final long NOT_WORTH_A_WORD_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private static final long LONGEST_NANOS = TimeUnit.DAYS.toNanos(365);

  private final PublishThrottle publishing;
  private final Session session;
  private final NanoClock clock;
  private final ThrottleCommandMetrics metrics;
  private final ThrottleCommandWriter words;
  private final PendingReceipts promises;

  ThrottleNotifier(
      PublishThrottle publishing,
      Session session,
      ThrottleCommandWriter words,
      PublishLimits limits,
      ThrottleCommandMetrics metrics) {
    this.publishing = publishing;
    this.session = session;
    this.words = words;
    this.clock = limits.clock();
    this.metrics = metrics;
    this.promises = new PendingReceipts(
        session,
        clock,
        limits.settings().throttleProducerReceiptWaitTimeMillis(),
        metrics,
        this::unanswered);
  }

  /** The broker has opened a producer. Who opens one while a limit is exceeded is told that. */
  void opened(Producer producer, ProducerLimits places) {
    if (session.isAware()) {
      producer.told = new Told(clock.nanos());
      // Later, as the client has not heard yet that the producer is there.
      producer.listener = () -> session.later(() -> look(producer));
      places.forEachLimit(limit -> listen(producer, limit));
      if (!places.openTo(1, 1)) {
        producer.listener.run();
      }
    }
  }

  /** One more limit holds for a producer. */
  void listen(Producer producer, PolicyLimiter limit) {
    if (producer.listener != null) {
      limit.audience().add(producer.listener);
    }
  }

  /** A limit holds no more for a producer. */
  void unlisten(Producer producer, PolicyLimiter limit) {
    if (producer.listener != null) {
      limit.audience().remove(producer.listener);
    }
  }

  void closed(Producer producer, ProducerLimits places) {
    places.forEachLimit(limit -> unlisten(producer, limit));
    if (producer.told != null) {
      producer.told.cancelLook();
      producer.told = null;
    }
  }

  /** Tells a producer how its limits stand, if it does not know or could know better. */
  void look(Producer producer) {
    Told told = producer.told;
    ProducerLimits places = producer.places;
    if (told == null || places == null || told.hasTurn) {
      return;
    }
    long left = told.untilNanos - clock.nanos();
    boolean paused = left > NOT_WORTH_A_WORD_NANOS;
    LimitWait place = places.longest(closed -> guess(producer, closed));
    if (place != null) {
      long guess = guess(producer, place);
      boolean knows = producer.isWaiting || paused;
      if (!knows || guess < left / 2 - HEADSTART_NANOS) {
        pause(producer, told, place.limit, guess);
      }
    } else if (paused && !producer.isWaiting) {
      end(producer, told);
    }
  }

  /** How long the producer would wait: for the turn that it waits for, or for its next message. */
  private static long guess(Producer producer, LimitWait place) {
    PolicyLimiter limit = place.limit;
    long bytes = producer.bytesPerMessage();
    return place.isQueued()
        ? limit.nanosUntilTurn(turnMessages(producer, limit, 1), turnBytes(producer, limit, bytes))
        : limit.nanosUntilTurn(1, bytes);
  }

  /** The messages for which a producer that waits will want its turn. */
  static long turnMessages(Producer producer, PolicyLimiter limit, long atLeast) {
    return wantsItsShare(producer)
        ? Math.max(atLeast, share(limit, limit.rates().messages()))
        : atLeast;
  }

  /** The same in bytes. */
  static long turnBytes(Producer producer, PolicyLimiter limit, long atLeast) {
    return wantsItsShare(producer)
        ? Math.max(atLeast, share(limit, limit.rates().bytes()))
        : atLeast;
  }

  /** Who has left its last turn gets no more than it asks for: a small burst could not take it back. */
  private static boolean wantsItsShare(Producer producer) {
    return producer.told != null && !producer.told.leftTurn;
  }

  /** What one of those who wait may publish in a turn. */
  private static long share(PolicyLimiter limit, Rate rate) {
    int waiting = Math.max(1, limit.waiting());
    long nanos =
        Math.max(LEAST_TURN_NANOS, Math.min(MOST_TURN_NANOS, waiting * TURN_NANOS_PER_WAITER));
    return rate.isUnlimited() ? 1 : rate.tokensIn(nanos) / waiting;
  }

  /** A producer has more to send than its turn was for. */
  void exceedsTurn(Producer producer) {
    if (producer.told != null) {
      producer.told.hasTurn = false;
      producer.told.leftTurn = false;
    }
  }

  /** A producer waits from now on for a turn with so much. */
  void waits(Producer producer, PolicyLimiter limit, long messages, long bytes) {
    Told told = producer.told;
    if (told != null && !producer.closing) {
      pause(producer, told, limit, limit.nanosUntilTurn(messages, bytes));
    }
  }

  private void pause(Producer producer, Told told, PolicyLimiter limit, long guessNanos) {
    long nanos = Math.min(guessNanos, LONGEST_NANOS);
    long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos + 999_999));
    long now = clock.nanos();
    if (!words.areHeard()) {
      return;
    }
    told.reason = reason(limit);
    told.lastRequestId = words.say(producer, told.reason, millis);
    told.untilNanos = now + TimeUnit.MILLISECONDS.toNanos(millis);
    if (told.promisedUntilNanos - told.untilNanos > 0) {
      // It need not keep to more, whether or not it answers.
      told.promisedUntilNanos = told.untilNanos;
    }
    promises.expect(told.lastRequestId, producer, now, told.untilNanos);
    lookAgain(told, Math.max(nanos / 2, nanos - HEADSTART_NANOS), () -> extend(producer));
  }

  private static ThrottlingReason reason(PolicyLimiter limit) {
    return limit.kind().equals(PolicyKind.GROUP)
        ? ThrottlingReason.ResourceGroupProduceQuotaExceeded
        : ThrottlingReason.TopicProduceQuotaExceeded;
  }

  /** The pause is about to end: if its turn has not come, the producer has to wait for longer. */
  private void extend(Producer producer) {
    Told told = producer.told;
    ProducerLimits places = producer.places;
    LimitWait place = places == null ? null : places.longest(closed -> guess(producer, closed));
    if (told != null && place != null && producer.isWaiting) {
      pause(producer, told, place.limit, 2 * HEADSTART_NANOS + guess(producer, place) / 2);
    }
  }

  private void end(Producer producer, Told told) {
    long now = clock.nanos();
    if (told.untilNanos - now > NOT_WORTH_A_WORD_NANOS) {
      // Whether or not it is heard at once, or it would wait for nothing.
      told.lastRequestId = words.say(producer, told.reason, 0);
    }
    told.untilNanos = now;
    told.promisedUntilNanos = now;
  }

  /**
   * A producer's turn has come, and nothing of it is held. Answers whether the turn is kept: the client
   * has promised to have something to send, and is told to.
   */
  boolean keepsTurn(Producer producer) {
    Told told = producer.told;
    if (told == null || producer.closing) {
      return false;
    }
    told.cancelLook();
    end(producer, told);
    told.hasTurn = told.promised;
    told.usesTurn = false;
    told.turnSinceNanos = clock.nanos();
    if (told.hasTurn) {
      waitForUse(producer, told);
    }
    return told.hasTurn;
  }

  private void waitForUse(Producer producer, Told told) {
    long patience = Math.max(LEAST_PATIENCE_NANOS, 2 * promises.roundTripNanos());
    lookAgain(told, patience, () -> {
      if (told.hasTurn && told.usesTurn && clock.nanos() - told.turnSinceNanos < MOST_TURN_NANOS) {
        told.usesTurn = false;
        waitForUse(producer, told);
      } else if (told.hasTurn) {
        told.hasTurn = false;
        told.leftTurn = true;
        publishing.holding().giveUp(producer);
      }
    });
  }

  private void lookAgain(Told told, long nanos, Runnable look) {
    told.cancelLook();
    told.look =
        session.client.eventLoop().schedule(() -> session.guard(look), nanos, TimeUnit.NANOSECONDS);
  }

  /** A frame has to be held: if the client had promised to hold it itself, that is not kept. */
  void held(Producer producer, long nowNanos) {
    Told told = producer.told;
    if (told != null && told.promisedUntilNanos - nowNanos > 0) {
      metrics.broken();
    }
  }

  /** The client has answered. */
  public void promised(long requestId) {
    promises.came(requestId);
  }

  /** It has not in time, so it is as any other: there is no place for what is not here. */
  private void unanswered(Producer producer) {
    if (producer.isWaiting && !producer.isHeld()) {
      publishing.holding().giveUp(producer);
    }
  }
}
