package io.sluice.simulator;

import io.sluice.quota.GroupShares;
import io.sluice.quota.QuotaSettings;
import java.time.Duration;

/** What {@link Scale} divides among nodes. */
public enum ScaleSubject {

  /** The quotas of resource groups: the scenario of PIP-82, with its interval. */
  GROUPS("group", 1) {
    @Override
    public QuotaSettings settings() {
      return new QuotaSettings(Duration.ofSeconds(60), 10, 10, 1);
    }

    @Override
    int spread(int number, int spread) {
      return spread;
    }

    @Override
    ScaleTraffic add(GroupShares shares, String name, double quota, double wanted) {
      ScaleGroup group = new ScaleGroup(quota, wanted);
      shares.add(name, group);
      return group;
    }
  },

  /** The limits of topics, most of which are used through one node only, with the interval that nodes have by default. */
  LIMITS("topic", 12) {
    @Override
    public QuotaSettings settings() {
      return QuotaSettings.DEFAULT;
    }

    @Override
    int spread(int number, int spread) {
      return number % ONE_IN == 0 ? spread : 1;
    }

    @Override
    ScaleTraffic add(GroupShares shares, String name, double quota, double wanted) {
      ScaleLimit limit = new ScaleLimit(quota, wanted);
      shares.follow(name, limit);
      return limit;
    }
  };

  /** Of so many limits one is used through several nodes. */
  private static final int ONE_IN = 20;

  private final String word;
  private final int looksPerTick;

  ScaleSubject(String word, int looksPerTick) {
    this.word = word;
    this.looksPerTick = looksPerTick;
  }

  /** What one is called. */
  public String word() {
    return word;
  }

  public abstract QuotaSettings settings();

  /** How often in a tick a node looks at claims, as nodes do. */
  int looksPerTick() {
    return looksPerTick;
  }

  /** On how many nodes one is. */
  abstract int spread(int number, int spread);

  /** Adds one to a node. */
  abstract ScaleTraffic add(GroupShares shares, String name, double quota, double wanted);
}
