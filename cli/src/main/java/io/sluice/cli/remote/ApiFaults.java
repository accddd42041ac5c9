package io.sluice.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.policy.json.InvalidJsonException;
import io.sluice.policy.json.StrictJson;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What went wrong with a request, in one line: where, what, and what to do about it. */
final class ApiFaults {

  /** How the answer of a node begins that knows less than is asked for. */
  private static final String UNKNOWN_PARAMETER = "there is no parameter ";

  private final Connection connection;

  ApiFaults(Connection connection) {
    this.connection = connection;
  }

  /** For a request without an answer. */
  ApiException unanswered(ApiPath path, Throwable e, Duration longest) {
    return fault(0, path, why(e, longest));
  }

  private String why(Throwable e, Duration longest) {
    if (has(e, UnresolvedAddressException.class)) {
      return "no such host: look at the address";
    }
    if (has(e, HttpConnectTimeoutException.class)) {
      // Over TLS the greeting counts as connecting, and a plain server may never answer it.
      return connection.isEncrypted()
          ? "cannot be reached by https: look at the address, at firewalls in between, and write"
              + " http:// if TLS is not served there"
          : "cannot be reached: look at the address, and at firewalls in between";
    }
    if (has(e, ConnectException.class)) {
      return "connection refused: start the node, or say with --url or SLUICE_URL where one is";
    }
    if (has(e, TimeoutException.class) || has(e, HttpTimeoutException.class)) {
      return "no answer within " + longest.toMillis() + " ms: look at the node's log and load";
    }
    if (has(e, CertificateException.class)) {
      return "its certificate is not trusted (" + last(e).getMessage()
          + "): name the authority's PEM with --trust, and the host as the certificate does";
    }
    if (has(e, SSLException.class)) {
      return "no TLS (" + last(e).getMessage() + "): write http:// if it is not served there";
    }
    return "no answer that is HTTP (" + last(e).getMessage()
        + "): look at the address, and whether it must be https://";
  }

  /** For an answer whose status is not 2xx. */
  ApiException refused(ApiPath path, HttpResponse<byte[]> response) {
    int status = response.statusCode();
    Optional<String> said = said(response.body());
    String because = said.map(reason -> ": " + reason).orElse("");
    return switch (status) {
      case 401 ->
        fault(
            status,
            path,
            connection.token().isEmpty()
                ? "a token is needed: give --token-file, or set SLUICE_TOKEN"
                : "the token is not accepted" + because + ": get a new one");
      case 403 ->
        fault(status, path, "you may not do that" + because + ": use the token of another role");
      case 400 ->
        said.filter(reason -> reason.startsWith(UNKNOWN_PARAMETER))
            .map(reason -> older(status, path, reason))
            .orElseGet(() -> otherwise(status, path, said, because));
      case 405 -> said.map(reason -> older(status, path, reason)).orElseGet(() -> noNode(path));
      case 404 -> said.map(reason -> fault(status, path, reason)).orElseGet(() -> noNode(path));
      case 429 ->
        fault(
            status,
            path,
            "too many requests: try again in "
                + response.headers().firstValue("Retry-After").orElse("some") + " s");
      default -> otherwise(status, path, said, because);
    };
  }

  private ApiException otherwise(int status, ApiPath path, Optional<String> said, String because) {
    if (status / 100 == 3 || (status / 100 == 4 && said.isEmpty())) {
      return noNode(path);
    }
    return fault(
        status,
        path,
        status / 100 == 5
            ? "the node failed with " + status + because + "; its log says more"
            : said.orElse("refused with " + status));
  }

  private ApiException older(int status, ApiPath path, String reason) {
    return fault(
        status,
        path,
        "an older node does not know this request (" + reason
            + "): use the node's version of sluice");
  }

  /** For an answer that does not come from Sluice. */
  ApiException noNode(ApiPath path) {
    return fault(
        0, path, "this is not the admin address of a Sluice node: look at --url or SLUICE_URL");
  }

  /** For an answer of a Sluice of another version. */
  ApiException unreadable(ApiPath path, String why) {
    return fault(0, path, "cannot be understood (" + why + "): use the node's version of sluice");
  }

  /** For an answer of a Sluice of another version to a change that it has made. */
  ApiException unreadableChange(ApiPath path, String why) {
    return fault(
        0,
        path,
        "the change was made, but what holds now cannot be understood (" + why
            + "): use the node's version of sluice");
  }

  private ApiException fault(int status, ApiPath path, String fault) {
    return new ApiException(
        status, connection.url() + path.toString() + ": " + Table.printable(fault));
  }

  private static Optional<String> said(byte[] body) {
    try {
      JsonNode json = StrictJson.read(body, JsonNode.class);
      return Stream.of("error", "reason")
          .map(json::path)
          .filter(JsonNode::isTextual)
          .map(JsonNode::asText)
          .findFirst();
    } catch (InvalidJsonException e) {
      return Optional.empty(); // the status says enough
    }
  }

  private static boolean has(Throwable e, Class<? extends Throwable> type) {
    for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }

  private static Throwable last(Throwable e) {
    Throwable last = e;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    return last;
  }
}
