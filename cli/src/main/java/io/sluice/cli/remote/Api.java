package io.sluice.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.api.ApiJson;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.json.InvalidJsonException;
import io.sluice.policy.json.PolicyJson;
import io.sluice.policy.json.StrictJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sluice's own HTTP API at the node that the user has named; the token goes nowhere else. Every request ends within
 * the time that is given.
 */
public final class Api {

  private static final Duration LONGEST_CONNECTING = Duration.ofSeconds(5);

  private static final int ITEMS_PER_PAGE = 1000;
  private static final Map<String, String> NO_HEADERS = Map.of();

  private final Connection connection;
  private final HttpClient http;
  private final Duration longest;
  private final ApiFaults faults;

  private Api(Connection connection, HttpClient http, Duration longest) {
    this.connection = connection;
    this.http = http;
    this.longest = longest;
    this.faults = new ApiFaults(connection);
  }

  static Api connect(Connection connection, Duration longest) throws IOException {
    HttpClient.Builder http = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(LONGEST_CONNECTING);
    if (connection.trust().isPresent()) {
      http.sslContext(TrustedAuthority.read(connection.trust().get()));
    }
    return new Api(connection, http.build(), longest);
  }

  /** Requests what is at a path. */
  public JsonNode get(ApiPath path) throws ApiException, InterruptedException {
    return await(send("GET", path, BodyPublishers.noBody(), NO_HEADERS)
        .thenApply(response -> json(path, response.body())));
  }

  /** Requests all items of a list, page by page. */
  public List<JsonNode> items(ApiPath list) throws ApiException, InterruptedException {
    List<JsonNode> items = new ArrayList<>();
    int before;
    int total;
    do {
      before = items.size();
      JsonNode page = get(list.with("offset", Integer.toString(before))
          .with("count", Integer.toString(ITEMS_PER_PAGE)));
      page.path("items").forEach(items::add);
      total = page.path("total").asInt();
    } while (items.size() < total && items.size() > before);
    return items;
  }

