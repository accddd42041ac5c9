package io.sluice.bench.nodes;

import io.sluice.bench.process.Middle;
import java.io.IOException;
import java.util.List;

/** One way to hold a topic's limit whose producers come from three sides. */
interface Way extends AutoCloseable {

  /** From how many sides producers come. */
  int SIDES = 3;

  /** In the names of its figures. */
  String name();

  /** Where producers of each side connect to. */
  List<Middle> middles();

  /** Whether each side has a part of the limit, which should be by its number of producers. */
  boolean divides();

  /** So long, in seconds, the others wait for a word from a node until they take it for gone. */
  double silenceSeconds();

  /** A topic whose limit it holds, of which nothing was published yet. */
  String topic(String name);

  /** Sets the limit of each of its topics. */
  void limit(int perSecond) throws IOException, InterruptedException;

  /**
   * Ends one of its nodes at once, the one that matters most for the topic, and answers which.
   *
   * @throws IllegalStateException if it has none
   */
  int kill(String topic) throws IOException, InterruptedException;

  /** Ends all that it has started, at once. */
  @Override
  void close();
}
