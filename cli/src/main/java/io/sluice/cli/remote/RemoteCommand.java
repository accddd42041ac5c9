package io.sluice.cli.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.sluice.cli.base.Version;
import io.sluice.policy.json.StrictJson;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that asks a node and prints its answer. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
public abstract class RemoteCommand implements Callable<Integer> {

  private final CliEnvironment environment;

  @Mixin
  private NodeOptions options = new NodeOptions();

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  /** Reads nothing of the environment before the command runs. */
  protected RemoteCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public final Integer call() throws IOException, InterruptedException {
    run(Api.connect(options.connection(environment), options.timeout()));
    return 0;
  }

  /** Runs the command. */
  protected abstract void run(Api api) throws IOException, InterruptedException;

  /** Whether to print JSON. */
  protected final boolean json() {
    return options.json();
  }

  /** Prints lines for people. */
  protected final void print(List<String> lines) {
    lines.forEach(environment.out()::println);
    environment.out().flush();
  }

  /** Prints a line for people. */
  protected final void print(String line) {
    print(List.of(Table.printable(line)));
  }

  /** Prints a value as JSON. */
  protected final void printJson(Object value) {
    try {
      environment
          .out()
          .println(StrictJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record can always be written", e);
    }
    environment.out().flush();
  }

  /** The output and environment of the command. */
  protected final CliEnvironment environment() {
    return environment;
  }

  /** For a combination of arguments that makes no sense. */
  protected final ParameterException misuse(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
