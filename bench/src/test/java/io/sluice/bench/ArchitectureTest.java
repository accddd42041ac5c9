package io.sluice.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Dependencies between modules, and between packages, point down only. The tables are those of
 * docs/architecture.md.
 */
class ArchitectureTest {

  /** Module folder to the modules it may use. */
  private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
      entry("core", Set.of()),
      entry("policy", Set.of("core")),
      entry("api", Set.of("policy")),
      entry("quota", Set.of("core", "ramp")),
      entry("yaml", Set.of()),
      entry("ramp", Set.of()),
      entry("ramp-redis", Set.of("ramp")),
      entry("ramp-otel", Set.of("ramp")),
      entry("ramp-yaml", Set.of("ramp", "ramp-redis", "yaml")),
      entry("embedded-pulsar", Set.of()),
      entry("pulsar", Set.of("policy", "quota")),
      entry("protocol", Set.of()),
      entry("client", Set.of("protocol")),
      entry("gateway", Set.of("core", "ramp", "quota", "policy", "protocol")),
      entry("admin", Set.of("core", "quota", "policy", "api", "gateway")),
      entry(
          "server",
          Set.of(
              "core", "ramp", "quota", "policy", "yaml", "pulsar", "protocol", "gateway", "admin")),
      entry("simulator", Set.of("core", "ramp", "quota")),
      entry(
          "cli",
          Set.of(
              "core",
              "policy",
              "api",
              "quota",
              "simulator",
              "pulsar",
              "yaml",
              "ramp",
              "ramp-redis",
              "ramp-yaml",
              "embedded-pulsar",
              "server")),
      entry(
          "bench",
          Set.of(
              "core",
              "policy",
              "api",
              "quota",
              "yaml",
              "ramp",
              "ramp-redis",
              "ramp-otel",
              "ramp-yaml",
              "embedded-pulsar",
              "pulsar",
              "protocol",
              "client",
              "gateway",
              "admin",
              "server",
              "simulator",
              "cli")));

  /** Each may use those before it; publishing and dispatching do not use each other. */
  private static final List<String> GATEWAY_FROM_THE_BOTTOM = List.of(
      "io.sluice.gateway.config",
      "io.sluice.gateway.view",
      "io.sluice.gateway.internal.net",
      "io.sluice.gateway.internal.home",
      "io.sluice.gateway.internal.limit",
      "io.sluice.gateway.internal.publish",
      "io.sluice.gateway.internal.dispatch",
      "io.sluice.gateway.internal.session",
      "io.sluice.gateway.internal.metrics",
      "io.sluice.gateway");

  /** Packages from protocol files, and from JMH. */
  private static final Set<String> GENERATED =
      Set.of(".protocol.wire", ".pulsar.wire", ".jmh_generated");

  private static final JavaClasses CLASSES = new ClassFileImporter()
      .withImportOption(new ImportOption.DoNotIncludeTests())
      .importPackages("io.sluice");

  @Test
  void shouldListEveryModule() throws IOException {
    Path root = Path.of("").toAbsolutePath().getParent();
    try (Stream<Path> folders = Files.list(root)) {
      assertThat(folders.filter(f -> Files.exists(f.resolve("pom.xml"))))
          .extracting(folder -> folder.getFileName().toString())
          .containsExactlyInAnyOrderElementsOf(MAY_USE.keySet());
    }
  }

  @Test
  void shouldSeeClassesOfEveryModule() {
    assertThat(MAY_USE.keySet()).allSatisfy(module -> assertThat(CLASSES)
        .as("classes of %s; bench must depend on every module", module)
        .anyMatch(type -> (type.getPackageName() + ".").startsWith(packageOf(module) + ".")));
  }

  @Test
  void shouldDependDownwardsOnly() {
    MAY_USE.forEach((module, used) -> {
      Set<String> others = new TreeSet<>(MAY_USE.keySet());
      others.remove(module);
      others.removeAll(used);
      if (!others.isEmpty()) {
        noClasses()
            .that()
            .resideInAPackage(packageOf(module) + "..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                others.stream().map(other -> packageOf(other) + "..").toArray(String[]::new))
            .check(CLASSES);
      }
    });
  }

  @Test
  void shouldHaveNoCycleOfPackages() {
    slices().matching("io.sluice.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void shouldHideTheInternalsOfTheGateway() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.sluice.gateway..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.sluice.gateway.internal..")
        .check(CLASSES);
  }

  @Test
  void shouldFollowAFrameDownThePackagesOfTheGateway() {
    for (int i = 0; i < GATEWAY_FROM_THE_BOTTOM.size(); i++) {
      for (String above : GATEWAY_FROM_THE_BOTTOM.subList(i + 1, GATEWAY_FROM_THE_BOTTOM.size())) {
        noClasses()
            .that()
            .resideInAPackage(GATEWAY_FROM_THE_BOTTOM.get(i))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(above)
            .check(CLASSES);
      }
    }
  }

  @Test
  void shouldSayOfEveryPackageWhatItIsFor() {
    assertThat(CLASSES)
        .filteredOn(type -> GENERATED.stream().noneMatch(type.getPackageName()::endsWith))
        .as("classes in packages with a package-info")
        .allMatch(type -> type.getPackage().tryGetPackageInfo().isPresent());
  }

  /** Sessions belong to their event loops, and metrics are read by another thread. */
  @Test
  void shouldReadMetricsFromCountersAndNotFromSessions() {
    noClasses()
        .that()
        .resideInAPackage("io.sluice.gateway.internal.metrics")
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "io\\.sluice\\.gateway\\.internal\\.session\\.Session(Registry|Connections|State.*)?")
        .check(CLASSES);
  }

  private static String packageOf(String module) {
    return "io.sluice." + module.replace("-", "");
  }
}
