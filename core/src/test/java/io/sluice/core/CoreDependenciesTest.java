package io.sluice.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CoreDependenciesTest {

  private static final JavaClasses CORE = new ClassFileImporter()
      .withImportOption(new ImportOption.DoNotIncludeTests())
      .importPackages("io.sluice.core");

  @Test
  void shouldDependOnNothingButTheJdk() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        // JSpecify's are annotations for the compiler, absent at run time
        .resideInAnyPackage("java..", "io.sluice.core..", "org.jspecify.annotations..")
        .check(CORE);
  }

  @Test
  void shouldReadTimeOnlyThroughTheInjectedClock() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(NanoClock.class.getName())
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(System.class, Instant.class, Clock.class)
        .check(CORE);
  }
}
