package io.sluice.cli.groups;

import io.sluice.cli.limits.RampOptions;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.ApiPath;
import io.sluice.cli.remote.CliEnvironment;
import io.sluice.cli.remote.RemoteCommand;
import io.sluice.cli.units.Bytes;
import io.sluice.cli.units.Count;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.RampUp;
import io.sluice.policy.json.PolicyJson;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that makes a group, or changes one. */
@Command(
    name = "set",
    description = {
      "Makes a group or changes one. What is not given stays as it is; of a new one it is not limited. Numbers"
          + " are per second and take units: 10k messages, 1M bytes (1MiB, as in pulsar-admin); none for no"
          + " limit."
    })
final class GroupsSet extends RemoteCommand {

  @Parameters(paramLabel = "GROUP", converter = GroupName.class, description = "Its name.")
  private String group = "";

  @Option(
      names = "--publish-messages",
      paramLabel = "N",
      converter = Count.class,
      description = "Messages that may be published.")
  private @Nullable Long publishMessages;

  @Option(
      names = "--publish-bytes",
      paramLabel = "N",
      converter = Bytes.class,
      description = "Bytes that may be published.")
  private @Nullable Long publishBytes;

  @Option(
      names = "--dispatch-messages",
      paramLabel = "N",
      converter = Count.class,
      description = "Messages that may be dispatched.")
  private @Nullable Long dispatchMessages;

  @Option(
      names = "--dispatch-bytes",
      paramLabel = "N",
      converter = Bytes.class,
      description = "Bytes that may be dispatched.")
  private @Nullable Long dispatchBytes;

  @Option(names = "--no-ramp", description = "Removes its ramp.")
  private boolean noRamp;

  @Mixin
  private RampOptions ramp = new RampOptions();

  GroupsSet(CliEnvironment surroundings) {
    super(surroundings);
  }

  @Override
  protected void run(Api api) throws IOException, InterruptedException {
    if (noRamp && ramp.areGiven()) {
      throw misuse("--no-ramp and --ramp-... exclude each other");
    }
    Optional<RemoteGroup> now = RemoteGroup.find(api, group);
    GroupQuota before = now.map(RemoteGroup::quota).orElse(GroupQuota.UNLIMITED);
    GroupQuota quota = new GroupQuota(
        orElse("--publish-messages", publishMessages, before.publishMessages()),
        orElse("--publish-bytes", publishBytes, before.publishBytes()),
        orElse("--dispatch-messages", dispatchMessages, before.dispatchMessages()),
        orElse("--dispatch-bytes", dispatchBytes, before.dispatchBytes()));
    // Before anything is changed, as it may make no sense.
    Optional<RampUp> rising = rampOver(now.flatMap(RemoteGroup::ramp));
    ApiPath path = RemoteGroup.ALL.then(group);
    if (now.isEmpty() || !quota.equals(before)) {
      api.put(path, PolicyJson.of(quota));
    }
    if (ramp.areGiven()) {
      api.put(path.then("ramp"), PolicyJson.of(rising.orElseThrow()));
    } else if (noRamp) {
      var unused = api.delete(path.then("ramp"));
    }
    if (json()) {
      printJson(api.get(path));
    } else {
      print(RemoteGroup.text(group, quota, rising));
    }
  }

  private Optional<RampUp> rampOver(Optional<RampUp> now) {
    if (!ramp.areGiven()) {
      return noRamp ? Optional.empty() : now;
    }
    try {
      return Optional.of(ramp.over(now));
    } catch (IllegalArgumentException e) {
      throw misuse(String.valueOf(e.getMessage()));
    }
  }

  /** Elsewhere 0 is no limit, and for whoever does not know that it is nothing at all. */
  private long orElse(String option, @Nullable Long given, long now) {
    if (given != null && given == 0) {
      throw misuse(option + " must be above 0, or none for no limit");
    }
    return given == null ? now : given;
  }
}
