package io.sluice.gateway.internal.session;

import java.util.Locale;

/** Why a connection ended: the attribute under which endings are counted. */
public enum CloseReason {
  CLIENT_CLOSED(false),
  BROKER_CLOSED(false),
  CLIENT_FAILED(true),
  BROKER_FAILED(true),
  MALFORMED(true),
  BROKER_MALFORMED(true),
  HANDSHAKE_TIMEOUT(true),
  REFUSED(true),
  BROKER_UNREACHABLE(true),
  CLIENT_SILENT(true),
  BROKER_SILENT(true),
  TOO_MANY_CONNECTIONS(true),
  TOO_MANY_FROM_ADDRESS(true),
  SHUTDOWN(false);

  private final boolean fault;

  CloseReason(boolean fault) {
    this.fault = fault;
  }

  /** Whether an operator should look at it, and so the log says it. */
  boolean isFault() {
    return fault;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
