package io.sluice.admin.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.linecorp.armeria.common.HttpStatus;
import io.sluice.admin.http.Refusal;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The path of a request as it was sent. A path that Sluice and a broker could read differently is refused: the
 * broker must not set a limit by a request that Sluice has passed on as something else.
 *
 * @param raw its parts as they were sent; a slash at the end makes no difference, as in Pulsar
 */
record PulsarPath(List<String> raw) {

  private static final List<String> ROOTS = List.of("admin", "lookup");
  private static final Pattern ENCODED_SLASH = Pattern.compile("%2[fF]");

  /**
   * Reads a path.
   *
   * @param target the path and the query that came with it
   */
  static PulsarPath parse(String target) {
    int query = target.indexOf('?');
    String path = query < 0 ? target : target.substring(0, query);
    String plain = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    if (!target.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '#')
        || !plain.startsWith("/")
        || plain.indexOf(';') >= 0
        || plain.indexOf('\\') >= 0) {
      throw refused("it has a character that a path cannot have");
    }
    PulsarPath parsed = new PulsarPath(Arrays.asList(plain.substring(1).split("/", -1)));
    List<String> parts = parsed.parts();
    if (parts.stream().anyMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."))) {
      throw refused("every part of it must be a name");
    }
    if (!ROOTS.contains(parsed.raw.get(0))) {
      throw refused("it must be under /admin or /lookup, spelt so");
    }
    return parsed;
  }

  static Refusal refused(String why) {
    return new Refusal(HttpStatus.BAD_REQUEST, "This path is not taken: " + why);
  }

  /** Its parts with nothing encoded. */
  List<String> parts() {
    // In a path, unlike in a form, a plus is a plus.
    return raw.stream()
        .map(part -> URLDecoder.decode(part.replace("+", "%2B"), UTF_8))
        .toList();
  }

  /** What it would be to a server that takes encoded slashes for slashes. */
  PulsarPath withEverySlash() {
    return new PulsarPath(raw.stream()
        .flatMap(ENCODED_SLASH::splitAsStream)
        .filter(part -> !part.isEmpty())
        .toList());
  }

  /** The name of a topic: the one part that Pulsar reads as if it came from a form. */
  String topic(int index) {
    return URLDecoder.decode(raw.get(index), UTF_8);
  }
}
