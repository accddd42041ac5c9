package io.sluice.protocol.testing;

import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.lang.ref.WeakReference;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class in which a buffer was dropped without being released. Registered for all tests
 * of the module through {@code META-INF/services}.
 */
public final class LeakGuard implements AfterAllCallback {

  private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();
  private static final Queue<Detector<?>> DETECTORS = new ConcurrentLinkedQueue<>();

  static {
    // Before any buffer is made: Netty's classes keep the detectors that they get first.
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new ResourceLeakDetectorFactory() {
      @Override
      @SuppressWarnings("deprecation")
      public <T> ResourceLeakDetector<T> newResourceLeakDetector(
          Class<T> resource, int samplingInterval, long maxActive) {
        return newResourceLeakDetector(resource, samplingInterval);
      }

      @Override
      public <T> ResourceLeakDetector<T> newResourceLeakDetector(
          Class<T> resource, int samplingInterval) {
        Detector<T> detector = new Detector<>(resource, samplingInterval, LEAKS);
        DETECTORS.add(detector);
        return detector;
      }
    });
  }

  /** Tells leaks to a queue; Netty's own tells them to the log alone, and to none if that is off. */
  static final class Detector<T> extends ResourceLeakDetector<T> {

    private final Queue<String> leaks;

    Detector(Class<T> resource, int samplingInterval, Queue<String> leaks) {
      super(resource, samplingInterval);
      this.leaks = leaks;
    }

    @Override
    protected boolean needReport() {
      return true;
    }

    @Override
    protected void reportTracedLeak(String resourceType, String records) {
      leaks.add(resourceType + records);
    }

    @Override
    protected void reportUntracedLeak(String resourceType) {
      leaks.add(resourceType);
    }

    /** Looks at what the garbage collector has found: it does so whenever something is tracked. */
    @SuppressWarnings("unchecked")
    void look() {
      Object something = new Object();
      var tracker = track((T) something);
      if (tracker != null) {
        tracker.close((T) something);
      }
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    collectGarbage();
    DETECTORS.forEach(Detector::look);
    StringBuilder found = new StringBuilder();
    for (String leak = LEAKS.poll(); leak != null; leak = LEAKS.poll()) {
      found.append('\n').append(leak);
    }
    if (!found.isEmpty()) {
      throw new AssertionError("Not released, in this class or one before it:" + found);
    }
  }

  /** Returns when the garbage collector has been through everything that was garbage before. */
  static void collectGarbage() {
    WeakReference<Object> canary = new WeakReference<>(new Object());
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!canary.refersTo(null) && System.nanoTime() < deadline) {
      System.gc();
    }
  }
}
