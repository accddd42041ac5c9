package io.sluice.gateway.internal.session;

import io.netty.channel.Channel;
import io.sluice.gateway.config.BrokerAddress;
import org.jspecify.annotations.Nullable;

/**
 * The states of a session, in order. A session may close from any state, and never goes back.
 */
sealed interface SessionState {

  /** The broker's connection, once there is one. */
  default @Nullable Channel broker() {
    return null;
  }

  /** Where that broker is. */
  default @Nullable BrokerAddress address() {
    return null;
  }

  /** The client's CONNECT, while the session needs it. */
  default @Nullable ConnectFrame connect() {
    return null;
  }

  /** The client has not sent CONNECT. */
  record AwaitingConnect() implements SessionState {

    Dialing toDialing(ConnectFrame connect) {
      return new Dialing(connect);
    }
  }

  /** A broker is being dialled; nothing is read from the client. */
  record Dialing(ConnectFrame connect) implements SessionState {

    Authenticating toAuthenticating(Channel broker, BrokerAddress address) {
      return new Authenticating(connect, broker, address);
    }
  }

  /** The broker has the CONNECT and has not accepted it; it may send AUTH_CHALLENGE, once or several times. */
  record Authenticating(ConnectFrame connect, Channel broker, BrokerAddress address)
      implements SessionState {

    Relaying toRelaying() {
      return new Relaying(connect, broker, address);
    }
  }

  /** The broker has accepted the client. */
  record Relaying(ConnectFrame connect, Channel broker, BrokerAddress address)
      implements SessionState {

    /** The client has renewed its credentials. */
    Relaying with(ConnectFrame renewed) {
      return new Relaying(renewed, broker, address);
    }

    Draining toDraining() {
      return new Draining(broker, address);
    }
  }

  /** The node goes down: nothing more is read from the client, what it has sent is being answered. */
  record Draining(Channel broker, BrokerAddress address) implements SessionState {}

  /** It is over. */
  record Closed(String reason) implements SessionState {}
}
