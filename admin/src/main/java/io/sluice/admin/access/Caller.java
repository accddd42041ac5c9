package io.sluice.admin.access;

import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.util.AttributeKey;
import java.util.Objects;
import java.util.Optional;

/**
 * The caller that a request is from.
 *
 * @param role as the token says; {@code anonymous} where there is no access control
 * @param right what the role may do
 */
public record Caller(String role, Right right) {

  /** Every caller where there is no access control. */
  public static final Caller ANONYMOUS = new Caller("anonymous", Right.CHANGE);

  private static final AttributeKey<Caller> KEY = AttributeKey.valueOf(Caller.class, "caller");

  /** The caller of a request that {@link Access} has let in. */
  public static Caller of(ServiceRequestContext ctx) {
    return Objects.requireNonNull(ctx.attr(KEY), "a request that was not let in");
  }

  /** The caller of a request; empty if it is not known. */
  public static Optional<Caller> ifKnown(ServiceRequestContext ctx) {
    return Optional.ofNullable(ctx.attr(KEY));
  }

  void putInto(ServiceRequestContext ctx) {
    ctx.setAttr(KEY, this);
  }
}
