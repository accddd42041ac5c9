/**
 * Configuration files in YAML, read so that every fault can be told with its file, line and key.
 *
 * <p>Read it in this order:
 *
 * <ol>
 *   <li>{@link io.sluice.yaml.YamlText}: from text to the tree that SnakeYAML composes, within bounds.
 *   <li>{@link io.sluice.yaml.Block} and {@link io.sluice.yaml.Setting}: a mapping and an entry of the
 *       file, which know where they stand in it. Which keys there are is up to the caller.
 *   <li>{@link io.sluice.yaml.InvalidYamlException}: what is wrong, and where.
 * </ol>
 *
 * <p>No message quotes what may be a secret: texts are never repeated, only numbers, durations,
 * addresses and choices are.
 *
 * <p>Text comes in; out come values that their readers ask for by key, and all faults at once. {@code
 * io.sluice.server} and {@code io.sluice.rampyaml} call it.
 */
@NullMarked
package io.sluice.yaml;

import org.jspecify.annotations.NullMarked;
