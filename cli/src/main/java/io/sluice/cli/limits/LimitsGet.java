package io.sluice.cli.limits;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.api.Limit;
import io.sluice.api.LimitShare;
import io.sluice.cli.base.InvalidInputException;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.CliEnvironment;
import io.sluice.cli.remote.RemoteCommand;
import io.sluice.policy.PolicyKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that shows what is set for one target. */
@Command(
    name = "get",
    description =
        "Shows the limits that are set for a target itself, and of a topic's on which nodes they are"
            + " used; explain shows what holds for a topic.")
final class LimitsGet extends RemoteCommand {

  @Parameters(
      paramLabel = "TARGET",
      converter = LimitTarget.Converter.class,
      description = LimitTarget.HELP)
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private LimitTarget target;

  /** A limit, and how it is divided among nodes; of each subscription, where the limit is for each. */
  private record Item(
      String target, String kind, JsonNode policy, @Nullable List<LimitShare> shares) {

    static Item of(Limit limit, List<LimitShare> shares) {
      return new Item(
          limit.target(), limit.kind(), limit.policy(), shares.isEmpty() ? null : shares);
    }
  }

  private record Page(int total, List<Item> items, TopicNodes.@Nullable Home home) {}

  LimitsGet(CliEnvironment environment) {
    super(environment);
  }

  @Override
  protected void run(Api api) throws IOException, InterruptedException {
    RemoteLimits limits = new RemoteLimits(api);
    List<String> texts = new ArrayList<>();
    List<Item> items = new ArrayList<>();
    TopicNodes nodes = TopicNodes.of(api, target);
    for (PolicyKind<?> kind : LimitKind.ALL) {
      Optional<? extends Record> policy = limits.find(kind, target);
      policy.ifPresent(set -> {
        texts.add(LimitText.of(kind, target.key(), set));
        List<LimitShare> shares = nodes.shares(kind);
        shares.forEach(share -> Optional.ofNullable(share.text()).ifPresent(texts::add));
        items.add(Item.of(Limit.of(target.key(), kind, set), shares));
      });
    }
    if (items.isEmpty()) {
      throw new InvalidInputException(
          target + " has no limit of its own; sluice limits explain TOPIC shows which one holds");
    }
    if (json()) {
      printJson(new Page(items.size(), items, nodes.home()));
    } else {
      Optional.ofNullable(nodes.home())
          .map(
              home -> "The topic's home is node " + home.node() + ", at " + home.serviceUrl() + ".")
          .ifPresent(texts::add);
      texts.forEach(this::print);
    }
  }
}
