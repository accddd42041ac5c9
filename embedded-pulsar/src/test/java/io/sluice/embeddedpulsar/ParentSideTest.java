package io.sluice.embeddedpulsar;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.sluice.embeddedpulsar.child.Protocol;
import org.junit.jupiter.api.Test;

/** The side that others use must work where no Pulsar is on the class path. */
class ParentSideTest {

  @Test
  void shouldNeedNothingButTheJdk() {
    classes()
        .that()
        .resideInAPackage("io.sluice.embeddedpulsar")
        .or()
        .belongToAnyOf(Protocol.class)
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage("java..", "org.jspecify..", "io.sluice.embeddedpulsar")
                .or(belongToAnyOf(Protocol.class)))
        .check(new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.sluice.embeddedpulsar"));
  }
}
