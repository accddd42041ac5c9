package io.sluice.cli.limits;

import io.sluice.cli.base.InvalidInputException;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.CliEnvironment;
import io.sluice.cli.remote.RemoteCommand;
import io.sluice.policy.PolicyKind;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that removes a limit. */
@Command(
    name = "remove",
    description = "Removes a limit; the one of the namespace or the default holds from then on.")
final class LimitsRemove extends RemoteCommand {

  @Parameters(
      paramLabel = "TARGET",
      converter = LimitTarget.Converter.class,
      description = LimitTarget.HELP)
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private LimitTarget target;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      converter = LimitKind.class,
      completionCandidates = LimitKind.class,
      defaultValue = "publish",
      description = "Which one: ${COMPLETION-CANDIDATES}; by default ${DEFAULT-VALUE}.")
  private PolicyKind<?> kind = PolicyKind.PUBLISH;

  LimitsRemove(CliEnvironment environment) {
    super(environment);
  }

  private record Removed(String target, String removed) {}

  @Override
  protected void run(Api api) throws IOException, InterruptedException {
    if (!new RemoteLimits(api).remove(kind, target)) {
      throw new InvalidInputException(
          target + " has no " + kind + " limit of its own; sluice limits list shows all limits");
    }
    if (json()) {
      printJson(new Removed(target.key().toString(), kind.name()));
    } else {
      print(target + ": no " + kind + " limit of its own any more");
    }
  }
}
