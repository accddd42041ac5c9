package io.sluice.admin;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpHeaders;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.file.FileService;
import com.linecorp.armeria.server.file.HttpFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/**
 * Serves the console's files, from the class path, to every client. They contain nothing secret: the browser
 * requests what the console shows from the API, with the user's token.
 */
final class ConsoleFiles {

  private static final String FOLDER = "io/sluice/admin/console";
  private static final String CHARTS = "META-INF/maven/org.webjars.npm/chart.js/pom.properties";

  /**
   * The page loads nothing from other servers, never parses texts as HTML, and cannot be shown in a frame of
   * another page. Browsers revalidate the files each time, which costs little.
   */
  private static final HttpHeaders HEADERS = HttpHeaders.builder()
      .add(
          HttpHeaderNames.CONTENT_SECURITY_POLICY,
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
              + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
              + " require-trusted-types-for 'script'; trusted-types 'none'")
      .add(HttpHeaderNames.X_CONTENT_TYPE_OPTIONS, "nosniff")
      .add(HttpHeaderNames.REFERRER_POLICY, "no-referrer")
      .add(HttpHeaderNames.CROSS_ORIGIN_OPENER_POLICY, "same-origin")
      .add(HttpHeaderNames.CROSS_ORIGIN_RESOURCE_POLICY, "same-origin")
      .add(HttpHeaderNames.CACHE_CONTROL, "no-cache")
      .build();

  private ConsoleFiles() {}

  static void addTo(ServerBuilder builder) {
    ClassLoader classes = ConsoleFiles.class.getClassLoader();
    builder.service("/", file(classes, FOLDER + "/index.html", MediaType.HTML_UTF_8));
    builder.service(
        "/console/chart.js",
        file(
            classes,
            "META-INF/resources/webjars/chart.js/" + chartsVersion(classes)
                + "/dist/chart.umd.min.js",
            MediaType.JAVASCRIPT_UTF_8));
    builder.serviceUnder(
        "/console/", FileService.builder(classes, FOLDER).addHeaders(HEADERS).build());
  }

  private static HttpService file(ClassLoader classes, String path, MediaType type) {
    return HttpFile.builder(classes, path)
        .addHeaders(HEADERS)
        .setHeader(HttpHeaderNames.CONTENT_TYPE, type)
        .build()
        .asService();
  }

  /** The library has its version in its paths. */
  private static String chartsVersion(ClassLoader classes) {
    Properties properties = new Properties();
    try (InputStream in = classes.getResourceAsStream(CHARTS)) {
      properties.load(Objects.requireNonNull(in, "chart.js is on the class path"));
    } catch (IOException e) {
      throw new UncheckedIOException("chart.js cannot be read", e);
    }
    return properties.getProperty("version");
  }
}
