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

/** Sluice's own HTTP API at one node. Every request ends within the time that is given. */
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

  /** The address that is asked. */
  public URI url() {
    return connection.url();
  }

  /**
   * Another node, asked as the same user.
   *
   * @throws ApiException if its address is none, or would show the token to eavesdroppers
   */
  public Api at(String url) throws ApiException {
    Connection other;
    try {
      other = new Connection(
          Connection.url("its address", url), connection.token(), connection.trust());
    } catch (RuntimeException e) {
      throw new ApiException(0, String.valueOf(e.getMessage()));
    }
    if (connection.isEncrypted() && !other.isEncrypted() && connection.token().isPresent()) {
      throw new ApiException(0, url + " is not https, so the token is not sent there");
    }
    return new Api(other, http, longest);
  }

  /** What is there. */
  public JsonNode get(ApiPath path) throws ApiException, InterruptedException {
    return await(getLater(path, longest));
  }

  /** All items of a list, which is read page by page until there are no more. */
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

  /** What is there, if there is something. */
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
   * What is there, and which version of it.
   *
   * @param tag as the node has said; {@code *} of a node that has not
   */
  public record Tagged(JsonNode json, String tag) {}

  /** What is there with its version, if there is something. */
  public Optional<Tagged> findTagged(ApiPath path) throws ApiException, InterruptedException {
    try {
      HttpResponse<byte[]> answer =
          await(send("GET", path, BodyPublishers.noBody(), longest, NO_HEADERS));
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

  /** Sets it, whatever there is. */
  public void put(ApiPath path, @Nullable Object body) throws ApiException, InterruptedException {
    var unused = await(send("PUT", path, json(body), longest, NO_HEADERS));
  }

  /**
   * Sets it, if there is still what was found before.
   *
   * @throws ApiException also if that was changed meanwhile; then nothing was done
   */
  public void putOver(Optional<Tagged> before, ApiPath path, Object body)
      throws ApiException, InterruptedException {
    var unused = await(send(
        "PUT",
        path,
        json(body),
        longest,
        before.map(found -> Map.of("If-Match", found.tag)).orElse(Map.of("If-None-Match", "*"))));
  }

  /** Sets the fields that are given, and leaves the others; returns what is set then. */
  public <P extends Record> P patch(ApiPath path, Map<String, ?> fields, PolicyKind<P> kind)
      throws ApiException, InterruptedException {
    return patch(path, fields, kind, NO_HEADERS);
  }

  /**
   * Sets the fields that are given of a policy that is there.
   *
   * @throws ApiException also if there is none; then nothing was done
   */
  public <P extends Record> P patchExisting(ApiPath path, Map<String, ?> fields, PolicyKind<P> kind)
      throws ApiException, InterruptedException {
    return patch(path, fields, kind, Map.of("If-Match", "*"));
  }

  private <P extends Record> P patch(
      ApiPath path, Map<String, ?> fields, PolicyKind<P> kind, Map<String, String> headers)
      throws ApiException, InterruptedException {
    JsonNode set = await(send("PATCH", path, json(fields), longest, headers)
        .thenApply(response -> json(path, response.body())));
    try {
      return PolicyJson.read(kind, StrictJson.write(set));
    } catch (InvalidJsonException e) {
      // The node has kept the fields that are not known here.
      throw faults.unreadableChange(path, String.valueOf(e.getMessage()));
    }
  }

  private static BodyPublisher json(@Nullable Object body) {
    return body == null
        ? BodyPublishers.noBody()
        : BodyPublishers.ofByteArray(StrictJson.write(body));
  }

  /** Removes it; says whether it was there. */
  public boolean delete(ApiPath path) throws ApiException, InterruptedException {
    try {
      var unused = await(send("DELETE", path, BodyPublishers.noBody(), longest, NO_HEADERS));
      return true;
    } catch (ApiException e) {
      if (e.isNotFound()) {
        return false;
      }
      throw e;
    }
  }

  /** What is there, as soon as it comes; an {@link ApiException} if it does not come in time. */
  public CompletableFuture<JsonNode> getLater(ApiPath path, Duration longest) {
    return send("GET", path, BodyPublishers.noBody(), longest, NO_HEADERS)
        .thenApply(response -> json(path, response.body()));
  }

  private CompletableFuture<HttpResponse<byte[]>> send(
      String method,
      ApiPath path,
      BodyPublisher body,
      Duration longest,
      Map<String, String> headers) {
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
    // The request's own timeout is over when the answer begins, and says nothing of the rest.
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

  /** Comes to an end by itself, as every request is bounded. */
  private static <T> T await(CompletableFuture<T> answer)
      throws ApiException, InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw fault(e);
    }
  }

  /** What came, as one of the API's records. */
  public <T extends Record> T read(ApiPath path, JsonNode json, Class<T> type) throws ApiException {
    try {
      return ApiJson.read(json, type);
    } catch (InvalidJsonException e) {
      throw unreadable(path, String.valueOf(e.getMessage()));
    }
  }

  /** What came, as a policy. */
  public <P extends Record> P read(ApiPath path, JsonNode json, PolicyKind<P> kind)
      throws ApiException {
    try {
      return PolicyJson.read(kind, StrictJson.write(json));
    } catch (InvalidJsonException e) {
      throw unreadable(path, String.valueOf(e.getMessage()));
    }
  }

  /** What came is nothing that is known here. */
  public ApiException unreadable(ApiPath path, String why) {
    return faults.unreadable(path, why);
  }

  /** What went wrong with something that was asked for {@linkplain #getLater later}. */
  public static ApiException fault(Throwable e) {
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
