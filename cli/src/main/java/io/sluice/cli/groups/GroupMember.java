package io.sluice.cli.groups;

import io.sluice.cli.remote.ApiPath;
import io.sluice.policy.PolicyKey;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A member of a group, or what is to be one.
 *
 * @param key a tenant or a namespace
 */
record GroupMember(PolicyKey key) {

  static final String HELP = "A tenant, or tenant/namespace.";

  /** Reads it from the command line. */
  static final class Converter implements ITypeConverter<GroupMember> {

    @Override
    public GroupMember convert(String text) {
      boolean namespace = text.indexOf('/') > 0 && text.indexOf('/') == text.lastIndexOf('/');
      try {
        return new GroupMember(namespace ? PolicyKey.namespace(text) : new PolicyKey.Tenant(text));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(
            "must be a tenant or tenant/namespace, not '" + text + "'");
      }
    }
  }

  ApiPath path(String group) {
    ApiPath members = RemoteGroup.ALL.then(group, "members");
    return key instanceof PolicyKey.Namespace namespace
        ? members.then("namespaces").then(namespace.name().split("/", -1))
        : members.then("tenants", key.toString().substring("tenant ".length()));
  }
}
