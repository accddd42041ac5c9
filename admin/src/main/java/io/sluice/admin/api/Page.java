package io.sluice.admin.api;

import java.util.List;

/**
 * Which part of a list is wanted.
 *
 * @param offset how many to leave out
 * @param count how many at most
 */
record Page(int offset, int count) {

  private static final int DEFAULT_COUNT = 1000;
  private static final int LARGEST_COUNT = 10_000;

  static Page of(ApiRequest request) {
    return of(request, DEFAULT_COUNT, LARGEST_COUNT);
  }

  static Page of(ApiRequest request, int defaultCount, int largestCount) {
    return new Page(
        request.query("offset", 0, 0, Integer.MAX_VALUE),
        request.query("count", defaultCount, 1, largestCount));
  }

  <T> List<T> of(List<T> all) {
    return all.stream().skip(offset).limit(count).toList();
  }
}
