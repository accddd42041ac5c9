package io.sluice.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said when a node cannot be asked, or refuses: one line each. */
class RemoteFaultsTest extends FakeNodeTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "401 | a token is needed: give --token-file, or set SLUICE_TOKEN",
        "403 | you may not do that: because: use the token of another role",
        "404 | because",
        "405 | an older node does not know this request (because): use the node's version of sluice",
        "400 | because",
        "409 | because",
        "429 | too many requests: try again in some s",
        "500 | the node failed with 500: because; its log says more",
        "503 | the node failed with 503: because; its log says more",
      })
  void shouldSayWhatANodeRefuses(int status, String message) {
    String expected = node.url() + "/sluice/v1/nodes: " + message;
    node.answering("/nodes", status, "{\"error\": \"because\"}");
    assertThat(sluice.run("nodes")).isEqualTo(1);
    assertThat(sluice.errors()).containsExactly(expected);

    node.answering("/nodes", status, "{\"reason\": \"because\"}");
    assertThat(sluice.run("nodes")).isEqualTo(1);
    assertThat(sluice.errors()).containsExactly(expected);
  }

  @Test
  void shouldSayThatATokenIsNotAccepted() {
    node.answering("/nodes", 401, "{\"error\": \"the token has expired\"}");

    assertThat(sluice.run("nodes", "--token", "old")).isEqualTo(1);
    assertThat(sluice.errors())
        .containsExactly(node.url()
            + "/sluice/v1/nodes: the token is not accepted: the token has expired: get a new one");
  }

  @ParameterizedTest
  @CsvSource({"200", "404", "302", "405"})
  void shouldSayThatSomethingElseListens(int status) {
    node.answering("/limits/publish/default", status, "<html>Welcome</html>");

    assertThat(sluice.run("limits", "get", "default")).isEqualTo(1);
    assertThat(sluice.errors())
        .singleElement()
        .asString()
        .endsWith(": this is not the admin address of a Sluice node: look at --url or SLUICE_URL");
  }

  @Test
  void shouldSayThatAnAnswerIsOfALaterVersion() throws IOException {
    node.keeping("/limits/publish/default", "{\"messages\": 1, \"moon\": 2}");

    assertThat(sluice.run("limits", "set", "default", "--bytes", "1")).isEqualTo(1);
    assertThat(sluice.errors())
        .singleElement()
        .asString()
        .contains(
            "the change was made, but what holds now cannot be understood (there is no field moon;")
        .endsWith("use the node's version of sluice");
    assertThat(node.changes())
        .as("no field that is not known here is lost")
        .containsExactly("PATCH /limits/publish/default {\"bytes\":1}");
  }

  @Test
  void shouldSayThatNobodyListens() {
    node.close();

    assertThat(sluice.run("nodes")).isEqualTo(1);
    assertThat(sluice.errors())
        .containsExactly(node.url() + "/sluice/v1/nodes: connection refused: start the node, or say"
            + " with --url or SLUICE_URL where one is");
    assertThat(sluice.run("nodes", "--url", "http://node.invalid:1")).isEqualTo(1);
    assertThat(sluice.errors()).singleElement().asString().contains(": no such host");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{"})
  void shouldNotWaitForeverForAnAnswerOrTheRestOfIt(String begun) throws Exception {
    try (ServerSocket slow = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread server = answering(slow, begun, false);
      String url = "http://localhost:" + slow.getLocalPort();

      assertThat(sluice.run("nodes", "--url", url, "--timeout", "300ms")).isEqualTo(1);
      assertThat(sluice.errors())
          .containsExactly(url + "/sluice/v1/nodes: no answer within 300 ms: look at the node's log"
              + " and load");
      server.join(60_000);
      assertThat(server.isAlive()).as("whether the connection is still open").isFalse();
    }
    assertThat(sluice.run("nodes", "--timeout", "1h")).isEqualTo(1);
    assertThat(sluice.errors()).containsExactly("--timeout must be from 1ms to 10m");
  }

  /** Ends when the client has closed the connection. */
  private static Thread answering(ServerSocket socket, String answer, boolean thenClose) {
    Thread server = new Thread(() -> {
      try (Socket client = socket.accept()) {
        int unused =
            client.getInputStream().read(); // as any server, which answers what it is asked
        client.getOutputStream().write(answer.getBytes(US_ASCII));
        if (thenClose) {
          client.shutdownOutput();
        }
        client.getInputStream().readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
    server.start();
    return server;
  }

  @Test
  void shouldTrustOnlyWhomItIsToldTo() throws Exception {
    Path store = home.resolve("store.p12");
    Path pem = home.resolve("ca.pem");
    keytool(
        "-genkeypair",
        "-keystore",
        store,
        "-alias",
        "node",
        "-keyalg",
        "EC",
        "-dname",
        "CN=localhost",
        "-ext",
        "san=dns:localhost",
        "-storepass",
        "changeit");
    keytool(
        "-exportcert",
        "-keystore",
        store,
        "-alias",
        "node",
        "-rfc",
        "-file",
        pem,
        "-storepass",
        "changeit");
    HttpsServer server = HttpsServer.create();
    server.setHttpsConfigurator(new HttpsConfigurator(tls(store)));
    try (FakeNode secure = new FakeNode(server).answering("/nodes", 200, "{\"items\": []}")) {
      String url = "https://localhost:" + secure.port();

      assertThat(sluice.run("nodes", "--url", url, "--trust", pem)).isZero();
      assertThat(sluice.run("nodes", "--url", url)).isEqualTo(1);
      assertThat(sluice.errors())
          .singleElement()
          .asString()
          .startsWith(url + "/sluice/v1/nodes: its certificate is not trusted (")
          .contains("--trust");
      assertThat(sluice.run("nodes", "--url", "http://localhost:" + secure.port()))
          .isEqualTo(1);
      assertThat(sluice.errors()).singleElement().asString().contains("https://");
    }
    Path empty = Files.writeString(home.resolve("empty.pem"), "");
    assertThat(sluice.run("nodes", "--trust", empty)).isEqualTo(1);
    assertThat(sluice.errors())
        .containsExactly(empty + " must hold at least one certificate as PEM");
  }

  @Test
  void shouldSayThatNobodySpeaksTls() throws Exception {
    try (ServerSocket plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread server = answering(plain, "HTTP/1.1 400 Bad Request\r\n\r\n", true);

      assertThat(sluice.run("nodes", "--url", "https://localhost:" + plain.getLocalPort()))
          .isEqualTo(1);
      assertThat(sluice.errors()).singleElement().asString().contains("write http://");
      server.join(60_000);
    }
  }

  private static void keytool(Object... args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    for (Object arg : args) {
      command.add(arg.toString());
    }
    Process process = new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  private static SSLContext tls(Path file) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, "changeit".toCharArray());
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, "changeit".toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }
}
