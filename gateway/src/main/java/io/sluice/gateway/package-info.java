/**
 * The data plane: Pulsar's binary protocol between any clients and a stock cluster.
 *
 * <p>In the order in which bytes meet it:
 *
 * <ol>
 *   <li>{@link io.sluice.gateway.Gateway} listens. {@code ClientPipeline} puts a connection together:
 *       who it is from (PROXY protocol), whether there is room for it ({@code ConnectionSlots}), TLS.
 *   <li>{@code FrameReader} finds the frames in what was read, in place, and hands runs of frames that
 *       go on unchanged to the other side as one buffer.
 *   <li>{@code ClientFrames} and {@code BrokerFrames} decide, frame by frame, what passes and what the
 *       gateway takes for itself.
 *   <li>{@code Session} owns both connections of a client, on one event loop: it dials the broker
 *       ({@code BrokerDialer}, within the {@code BrokerAllowList}), relays the credentials, and from
 *       then on everything else. {@code SessionState} says where it stands.
 *   <li>{@code Publishing} decides when what is published passes: {@code PublishLimits} has the limits
 *       of topics and of the node, {@code GroupLimits} those of resource groups, {@code Places} is where
 *       a producer stands with its limits, {@code Holding} has the frames that wait for them, {@code
 *       Pauses} the reasons for which a client is not read.
 *   <li>{@code Dispatching} decides how many messages brokers may send: {@code DispatchLimits} has the
 *       limits of topics and subscriptions, {@code Shaping} the permits of a consumer, {@code Debt} what
 *       it owes to a limit.
 *   <li>{@code Handles} knows the producers and consumers, {@code PendingRequests} what was asked and
 *       not yet answered, {@code LookupAnswers} how answers must read so that clients come back here.
 * </ol>
 *
 * <p>A client's session looks the same whether it asks for topics or publishes to them: it is relayed
 * to a broker, of the gateway's choice in the first case and of the client's in the second.
 */
@NullMarked
package io.sluice.gateway;

import org.jspecify.annotations.NullMarked;
