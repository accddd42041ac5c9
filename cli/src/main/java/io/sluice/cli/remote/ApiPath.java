package io.sluice.cli.remote;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A path of Sluice's API. All special characters in names are percent-encoded. */
public final class ApiPath {

  private final String text;

  private ApiPath(String text) {
    this.text = text;
  }

  /** Below {@code /sluice/v1}. */
  public static ApiPath of(String... segments) {
    return new ApiPath(Arrays.stream(segments)
        .map(segment -> "/" + encode(segment))
        .collect(Collectors.joining("", "/sluice/v1", "")));
  }

  /** The same with more at its end. */
  public ApiPath then(String... segments) {
    return new ApiPath(text
        + Arrays.stream(segments)
            .map(segment -> "/" + encode(segment))
            .collect(Collectors.joining()));
  }

  /** The same with a parameter. */
  public ApiPath with(String parameter, String value) {
    return new ApiPath(
        text + (text.contains("?") ? "&" : "?") + encode(parameter) + "=" + encode(value));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public String toString() {
    return text;
  }
}
