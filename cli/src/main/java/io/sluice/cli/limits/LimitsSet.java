package io.sluice.cli.limits;

import io.sluice.api.Limit;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.ApiPath;
import io.sluice.cli.remote.CliEnvironment;
import io.sluice.cli.remote.RemoteCommand;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.RampUp;
import io.sluice.policy.json.PolicyJson;
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

  LimitsSet(CliEnvironment environment) {
    super(environment);
  }

  @Override
  protected void run(Api api) throws IOException, InterruptedException {
    if (!rates.areGiven() && !ramp.areGiven()) {
      throw misuse("there is nothing to set: give --messages, --bytes, --shadow or --ramp-min");
    }
    RemoteLimits limits = new RemoteLimits(api);
    List<String> texts = new ArrayList<>();
    List<Limit> items = new ArrayList<>();
    try {
      rates.requireSense(ramp.areGiven());
      rates.requireLimit(limits, target);
      // The ramp first: if it has changed since it was read, setting it fails, and the limit stays
      // as it was.
      Optional<RampUp> rising = ramp.areGiven() ? Optional.of(setRamp(api)) : Optional.empty();
      if (rates.areGiven()) {
        PolicyKind<?> kind = rates.kind();
        Record policy = rates.set(limits, target);
        texts.add(LimitText.of(kind, target.key(), policy));
        items.add(Limit.of(target.key(), kind, policy));
      }
      rising.ifPresent(up -> {
        texts.add(LimitText.of(PolicyKind.RAMP, target.key(), up));
        items.add(Limit.of(target.key(), PolicyKind.RAMP, up));
      });
    } catch (IllegalArgumentException e) {
      throw misuse(String.valueOf(e.getMessage()));
    }
    if (json()) {
      printJson(new Limit.Page(items.size(), items));
    } else {
      texts.forEach(this::print);
    }
  }

  private RampUp setRamp(Api api) throws IOException, InterruptedException {
    ApiPath path = target.path(PolicyKind.RAMP);
    Optional<Api.Tagged> before = api.findTagged(path);
    Optional<RampUp> now = before.isEmpty()
        ? Optional.empty()
        : Optional.of(api.read(path, before.get().json(), PolicyKind.RAMP));
    RampUp up = ramp.over(now);
    api.putOver(before, path, PolicyJson.of(up));
    return up;
  }
}
