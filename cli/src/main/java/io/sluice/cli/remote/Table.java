package io.sluice.cli.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Rows below a header, in columns as wide as they need to be. */
public final class Table {

  private static final String GAP = "  ";
  private static final String CUT = "..";
  private static final int NARROWEST = 24;

  private final List<String> header;
  private final Set<String> numbers;
  private final List<List<String>> rows = new ArrayList<>();

  /** @param numbers those of the columns that stand to the right */
  public Table(Set<String> numbers, String... header) {
    this.numbers = numbers;
    this.header = List.of(header);
  }

  /** A table whose columns are all texts. */
  public static Table ofTexts(String... header) {
    return new Table(Set.of(), header);
  }

  /** Adds a row with as many cells as the header. */
  public void add(String... cells) {
    rows.add(List.of(cells).stream().map(Table::printable).toList());
  }

  /** The lines, as wide as they need to be. */
  public List<String> lines() {
    return lines(Integer.MAX_VALUE);
  }

  /** The lines, at most this wide if possible. Cuts the first column at its start, where names differ least. */
  public List<String> lines(int width) {
    int[] widths = new int[header.size()];
    List<List<String>> all = new ArrayList<>(rows);
    all.add(0, header);
    for (List<String> row : all) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    long needed = (long) GAP.length() * (widths.length - 1);
    for (int each : widths) {
      needed += each;
    }
    if (needed > width) {
      widths[0] = (int) Math.max(Math.min(NARROWEST, widths[0]), widths[0] - (needed - width));
    }
    return all.stream().map(row -> line(row, widths)).toList();
  }

  private String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String cell = cut(row.get(column), widths[column]);
      String space = " ".repeat(widths[column] - cell.length());
      line.append(column == 0 ? "" : GAP)
          .append(numbers.contains(header.get(column)) ? space + cell : cell + space);
    }
    return line.toString().stripTrailing();
  }

  private static String cut(String cell, int width) {
    return cell.length() <= width
        ? cell
        : CUT + cell.substring(cell.length() - width + CUT.length());
  }

  /** A text with ? for control characters: clients choose names, and could put terminal commands into them. */
  public static String printable(String text) {
    return text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
  }
}
