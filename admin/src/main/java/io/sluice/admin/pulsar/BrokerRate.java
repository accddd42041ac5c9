package io.sluice.admin.pulsar;

import io.sluice.policy.PublishLimit;
import java.util.Arrays;
import java.util.Optional;

/** The two settings of Pulsar's dynamic configuration that are Sluice's: what each broker may be sent per second. */
enum BrokerRate {
  MESSAGES("brokerPublisherThrottlingMaxMessageRate", Integer.MAX_VALUE) {
    @Override
    long of(PublishLimit limit) {
      return limit.messages();
    }

    @Override
    PublishLimit in(PublishLimit limit, long value) {
      return new PublishLimit(value, limit.bytes(), limit.burst(), limit.enforce());
    }
  },

  BYTES("brokerPublisherThrottlingMaxByteRate", Long.MAX_VALUE) {
    @Override
    long of(PublishLimit limit) {
      return limit.bytes();
    }

    @Override
    PublishLimit in(PublishLimit limit, long value) {
      return new PublishLimit(limit.messages(), value, limit.burst(), limit.enforce());
    }
  };

  /** Of a rate that is not set. One that is set to no limit is 0. */
  static final long UNSET = -1;

  final String settingName;
  private final long most;

  BrokerRate(String settingName, long most) {
    this.settingName = settingName;
    this.most = most;
  }

  /** The one of this name, spelt as in Pulsar. */
  static Optional<BrokerRate> named(String name) {
    return Arrays.stream(values()).filter(rate -> rate.settingName.equals(name)).findFirst();
  }

  abstract long of(PublishLimit limit);

  /** The limit with this rate instead of its own. */
  abstract PublishLimit in(PublishLimit limit, long value);

  /** Reads a value as it would be in {@code broker.conf}; empty if it is none. */
  Optional<Long> read(String text) {
    try {
      long value = Long.parseLong(text);
      return value < UNSET || value > most ? Optional.empty() : Optional.of(value);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
