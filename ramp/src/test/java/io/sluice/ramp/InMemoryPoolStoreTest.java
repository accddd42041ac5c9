package io.sluice.ramp;

import io.sluice.ramp.testing.ManualRampTime;
import io.sluice.ramp.testing.PoolStoreContract;
import java.time.Duration;

class InMemoryPoolStoreTest extends PoolStoreContract {

  private final ManualRampTime time = new ManualRampTime();
  private final InMemoryPoolStore store = new InMemoryPoolStore(time);

  @Override
  protected PoolStore store() {
    return store;
  }

  @Override
  protected void letPass(Duration duration) {
    time.advance(duration);
  }

  @Override
  protected void loseMemory() {
    store.clear();
  }
}
