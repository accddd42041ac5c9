package io.sluice.admin.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One request to a server of this machine, exactly as it is written down. */
final class Http {

  private static final int LONGEST_MILLIS = 30_000;
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");

  /** What came back. */
  record Answer(int status, String head, String body) {}

  private Http() {}

  static Answer json(int port, String method, String target, String body, String... headers)
      throws IOException {
    StringBuilder request = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
    request.append("Host: here\r\n");
    if (!body.isEmpty()) {
      request.append("Content-Type: application/json\r\n");
    }
    for (String header : headers) {
      request.append(header).append("\r\n");
    }
    request.append("Content-Length: ").append(body.getBytes(UTF_8).length).append("\r\n\r\n");
    return raw(port, request + body);
  }

  static Answer raw(int port, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(LONGEST_MILLIS);
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return read(socket.getInputStream(), request.startsWith("HEAD "));
    }
  }

  /** The server does not hurry to close a connection, so the head has to say how long the body is. */
  private static Answer read(InputStream in, boolean headOnly) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    while (!bytes.toString(UTF_8).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("after " + bytes);
      }
      bytes.write(next);
    }
    String head = bytes.toString(UTF_8);
    Matcher length = LENGTH.matcher(head);
    byte[] body = in.readNBytes(length.find() && !headOnly ? Integer.parseInt(length.group(1)) : 0);
    return new Answer(Integer.parseInt(head.substring(9, 12)), head, new String(body, UTF_8));
  }
}
