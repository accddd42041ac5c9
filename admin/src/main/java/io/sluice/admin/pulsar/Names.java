package io.sluice.admin.pulsar;

import com.linecorp.armeria.common.HttpStatus;
import io.sluice.admin.http.Refusal;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.TopicName;

/** Names in paths; one that cannot be is refused as Pulsar does. */
final class Names {

  private Names() {}

  static String namespace(String tenant, String namespace) {
    plain("Namespace", "tenant", tenant);
    plain("Namespace", "namespace", namespace);
    return tenant + "/" + namespace;
  }

  static String tenant(String tenant) {
    return plain("Tenant", "tenant", tenant);
  }

  static String group(String group) {
    return plain("ResourceGroup", "resource group", group);
  }

  static TopicName topic(String domain, String tenant, String namespace, String topic) {
    String in = namespace(tenant, namespace);
    try {
      TopicName name = TopicName.parse(domain + "://" + in + "/" + topic);
      if (name.namespace().equals(in)) { // else the topic had a slash in it
        return name;
      }
    } catch (IllegalArgumentException e) {
      throw invalid("Topic", String.valueOf(e.getMessage()));
    }
    throw invalid("Topic", "a topic has no slash in its name");
  }

  private static String plain(String shown, String what, String name) {
    try {
      PolicyKey.requirePlain(what, name);
      return name;
    } catch (IllegalArgumentException e) {
      throw invalid(shown, String.valueOf(e.getMessage()));
    }
  }

  private static Refusal invalid(String shown, String why) {
    return new Refusal(HttpStatus.PRECONDITION_FAILED, shown + " name is not valid: " + why);
  }
}
