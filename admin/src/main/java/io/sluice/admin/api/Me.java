package io.sluice.admin.api;

import io.sluice.admin.access.Caller;
import io.sluice.admin.node.NodeSources;
import java.util.Locale;

/**
 * The caller, and the node that is asked.
 *
 * @param node the name of the node that answers
 * @param version of its software
 * @param role the role that it takes the caller for
 * @param right what the caller may do: {@code view} or {@code change}
 * @param tokens whether it knows callers by their tokens
 */
record Me(String node, String version, String role, String right, boolean tokens) {

  static Me of(NodeSources node, Caller caller, boolean tokens) {
    return new Me(
        node.name(),
        node.version(),
        caller.role(),
        caller.right().name().toLowerCase(Locale.ROOT),
        tokens);
  }
}
