package io.sluice.admin.history;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded number of tracks, of the topics or groups that were busy lately. If there are more, the track that was
 * idle for longest is removed. If none is idle, the new track is not kept. The first such case is logged, and all
 * are counted.
 */
final class BusyTracks<K, T extends Track> {

  private static final Logger LOG = LoggerFactory.getLogger(BusyTracks.class);

  private final String what;
  private final int most;
  private final Map<K, T> tracks = new LinkedHashMap<>(); // those that are idle for longest first
  private long leftOut;

  BusyTracks(String what, int most) {
    this.what = what;
    this.most = most;
  }

  /** The track of a key that is busy in this step; null if there is no room for it. */
  @Nullable
  T busy(K key, long step, Supplier<T> make) {
    T track = tracks.get(key);
    if (track == null) {
      if (!hasRoom(step)) {
        return null;
      }
      track = make.get();
    } else if (track.busyStep() == step) {
      return track;
    } else {
      tracks.remove(key); // so that it is the last when it is put
    }
    track.busy(step);
    tracks.put(key, track);
    return track;
  }

  private boolean hasRoom(long step) {
    if (tracks.size() < most) {
      return true;
    }
    if (leftOut++ == 0) {
      LOG.warn("There is no history of more than {} {}; only the first time is logged", most, what);
    }
    Iterator<T> idle = tracks.values().iterator();
    if (idle.next().busyStep() >= step - 1) {
      return false;
    }
    idle.remove();
    return true;
  }

  /** Forgets the tracks that were not busy in any step that is still kept. */
  void forgetIdle(long step) {
    Iterator<T> idle = tracks.values().iterator();
    while (idle.hasNext() && idle.next().busyStep() < step - Rings.STEPS) {
      idle.remove();
    }
  }

  void clear() {
    tracks.clear();
  }

  @Nullable
  T get(K key) {
    return tracks.get(key);
  }

  Map<K, T> all() {
    return tracks;
  }

  Collection<T> tracks() {
    return tracks.values();
  }

  /** How many times a new track was not kept, or another one was removed for it. */
  long leftOut() {
    return leftOut;
  }
}
