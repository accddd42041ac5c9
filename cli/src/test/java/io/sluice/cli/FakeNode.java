package io.sluice.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keeps what is put and gives it back, as a node's API does; other answers are given to it beforehand. */
final class FakeNode implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ENFORCE = "/enforce";

  /** Of whatever it keeps. */
  static final String TAG = "\"1\"";

  private record Answer(int status, String body) {}

  private final HttpServer server;
  private final Map<String, JsonNode> kept = new ConcurrentHashMap<>();
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final List<String> changes = new CopyOnWriteArrayList<>();
  private final List<String> conditions = new CopyOnWriteArrayList<>();
  private final List<String> tokens = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  FakeNode() throws IOException {
    this(HttpServer.create());
  }

  FakeNode(HttpServer server) throws IOException {
    this.server = server;
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://localhost:" + port();
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** From now on, below {@code /sluice/v1}, with or without the query. */
  FakeNode answering(String path, int status, String body) {
    answers.put("/sluice/v1" + path, new Answer(status, body));
    return this;
  }

  /** As if an operator had put it there. */
  FakeNode keeping(String path, String json) throws IOException {
    kept.put("/sluice/v1" + path, JSON.readTree(json));
    return this;
  }

  /** What was put and deleted, each as {@code PUT /path body}. */
  List<String> changes() {
    return changes;
  }

  /** What each of these was based on, such as {@code If-Match "x"}; empty if on nothing. */
  List<String> conditions() {
    return conditions;
  }

  private static String condition(Headers headers) {
    return Stream.of("If-Match", "If-None-Match")
        .filter(headers::containsKey)
        .map(name -> name + " " + headers.getFirst(name))
        .collect(Collectors.joining(" "));
  }

  /** The Authorization headers, in the order in which they came. */
  List<String> tokens() {
    return tokens;
  }

  /** What was asked for, below {@code /sluice/v1}, with the query. */
  List<String> requests() {
    return requests;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      tokens.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
      requests.add(exchange.getRequestURI().toString().replace("/sluice/v1", ""));
      String method = exchange.getRequestMethod();
      String path = exchange.getRequestURI().getRawPath();
      if (!method.equals("GET")) {
        changes.add((method + " " + path.replace("/sluice/v1", "") + " " + body).strip());
        conditions.add(condition(exchange.getRequestHeaders()));
      }
      Answer answer = answer(method, exchange.getRequestURI().toString(), path, body);
      byte[] bytes = answer.body.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("ETag", TAG);
      exchange.sendResponseHeaders(answer.status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private Answer answer(String method, String uri, String path, String body) throws IOException {
    @Nullable Answer given = answers.getOrDefault(uri, answers.get(path));
    if (given != null) {
      return given;
    }
    if (path.endsWith(ENFORCE)) {
      JsonNode limit = kept.get(path.substring(0, path.length() - ENFORCE.length()));
      if (limit == null) {
        return missing();
      }
      ((ObjectNode) limit).set("enforce", JSON.readTree(body).get("enforce"));
      return new Answer(204, "");
    }
    return switch (method) {
      case "PUT" -> {
        if (!body.isEmpty()) {
          put(path, JSON.readTree(body));
        }
        yield new Answer(204, "");
      }
      case "PATCH" -> {
        JsonNode set = kept.computeIfAbsent(path, none -> JSON.createObjectNode());
        ObjectNode fields = (ObjectNode) (set.has("quota") ? set.get("quota") : set);
        fields.setAll((ObjectNode) JSON.readTree(body));
        yield new Answer(200, fields.toString());
      }
      case "DELETE" -> kept.remove(path) == null ? missing() : new Answer(204, "");
      default -> {
        @Nullable JsonNode found = kept.get(path);
        yield found == null ? missing() : new Answer(200, found.toString());
      }
    };
  }

  /** A group has its quota and its ramp within. */
  private void put(String path, JsonNode json) {
    boolean group = path.matches("/sluice/v1/groups/[^/]+");
    kept.put(path, group ? JSON.createObjectNode().set("quota", json) : json);
    @Nullable JsonNode its = kept.get(path.replaceFirst("/ramp$", ""));
    if (its instanceof ObjectNode of && of.has("quota") && path.endsWith("/ramp")) {
      of.set("ramp", json);
    }
  }

  private static Answer missing() {
    return new Answer(404, "{\"error\":\"there is no such thing\"}");
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
