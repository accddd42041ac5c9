package io.sluice.cli.limits;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.ApiPath;
import io.sluice.cli.remote.CliEnvironment;
import io.sluice.cli.remote.RemoteCommand;
import io.sluice.policy.TopicName;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** The command that says what holds for a topic, and why. */
@Command(
    name = "explain",
    description = "Says which limits hold for a topic, and where each of them comes from.")
final class LimitsExplain extends RemoteCommand {

  @Parameters(
      paramLabel = "TOPIC",
      converter = Topic.class,
      description = "tenant/namespace/topic, persistent://... or non-persistent://...")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private TopicName topic;

  LimitsExplain(CliEnvironment environment) {
    super(environment);
  }

  /** Reads it from the command line. */
  static final class Topic implements ITypeConverter<TopicName> {

    @Override
    public TopicName convert(String text) {
      try {
        return LimitTarget.topic(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }

  @Override
  protected void run(Api api) throws IOException, InterruptedException {
    ApiPath path = LimitTarget.path(ApiPath.of("explain"), topic);
    JsonNode explained = api.get(path);
    if (json()) {
      printJson(explained);
      return;
    }
    if (!explained.path("text").isArray()) {
      throw api.unreadable(path, "it has no text");
    }
    explained.path("text").forEach(line -> print(line.asText()));
  }
}
