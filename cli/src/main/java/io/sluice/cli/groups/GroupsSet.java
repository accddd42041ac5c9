package io.sluice.cli.groups;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.limits.RampOptions;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.ApiPath;
import io.sluice.cli.remote.CliEnvironment;
import io.sluice.cli.remote.RemoteCommand;
import io.sluice.cli.units.Bytes;
import io.sluice.cli.units.Count;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.RampUp;
import io.sluice.policy.json.PolicyJson;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
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
      "Creates or changes a group. A rate that is not given stays as it is; a new group has no limit of it. Numbers"
          + " are per second and take units: 10k messages, 1M bytes (1MiB, as in pulsar-admin); none for no"
          + " limit."
    })
final class GroupsSet extends RemoteCommand {

  @Parameters(paramLabel = "GROUP", converter = GroupName.class, description = "The group's name.")
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

  GroupsSet(CliEnvironment environment) {
    super(environment);
  }

  @Override
  protected void run(Api api) throws IOException, InterruptedException {
    if (noRamp && ramp.areGiven()) {
      throw misuse("--no-ramp and --ramp-... exclude each other");
    }
    Map<String, Long> given = given();
    ApiPath path = RemoteGroup.ALL.then(group);
    Optional<RemoteGroup> now = RemoteGroup.find(api, group);
    Optional<Api.Tagged> rampNow =
        ramp.areGiven() && now.isPresent() ? api.findTagged(path.then("ramp")) : Optional.empty();
    // Before anything is changed, as it may make no sense.
    Optional<RampUp> rising =
        ramp.areGiven() ? Optional.of(rampOver(readRamp(api, path, rampNow))) : Optional.empty();
    if (now.isEmpty()) {
      api.putOver(Optional.empty(), path, given);
      if (rising.isPresent()) { // pulsar-admin removes a group without its ramp
        rampNow = api.findTagged(path.then("ramp"));
      }
    }
    // The ramp first: if it has changed since it was read, setting it fails, and the quota stays as
    // it was.
    if (rising.isPresent()) {
      api.putOver(rampNow, path.then("ramp"), PolicyJson.of(rising.get()));
    } else if (noRamp) {
      var unused = api.delete(path.then("ramp"));
    }
    if (now.isPresent() && !given.isEmpty()) {
      var unused = api.patch(path, given, PolicyKind.GROUP);
    }
    JsonNode made = api.get(path);
    if (json()) {
      printJson(made);
    } else {
      RemoteGroup read = RemoteGroup.read(api, path, made);
      print(RemoteGroup.text(group, read.quota(), read.ramp()));
    }
  }

  private static Optional<RampUp> readRamp(Api api, ApiPath path, Optional<Api.Tagged> ramp)
      throws IOException {
    return ramp.isEmpty()
        ? Optional.empty()
        : Optional.of(api.read(path.then("ramp"), ramp.get().json(), PolicyKind.RAMP));
  }

  private RampUp rampOver(Optional<RampUp> now) {
    try {
      return ramp.over(now);
    } catch (IllegalArgumentException e) {
      throw misuse(String.valueOf(e.getMessage()));
    }
  }

  private Map<String, Long> given() {
    Map<String, Long> fields = new LinkedHashMap<>();
    give(fields, "publishMessages", "--publish-messages", publishMessages);
    give(fields, "publishBytes", "--publish-bytes", publishBytes);
    give(fields, "dispatchMessages", "--dispatch-messages", dispatchMessages);
    give(fields, "dispatchBytes", "--dispatch-bytes", dispatchBytes);
    return fields;
  }

  /** Elsewhere 0 is no limit; an operator who does not know that takes it for nothing at all. */
  private void give(Map<String, Long> fields, String field, String option, @Nullable Long value) {
    if (value != null && value == 0) {
      throw misuse(option + " must be above 0, or none for no limit");
    }
    if (value != null) {
      fields.put(field, value);
    }
  }
}
