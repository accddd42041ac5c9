package io.sluice.cli.groups;

import io.sluice.policy.PolicyKey;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a group's name from the command line. */
final class GroupName implements ITypeConverter<String> {

  @Override
  public String convert(String text) {
    try {
      return new PolicyKey.Group(text).name();
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
