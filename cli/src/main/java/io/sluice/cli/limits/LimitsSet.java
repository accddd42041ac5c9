package io.sluice.cli.limits;

import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.CliEnvironment;
import io.sluice.cli.remote.RemoteCommand;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.RampUp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command that sets a limit. */
@Command(
    name = "set",
    description = {
      "Sets a limit, and says what holds then. What is not given stays as it is, or is as by default if"
          + " there is no limit yet.",
      "Example: sluice limits set public/default --messages 1000 --bytes 1M --shadow"
    })
final class LimitsSet extends RemoteCommand {

  @Parameters(
      paramLabel = "TARGET",
      converter = LimitTarget.Converter.class,
      description = LimitTarget.HELP)
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private LimitTarget target;

  @Mixin
  private RateOptions rates = new RateOptions();

  @Mixin
  private RampOptions ramp = new RampOptions();

  LimitsSet(CliEnvironment surroundings) {
    super(surroundings);
  }

  @Override
  protected void run(Api api) throws IOException, InterruptedException {
    if (!rates.areGiven() && !ramp.areGiven()) {
      throw misuse("there is nothing to set: give --messages, --bytes, --shadow or --ramp-min");
    }
    RemoteLimits limits = new RemoteLimits(api);
    List<String> texts = new ArrayList<>();
    List<LimitItem> items = new ArrayList<>();
    try {
      rates.requireSense(ramp.areGiven());
      // Before anything is changed, as it may make no sense.
      Optional<RampUp> rising = ramp.areGiven()
          ? Optional.of(ramp.over(limits.find(PolicyKind.RAMP, target)))
          : Optional.empty();
      if (rates.areGiven()) {
        PolicyKind<?> kind = rates.kind();
        Record policy = rates.set(limits, target);
        texts.add(LimitText.of(kind, target.key(), policy));
        items.add(LimitItem.of(target.key(), kind, policy));
      }
      if (rising.isPresent()) {
        limits.put(PolicyKind.RAMP, target, rising.get());
        texts.add(LimitText.of(PolicyKind.RAMP, target.key(), rising.get()));
        items.add(LimitItem.of(target.key(), PolicyKind.RAMP, rising.get()));
      }
    } catch (IllegalArgumentException e) {
      throw misuse(String.valueOf(e.getMessage()));
    }
    if (json()) {
      printJson(LimitItem.Page.of(items));
    } else {
      texts.forEach(this::print);
    }
  }
}
