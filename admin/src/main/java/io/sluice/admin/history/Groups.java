package io.sluice.admin.history;

import io.sluice.gateway.view.GroupView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The resource groups that a node has.
 *
 * @param names what they are called
 * @param view one of them
 * @param nodeNames what nodes call themselves, by their ids; costly, as it is made anew each time
 */
public record Groups(
    Supplier<List<String>> names,
    Function<String, Optional<GroupView>> view,
    Supplier<Map<String, String>> nodeNames) {}
