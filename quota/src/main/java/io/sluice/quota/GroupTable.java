package io.sluice.quota;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A hash table of groups by their ids, which takes little memory. Not thread-safe. */
final class GroupTable {

  private static final int LEAST = 16;

  /** Its size is a power of two. An empty place ends a search, so at least a quarter stays empty. */
  private @Nullable LocalGroup[] places = new LocalGroup[LEAST];

  private int size;

  @Nullable
  LocalGroup get(long id) {
    return places[place(id)];
  }

  void put(LocalGroup group) {
    int place = place(group.id);
    if (places[place] == null) {
      size++;
    }
    places[place] = group;
    if (size > places.length / 4 * 3) {
      fill(Arrays.copyOf(places, places.length), new LocalGroup[places.length * 2]);
    }
  }

  /** Goes through the whole table, as it is rarely called. */
  void remove(long id) {
    int place = place(id);
    if (places[place] != null) {
      places[place] = null;
      size--;
      fill(places, new LocalGroup[places.length]);
    }
  }

  private void fill(@Nullable LocalGroup[] from, @Nullable LocalGroup[] to) {
    places = to;
    for (LocalGroup group : from) {
      if (group != null) {
        places[place(group.id)] = group;
      }
    }
  }

  void forEach(Consumer<LocalGroup> action) {
    for (LocalGroup group : places) {
      if (group != null) {
        action.accept(group);
      }
    }
  }

  /** The place of the group with this id, or the empty one for it. Ids are hashes, so they spread evenly. */
  private int place(long id) {
    int mask = places.length - 1;
    int place = (int) id & mask;
    for (LocalGroup group = places[place]; group != null && group.id != id; group = places[place]) {
      place = (place + 1) & mask;
    }
    return place;
  }
}
