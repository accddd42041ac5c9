/**
 * Which limits are to hold. It depends on nothing but the limiter core.
 *
 * <ol>
 *   <li>{@link io.sluice.policy.PublishLimit}: what is allowed.
 *   <li>{@link io.sluice.policy.PolicyKey} and {@link io.sluice.policy.TopicName}: for whom.
 *   <li>{@link io.sluice.policy.Policies}: all of them at one moment, and which one a topic has.
 *   <li>{@link io.sluice.policy.PolicyStore}: where they are kept, and how listeners hear of changes.
 * </ol>
 *
 * <p>Policies come in from a node's file, the admin API and the topic of the policies ({@code io.sluice.pulsar}); the
 * gateway subscribes to them and asks which one holds for a topic.
 */
@NullMarked
package io.sluice.policy;

import org.jspecify.annotations.NullMarked;
