package io.sluice.cli.limits;

import io.sluice.policy.PolicyKind;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Which kinds of limits there are, to read one from the command line and to complete it. */
final class LimitKind implements ITypeConverter<PolicyKind<?>>, Iterable<String> {

  static final List<PolicyKind<?>> ALL = List.of(
      PolicyKind.PUBLISH, PolicyKind.DISPATCH, PolicyKind.SUBSCRIPTION_DISPATCH, PolicyKind.RAMP);

  @Override
  public PolicyKind<?> convert(String text) {
    return PolicyKind.named(text)
        .filter(ALL::contains)
        .orElseThrow(() -> new TypeConversionException(
            "must be one of publish, dispatch, subscription-dispatch, ramp, not '" + text + "'"));
  }

  @Override
  public Iterator<String> iterator() {
    return ALL.stream().map(PolicyKind::name).toList().iterator();
  }
}
