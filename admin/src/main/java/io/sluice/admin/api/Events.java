package io.sluice.admin.api;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import io.sluice.admin.figures.Figures;
import io.sluice.admin.figures.Sampler;
import io.sluice.admin.http.Refusal;
import io.sluice.policy.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Live figures, once a second to every client that has asked for a stream of them. */
final class Events implements AutoCloseable {

  static final int MOST_STREAMS = 100;

  private static final ResponseHeaders HEADERS = ResponseHeaders.of(
      HttpStatus.OK,
      HttpHeaderNames.CONTENT_TYPE,
      MediaType.EVENT_STREAM,
      HttpHeaderNames.CACHE_CONTROL,
      "no-store");

  private final Sampler sampler;
  private final Function<Figures, Live> live;
  private final Consumer<Figures> watcher = this::tell;
  private final List<EventStream> streams = new ArrayList<>();

  /** @param live what is told of figures */
  Events(Sampler sampler, Function<Figures, Live> live) {
    this.sampler = sampler;
    this.live = live;
  }

  /** A new stream, which lasts until the client goes, does not keep up, or the server stops. */
  HttpResponse open() {
    HttpResponseWriter response = HttpResponse.streaming();
    EventStream stream = new EventStream(response);
    synchronized (this) {
      if (streams.size() >= MOST_STREAMS) {
        throw new Refusal(
            HttpStatus.SERVICE_UNAVAILABLE,
            "there are " + MOST_STREAMS + " streams of events, and not more at a time");
      }
      sampler.watch(watcher);
      response.write(HEADERS); // before the stream is listed and an event is sent
      streams.add(stream);
    }
    var unused = response.whenComplete().handle((done, fault) -> ended(stream));
    return response;
  }

  private synchronized boolean ended(EventStream stream) {
    boolean removed = streams.remove(stream);
    if (streams.isEmpty()) {
      sampler.unwatch(watcher);
    }
    return removed;
  }

  private synchronized List<EventStream> streams() {
    return List.copyOf(streams);
  }

  private void tell(Figures figures) {
    String json = new String(StrictJson.write(live.apply(figures)), StandardCharsets.UTF_8);
    HttpData event = HttpData.ofUtf8("event: figures\ndata: " + json + "\n\n");
    streams().forEach(stream -> stream.send(event));
  }

  /** Ends all streams. */
  @Override
  public void close() {
    streams().forEach(EventStream::close);
  }
}
