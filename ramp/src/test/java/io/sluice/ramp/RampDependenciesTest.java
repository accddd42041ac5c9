package io.sluice.ramp;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class RampDependenciesTest {

  private static final JavaClasses RAMP = new ClassFileImporter()
      .withImportOption(new ImportOption.DoNotIncludeTests())
      .importPackages("io.sluice.ramp");

  @Test
  void shouldDependOnNothingButTheJdk() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        // JSpecify's are annotations for the compiler, absent at run time
        .resideInAnyPackage("java..", "io.sluice.ramp..", "org.jspecify.annotations..")
        .check(RAMP);
  }

  @Test
  void shouldReadTimeOnlyThroughTheInjectedClock() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(RampTime.SystemTime.class.getName())
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching("java\\.time\\.(Instant|Clock|InstantSource|LocalDateTime)")
        .check(RAMP);
  }
}
