package io.sluice.server.console;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The machine's own Chromium, started when first asked for and ended with the last test of this JVM. */
record Chromium(Playwright playwright, Browser browser) implements AutoCloseable {

  /** As in {@code ./sluice}, which sets this one. */
  private static final String GIVEN = "SLUICE_CHROMIUM";

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private static final List<String> OPTIONS = List.of(
      "--no-sandbox", // which root cannot have
      "--disable-dev-shm-usage", // of which containers have little
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"); // so nothing gets outside

  static Chromium of(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.GLOBAL)
        .computeIfAbsent(Chromium.class, key -> start(), Chromium.class);
  }

  private static Chromium start() {
    Playwright playwright = Playwright.create(
        new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    return new Chromium(
        playwright,
        playwright
            .chromium()
            .launch(new LaunchOptions().setExecutablePath(executable()).setArgs(OPTIONS)));
  }

  private static Path executable() {
    String given = System.getenv(GIVEN);
    if (given != null && !given.isEmpty()) {
      return Path.of(given);
    }
    return NAMES.stream()
        .flatMap(Chromium::onPath)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(
            "these tests need a browser: install chromium, or name one by " + GIVEN));
  }

  private static Stream<Path> onPath(String name) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable);
  }

  @Override
  public void close() {
    playwright.close();
  }
}
