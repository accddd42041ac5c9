package io.sluice.cli.limits;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.api.Limit;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.ApiPath;
import io.sluice.cli.remote.CliEnvironment;
import io.sluice.cli.remote.RemoteCommand;
import io.sluice.cli.remote.Table;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.json.InvalidJsonException;
import io.sluice.policy.json.PolicyJson;
import io.sluice.policy.json.StrictJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that lists what is set. */
@Command(name = "list", description = "Lists every limit that is set.")
final class LimitsList extends RemoteCommand {

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      converter = LimitKind.class,
      completionCandidates = LimitKind.class,
      description = "Only those: ${COMPLETION-CANDIDATES}.")
  private @Nullable PolicyKind<?> kind;

  @Option(
      names = "--contains",
      paramLabel = "TEXT",
      description = "Only of targets that have this in their names.")
  private @Nullable String contains;

  LimitsList(CliEnvironment environment) {
    super(environment);
  }

  @Override
  protected void run(Api api) throws IOException, InterruptedException {
    List<Limit> items = all(api);
    if (json()) {
      printJson(new Limit.Page(items.size(), items));
      return;
    }
    if (items.isEmpty()) {
      print(kind == null && contains == null ? "no limit is set" : "no such limit is set");
      return;
    }
    Table table = Table.ofTexts("TARGET", "KIND", "LIMIT");
    items.forEach(item -> table.add(target(item.target()), item.kind(), text(item)));
    print(table.lines());
  }

  private List<Limit> all(Api api) throws IOException, InterruptedException {
    ApiPath path = wanted();
    List<Limit> items = new ArrayList<>();
    for (JsonNode item : api.items(path)) {
      items.add(api.read(path, item, Limit.class));
    }
    return items;
  }

  private ApiPath wanted() {
    ApiPath path = ApiPath.of("limits");
    if (kind != null) {
      path = path.with("kind", kind.name());
    }
    return contains == null ? path : path.with("contains", contains);
  }

  private static String target(String text) {
    try {
      return LimitTarget.text(PolicyKey.parse(text));
    } catch (IllegalArgumentException e) {
      return text; // of a later version, which knows more
    }
  }

  private static String text(Limit item) {
    Optional<PolicyKind<?>> kind = PolicyKind.named(item.kind()).filter(LimitKind.ALL::contains);
    try {
      return kind.isEmpty()
          ? item.policy().toString()
          : LimitText.of(PolicyJson.read(kind.get(), StrictJson.write(item.policy())));
    } catch (InvalidJsonException e) {
      return item.policy().toString(); // of a later version, which knows more
    }
  }
}
