package io.sluice.cli;

import io.sluice.cli.remote.CliEnvironment;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs commands that ask a node, in an environment of their own. */
final class RemoteCommands {

  private final Map<String, String> environment = new HashMap<>();
  private StringWriter out = new StringWriter();
  private StringWriter err = new StringWriter();

  /** @param home where profiles would be */
  RemoteCommands(Path home) {
    environment.put("HOME", home.toString());
  }

  RemoteCommands with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** The exit code; what was shown before is forgotten. */
  int run(Object... args) {
    out = new StringWriter();
    err = new StringWriter();
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    return SluiceCli.run(
        new CliEnvironment(new PrintWriter(out, true), new PrintWriter(err, true), environment),
        words);
  }

  List<String> shown() {
    return out.toString().lines().toList();
  }

  List<String> errors() {
    return err.toString().lines().toList();
  }
}
