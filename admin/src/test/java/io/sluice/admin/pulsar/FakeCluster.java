package io.sluice.admin.pulsar;

import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServiceRequestContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands for a cluster's web service: remembers what it was asked, and answers as it is told to. */
final class FakeCluster implements AutoCloseable {

  /** What is done with a request that the cluster has not read yet. */
  interface Answer {
    HttpResponse to(ServiceRequestContext ctx, HttpRequest request);
  }

  private final List<AggregatedHttpRequest> asked = new CopyOnWriteArrayList<>();
  private final List<String> paths = new CopyOnWriteArrayList<>();
  private final Server server;
  private volatile Answer answer = (ctx, request) -> keep(request, HttpResponse.of(HttpStatus.OK));

  FakeCluster() {
    server = Server.builder()
        .http(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .maxRequestLength(0)
        .requestTimeout(Duration.ZERO)
        .serviceUnder("/", (ctx, request) -> {
          paths.add(ctx.method() + " " + ctx.rawPath());
          return answer.to(ctx, request);
        })
        .build();
    server.start().join();
  }

  void answers(Answer next) {
    answer = next;
  }

  void answers(HttpStatus status) {
    answers((ctx, request) -> keep(request, HttpResponse.of(status)));
  }

  /** Reads all of a request before it is answered. */
  HttpResponse keep(HttpRequest request, HttpResponse response) {
    return HttpResponse.of(request.aggregate().thenApply(whole -> {
      asked.add(whole);
      return response;
    }));
  }

  List<AggregatedHttpRequest> asked() {
    return asked;
  }

  /** Methods and paths, as they were sent. */
  List<String> paths() {
    return paths;
  }

  void forget() {
    asked.clear();
    paths.clear();
    answers(HttpStatus.OK);
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.activeLocalPort());
  }

  static HttpData bytes(int count) {
    return HttpData.wrap(new byte[count]);
  }

  @Override
  public void close() {
    server.stop().join();
  }
}
