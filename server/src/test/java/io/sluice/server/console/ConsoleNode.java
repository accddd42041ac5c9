package io.sluice.server.console;

import io.jsonwebtoken.Jwts;
import io.sluice.server.NodeConfig;
import io.sluice.server.SluiceNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import javax.crypto.SecretKey;

/**
 * A node before a real Pulsar, with a namespace for itself in which it keeps its policies, so that nodes of
 * other tests know nothing of it.
 *
 * @param node it
 * @param namespace such as {@code public/one}
 * @param secret what tokens are signed with, if it asks for them
 */
record ConsoleNode(SluiceNode node, String namespace, SecretKey secret) implements AutoCloseable {

  static final String OPERATOR = "operator";
  static final String ONLOOKER = "onlooker";

  /** One that all users of this machine may change. */
  static ConsoleNode open(Path folder, String name) throws Exception {
    return start(folder, name, false, "");
  }

  /** One that asks for a token. */
  static ConsoleNode guarded(Path folder, String name) throws Exception {
    return start(folder, name, true, "");
  }

  /** @param more of the configuration's block {@code gateway.publish} */
  static ConsoleNode start(Path folder, String name, boolean guarded, String more)
      throws Exception {
    TestPulsar.makeNamespace(name);
    SecretKey secret = Jwts.SIG.HS256.key().build();
    String access = guarded
        ? "{tokenSecretKey: \"data:;base64,%s\", superUserRoles: [%s], readOnlyRoles: [%s]}"
            .formatted(Base64.getEncoder().encodeToString(secret.getEncoded()), OPERATOR, ONLOOKER)
        : "{}";
    String config = """
        node: {name: %1$s}
        gateway: {listen: "127.0.0.1:0", drainTimeout: 1s, publish: {%2$s}}
        cluster: {brokers: "%3$s", webService: "%4$s"}
        policies: {store: "persistent://public/%1$s/policies"}
        groups: {resourceUsagePublishTopicName: "non-persistent://public/%1$s/usage"}
        admin: {listen: "127.0.0.1:0", access: %5$s}
        """.formatted(name, more, TestPulsar.serviceUrl(), TestPulsar.webUrl(), access);
    Path file = Files.writeString(folder.resolve(name + ".yaml"), config);
    return new ConsoleNode(SluiceNode.start(NodeConfig.read(file)), "public/" + name, secret);
  }

  /** For sign-in. */
  String token(String role) {
    return Jwts.builder().subject(role).signWith(secret).compact();
  }

  /** Of a topic in its own namespace. */
  String topic(String localName) {
    return "persistent://" + namespace + "/" + localName;
  }

  String url(String path) {
    return "http://127.0.0.1:" + node.adminAddress().getPort() + path;
  }

  /** Sets something by the API, of a node that asks for no token. */
  void put(String path, String body) throws IOException, InterruptedException {
    HttpResponse<String> answer = HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(url("/sluice/v1" + path)))
                .PUT(BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
    if (answer.statusCode() >= 300) {
      throw new IOException(path + ": " + answer.statusCode() + " " + answer.body());
    }
  }

  String serviceUrl() {
    return "pulsar://127.0.0.1:" + node.addresses().get(0).getPort();
  }

  @Override
  public void close() {
    node.close();
  }
}