  /** Requests what is at a path; empty if the node answers 404. */
  public Optional<JsonNode> find(ApiPath path) throws ApiException, InterruptedException {
    try {
      return Optional.of(get(path));
    } catch (ApiException e) {
      if (e.isNotFound()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * What is at a path, with its version.
   *
   * @param tag the {@code ETag} of the node's answer; {@code *} if the answer has none
   */
  public record Tagged(JsonNode json, String tag) {}

  /** Requests what is at a path, with its version; empty if the node answers 404. */
  public Optional<Tagged> findTagged(ApiPath path) throws ApiException, InterruptedException {
    try {
      HttpResponse<byte[]> answer = await(send("GET", path, BodyPublishers.noBody(), NO_HEADERS));
      return Optional.of(new Tagged(
          json(path, answer.body()), answer.headers().firstValue("ETag").orElse("*")));
    } catch (ApiException e) {
      if (e.isNotFound()) {
        return Optional.empty();
      }
      throw e;
    } catch (CompletionException e) {
      throw fault(e);
    }
  }

  /** Sets what is at a path, and overwrites what is set there. */
  public void put(ApiPath path, @Nullable Object body) throws ApiException, InterruptedException {
    var unused = await(send("PUT", path, json(body), NO_HEADERS));
  }

  /**
   * Sets what is at a path, if that has not changed since it was read.
   *
   * @param before what was read; empty if nothing was set
   * @throws ApiException also if it has changed meanwhile; then nothing was done
   */
  public void putOver(Optional<Tagged> before, ApiPath path, Object body)
      throws ApiException, InterruptedException {
    var unused = await(send(
        "PUT",
        path,
        json(body),
        before.map(found -> Map.of("If-Match", found.tag)).orElse(Map.of("If-None-Match", "*"))));
  }

  /** Sets these fields of a policy, and leaves its other fields; returns the policy as it is then. */
  public <P extends Record> P patch(ApiPath path, Map<String, ?> fields, PolicyKind<P> kind)
      throws ApiException, InterruptedException {
    return patch(path, fields, kind, NO_HEADERS);
  }

  /**
   * Sets these fields of a policy, as {@link #patch} does, if the policy is set.
   *
   * @throws ApiException also if the policy is not set; then nothing was done
   */
  public <P extends Record> P patchExisting(ApiPath path, Map<String, ?> fields, PolicyKind<P> kind)
      throws ApiException, InterruptedException {
    return patch(path, fields, kind, Map.of("If-Match", "*"));
  }

  private <P extends Record> P patch(
      ApiPath path, Map<String, ?> fields, PolicyKind<P> kind, Map<String, String> headers)
      throws ApiException, InterruptedException {
    JsonNode set = await(send("PATCH", path, json(fields), headers)
        .thenApply(response -> json(path, response.body())));
    try {
      return PolicyJson.read(kind, StrictJson.write(set));
    } catch (InvalidJsonException e) {
      // The node has made the change. Its answer has fields that this version does not know.
      throw faults.unreadableChange(path, String.valueOf(e.getMessage()));
    }
  }

  private static BodyPublisher json(@Nullable Object body) {
    return body == null
        ? BodyPublishers.noBody()
        : BodyPublishers.ofByteArray(StrictJson.write(body));
  }

  /** Removes what is at a path; returns false if the node answers 404. */
  public boolean delete(ApiPath path) throws ApiException, InterruptedException {
    try {
      var unused = await(send("DELETE", path, BodyPublishers.noBody(), NO_HEADERS));
      return true;
    } catch (ApiException e) {
      if (e.isNotFound()) {
        return false;
      }
      throw e;
    }
  }

  private CompletableFuture<HttpResponse<byte[]>> send(
      String method, ApiPath path, BodyPublisher body, Map<String, String> headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(
            URI.create(connection.url() + path.toString()))
        .header("Accept", "application/json")
        .header("Content-Type", "application/json")
        .timeout(longest)
        .method(method, body);
    headers.forEach(request::header);
    connection.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
    CompletableFuture<HttpResponse<byte[]>> sent =
        http.sendAsync(request.build(), head -> new BoundedBody());
    // The request's own timeout ends when the answer begins; it does not bound the time for the
    // body.
    return sent.copy()
        .orTimeout(longest.toMillis(), TimeUnit.MILLISECONDS)
        .handle((response, e) -> {
          if (e != null) {
            sent.cancel(true);
            throw new CompletionException(faults.unanswered(path, e, longest));
          }
          if (response.statusCode() / 100 != 2) {
            throw new CompletionException(faults.refused(path, response));
          }
          return response;
        });
  }

  private JsonNode json(ApiPath path, byte[] body) {
    try {
      return StrictJson.read(body, JsonNode.class);
    } catch (InvalidJsonException e) {
      throw new CompletionException(faults.noNode(path));
    }
  }

  /** Needs no timeout of its own, as {@link #send} has one. */
  private static <T> T await(CompletableFuture<T> answer)
      throws ApiException, InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw fault(e);
    }
  }

  /** Reads an answer as one of the API's records. */
  public <T extends Record> T read(ApiPath path, JsonNode json, Class<T> type) throws ApiException {
    try {
      return ApiJson.read(json, type);
    } catch (InvalidJsonException e) {
      throw unreadable(path, String.valueOf(e.getMessage()));
    }
  }

  /** Reads an answer as a policy. */
  public <P extends Record> P read(ApiPath path, JsonNode json, PolicyKind<P> kind)
      throws ApiException {
    try {
      return PolicyJson.read(kind, StrictJson.write(json));
    } catch (InvalidJsonException e) {
      throw unreadable(path, String.valueOf(e.getMessage()));
    }
  }

  /** For an answer that this version cannot read. */
  public ApiException unreadable(ApiPath path, String why) {
    return faults.unreadable(path, why);
  }

  private static ApiException fault(Throwable e) {
    Throwable cause = e;
    while (!(cause instanceof ApiException) && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof ApiException known) {
      return known;
    }
    throw new IllegalStateException(e);
  }
}
