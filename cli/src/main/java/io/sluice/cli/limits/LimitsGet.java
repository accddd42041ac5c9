package io.sluice.cli.limits;

import io.sluice.api.Limit;
import io.sluice.cli.base.InvalidInputException;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.CliEnvironment;
import io.sluice.cli.remote.RemoteCommand;
import io.sluice.policy.PolicyKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that shows what is set for one target. */
@Command(
    name = "get",
    description =
        "Shows the limits that are set for a target itself; explain shows what holds for a topic.")
final class LimitsGet extends RemoteCommand {

  @Parameters(
      paramLabel = "TARGET",
      converter = LimitTarget.Converter.class,
      description = LimitTarget.HELP)
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private LimitTarget target;

  LimitsGet(CliEnvironment environment) {
    super(environment);
  }

  @Override
  protected void run(Api api) throws IOException, InterruptedException {
    RemoteLimits limits = new RemoteLimits(api);
    List<String> texts = new ArrayList<>();
    List<Limit> items = new ArrayList<>();
    for (PolicyKind<?> kind : LimitKind.ALL) {
      Optional<? extends Record> policy = limits.find(kind, target);
      policy.ifPresent(set -> {
        texts.add(LimitText.of(kind, target.key(), set));
        items.add(Limit.of(target.key(), kind, set));
      });
    }
    if (items.isEmpty()) {
      throw new InvalidInputException(
          target + " has no limit of its own; sluice limits explain TOPIC shows which one holds");
    }
    if (json()) {
      printJson(new Limit.Page(items.size(), items));
    } else {
      texts.forEach(this::print);
    }
  }
}
