package io.sluice.cli.top;

import io.sluice.api.Top;
import io.sluice.cli.remote.Table;
import io.sluice.cli.units.Bytes;
import io.sluice.cli.units.Rough;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The topics or producers that publish most, as a table. */
final class TopTable {

  private static final Set<String> NUMBERS = Set.of("MESSAGES/S", "BYTES/S", "WAITED/S", "HELD");

  /** The lines for the title, the header, and the empty last line. */
  private static final int OTHER_LINES = 3;

  private final boolean producers;

  TopTable(boolean producers) {
    this.producers = producers;
  }

  List<String> lines(ClusterTop.Seen seen, Terminal.Size size) {
    List<String> lines = new ArrayList<>();
    lines.add((producers ? "producers" : "topics") + " by " + seen.by() + ", over the last "
        + Rough.of(seen.overSeconds()) + " s, on " + on(seen.nodes()));
    // The lines about what is missing have to be shown, even if there is no room for all items.
    int room = size.rows() - OTHER_LINES - seen.missing().size();
    lines.addAll(table(seen.items().stream().limit(Math.max(1, room)).toList(), seen.node())
        .lines(size.columns()));
    if (seen.items().isEmpty()) {
      lines.add("nothing is published");
    }
    seen.missing().forEach(line -> lines.add(Table.printable(line)));
    return lines;
  }

  private static String on(List<String> nodes) {
    return nodes.size() == 1 ? Table.printable(nodes.get(0)) : nodes.size() + " nodes";
  }

  /** The columns. Those that matter least come last, where narrow terminals cut lines off. */
  private Table table(List<Top.Item> items, String node) {
    Table table = producers
        ? new Table(
            NUMBERS,
            "TOPIC",
            "PRODUCER",
            "CLIENT",
            "MESSAGES/S",
            "BYTES/S",
            "WAITED/S",
            "HELD",
            "NODE",
            "LIMIT",
            "WAITS FOR")
        : new Table(
            NUMBERS,
            "TOPIC",
            "MESSAGES/S",
            "BYTES/S",
            "WAITED/S",
            "HELD",
            "NODES",
            "LIMIT",
            "WAITS FOR");
    for (Top.Item item : items) {
      List<String> cells = new ArrayList<>();
      cells.add(item.topic());
      if (producers) {
        cells.add(String.valueOf(item.producer()));
        cells.add(item.client() == null ? "-" : item.client());
      }
      cells.add(Rough.of(item.messagesPerSecond()));
      cells.add(Bytes.roughly(item.bytesPerSecond()));
      cells.add(Rough.of(item.throttledMillisPerSecond()) + "ms");
      cells.add(Bytes.roughly((double) item.heldBytes()));
      cells.add(TopItems.nodes(item));
      cells.add(TopItems.limit(item, node));
      cells.add(TopItems.waitsFor(item));
      table.add(cells.toArray(String[]::new));
    }
    return table;
  }
}
