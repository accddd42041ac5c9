package io.sluice.admin.pulsar;

import io.sluice.admin.node.Changes;
import io.sluice.policy.PublishLimit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which paths of Pulsar's API are Sluice's to answer, in Pulsar's spelling and in that of PIP-82. */
final class Endpoints {

  private final RateEndpoints rates;
  private final GroupEndpoints groups;
  private final BrokerRateEndpoints brokers;

  /** @param configured what each broker may be sent where nothing is set */
  Endpoints(Changes changes, ClusterCheck check, PublishLimit configured) {
    Existence existence = new Existence(check);
    this.rates = new RateEndpoints(changes, existence);
    this.groups = new GroupEndpoints(changes, existence);
    this.brokers = new BrokerRateEndpoints(changes, configured);
  }

  /** What answers at a path; empty if it is the cluster's. */
  Optional<Endpoint> at(PulsarPath path) {
    Optional<Endpoint> found = exactlyAt(path);
    if (found.isEmpty() && exactlyAt(path.withEverySlash()).isPresent()) {
      throw PulsarPath.refused("it has an encoded slash in place of a slash");
    }
    return found;
  }

  private Optional<Endpoint> exactlyAt(PulsarPath path) {
    List<String> parts = path.parts();
    if (parts.size() < 3 || !parts.get(0).equals("admin") || !parts.get(1).equals("v2")) {
      return Optional.empty();
    }
    return Optional.ofNullable(
        switch (parts.get(2)) {
          case "namespaces" -> ofNamespace(parts.subList(3, parts.size()));
          case "tenants" -> ofTenant(parts.subList(3, parts.size()));
          case "persistent", "non-persistent" -> ofTopic(parts, path);
          case "resourcegroups", "resourcegroup" -> ofGroup(parts.subList(3, parts.size()));
          case "brokers" -> ofBrokers(parts.subList(3, parts.size()));
          default -> null;
        });
  }

  /** Of the settings of brokers, those two that are Sluice's. */
  private @Nullable Endpoint ofBrokers(List<String> rest) {
    if (rest.size() < 2 || rest.size() > 3 || !rest.get(0).equals("configuration")) {
      return null;
    }
    return BrokerRate.named(rest.get(1))
        .map(rate -> rest.size() == 2 ? brokers.remove(rate) : brokers.set(rate, rest.get(2)))
        .orElse(null);
  }

  private @Nullable Endpoint ofNamespace(List<String> rest) {
    if (rest.size() == 3 && rest.get(2).equals("resourcegroup")) {
      return groups.ofNamespace(rest.get(0), rest.get(1));
    }
    if (rest.size() == 4 && rest.get(2).equals("resourcegroup")) {
      return groups.attachNamespace(rest.get(0), rest.get(1), rest.get(3));
    }
    RateKind<?> rate = rest.size() == 3 ? RateKind.BY_NAME.get(rest.get(2)) : null;
    return rate == null ? null : rates.ofNamespace(rate, rest.get(0), rest.get(1));
  }

  private @Nullable Endpoint ofTenant(List<String> rest) {
    if (rest.size() < 2 || rest.size() > 3 || !rest.get(1).equals("resourcegroup")) {
      return null;
    }
    return rest.size() == 2
        ? groups.ofTenant(rest.get(0))
        : groups.attachTenant(rest.get(0), rest.get(2));
  }

  private @Nullable Endpoint ofTopic(List<String> parts, PulsarPath path) {
    RateKind<?> rate = parts.size() == 7 ? RateKind.BY_NAME.get(parts.get(6)) : null;
    return rate == null
        ? null
        : rates.ofTopic(rate, parts.get(2), parts.get(3), parts.get(4), path.topic(5));
  }

  private @Nullable Endpoint ofGroup(List<String> rest) {
    return switch (rest.size()) {
      case 0 -> groups.all();
      case 1 -> groups.one(rest.get(0));
      default -> null;
    };
  }
}
