package io.sluice.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Which key was meant by one that does not exist. */
final class NearestKey {

  private NearestKey() {}

  /** The one with the fewest edits, if at most a third of the letters are edited. */
  static Optional<String> to(String key, Collection<String> known) {
    return known.stream()
        .filter(candidate -> edits(key, candidate) <= Math.max(1, candidate.length() / 3))
        .min(Comparator.comparingInt((String candidate) -> edits(key, candidate))
            .thenComparing(Comparator.naturalOrder()));
  }

  /** Levenshtein's distance, whatever the case of the letters. */
  private static int edits(String left, String right) {
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
