package io.sluice.admin.history;

import io.sluice.gateway.view.GroupView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The resource groups that a node follows.
 *
 * @param names the names of the groups that the node follows
 * @param view the group of a name; empty if the node does not follow it
 * @param nodeNames the names of the nodes, by their ids; made anew by each call, which takes time
 */
public record Groups(
    Supplier<List<String>> names,
    Function<String, Optional<GroupView>> view,
    Supplier<Map<String, String>> nodeNames) {}
