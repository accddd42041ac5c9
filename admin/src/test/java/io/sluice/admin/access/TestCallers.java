package io.sluice.admin.access;

import com.linecorp.armeria.server.DecoratingHttpServiceFunction;

/** Lets everybody in, with the right that a header asks for. */
public final class TestCallers {

  public static final String RIGHT = "x-test-right";

  private TestCallers() {}

  public static DecoratingHttpServiceFunction letIn() {
    return (delegate, ctx, request) -> {
      String right = request.headers().get(RIGHT, Right.CHANGE.name());
      new Caller("tester", Right.valueOf(right)).putInto(ctx);
      return delegate.serve(ctx, request);
    };
  }
}
