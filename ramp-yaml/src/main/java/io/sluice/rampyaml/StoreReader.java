package io.sluice.rampyaml;

import io.sluice.yaml.Block;
import io.sluice.yaml.Setting;
import java.util.List;

/** The {@code store} block. */
final class StoreReader {

  private static final List<String> STORES = List.of("redisStore", "inMemoryStore");

  private StoreReader() {}

  /** In memory, if no store is named. */
  static StoreSpec store(Block rateLimit) {
    return rateLimit
        .get("store")
        .flatMap(store -> store.block(STORES).atMostOneOf(STORES))
        .map(StoreReader::store)
        .orElseGet(StoreSpec.InMemory::new);
  }

  private static StoreSpec store(Setting store) {
    if (store.name().equals("redisStore")) {
      return new StoreSpec.Redis(RedisReader.config(store));
    }
    store.block(List.of());
    return new StoreSpec.InMemory();
  }
}
