package io.sluice.server;

import com.sun.management.OperatingSystemMXBean;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.opentelemetry.api.metrics.Meter;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** The few figures of the process that tell whether a node has enough of everything. */
final class JvmMetrics {

  private JvmMetrics() {}

  static void register(Meter meter) {
    bytes(meter, "jvm.memory.heap.used", "Heap in use", () -> heap().getUsed());
    bytes(meter, "jvm.memory.heap.limit", "The most that the heap may have", () -> heap()
        .getMax());
    if (ByteBufAllocator.DEFAULT instanceof ByteBufAllocatorMetricProvider buffers) {
      bytes(
          meter,
          "netty.memory.direct.used",
          "Memory outside the heap that Netty's buffers have",
          () -> buffers.metric().usedDirectMemory());
    }
    meter
        .gaugeBuilder("jvm.threads")
        .ofLongs()
        .setDescription("Threads that are alive")
        .buildWithCallback(
            gauge -> gauge.record(ManagementFactory.getThreadMXBean().getThreadCount()));
    meter
        .counterBuilder("jvm.gc.time")
        .ofDoubles()
        .setUnit("s")
        .setDescription("How long garbage collections have taken")
        .buildWithCallback(counter -> counter.record(collectionSeconds()));
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    share(
        meter,
        "process.cpu.used",
        "Share of all processors that this process uses",
        system::getProcessCpuLoad);
  }

  /** Below 0 stands for a collector that does not say. */
  private static double collectionSeconds() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(collector -> Math.max(0, collector.getCollectionTime()))
            .sum()
        / 1e3;
  }

  private static MemoryUsage heap() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
  }

  private static void bytes(Meter meter, String name, String description, LongSupplier value) {
    var unused = meter
        .gaugeBuilder(name)
        .ofLongs()
        .setUnit("By")
        .setDescription(description)
        .buildWithCallback(gauge -> gauge.record(value.getAsLong()));
  }

  /** Below 0 stands for a system that does not say. */
  private static void share(Meter meter, String name, String description, DoubleSupplier value) {
    var unused = meter.gaugeBuilder(name).setDescription(description).buildWithCallback(gauge -> {
      double now = value.getAsDouble();
      if (now >= 0) {
        gauge.record(now);
      }
    });
  }
}
