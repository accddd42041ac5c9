package io.sluice.rampyaml;

import io.sluice.ramp.InMemoryPoolStore;
import io.sluice.ramp.PoolStore;
import io.sluice.rampredis.RedisConfig;
import io.sluice.rampredis.RedisPoolStore;

/** Where the processors of a group learn how many they are. */
public sealed interface StoreSpec {

  /** A store like this, to be closed by the caller. It connects when it is first used. */
  PoolStore open();

  /** Within one JVM: what holds if the file names no store. */
  record InMemory() implements StoreSpec {

    @Override
    public PoolStore open() {
      return new InMemoryPoolStore();
    }
  }

  /** In Redis. */
  record Redis(RedisConfig config) implements StoreSpec {

    @Override
    public PoolStore open() {
      return RedisPoolStore.of(config);
    }
  }
}
