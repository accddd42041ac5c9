package io.sluice.admin.access;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpStatus;
import io.sluice.admin.http.Refusal;
import java.util.EnumSet;
import java.util.Set;

/**
 * Decides what a caller may do; no other class does. {@link Access} calls it for Sluice's own API. The routes of
 * Pulsar's API call it themselves, as only they know which requests Sluice answers.
 *
 * <table>
 *   <caption>Who may do what</caption>
 *   <tr><th></th><th>CHANGE</th><th>VIEW</th><th>PASS</th></tr>
 *   <tr><td>look at limits (GET, HEAD, OPTIONS)</td><td>yes</td><td>yes</td><td>no</td></tr>
 *   <tr><td>change limits (any other method)</td><td>yes</td><td>no</td><td>no</td></tr>
 *   <tr><td>ask the cluster (GET, HEAD, OPTIONS)</td><td>yes</td><td>yes</td><td>yes</td></tr>
 *   <tr><td>change the cluster (any other method)</td><td>yes</td><td>no</td><td>yes</td></tr>
 * </table>
 *
 * <p>The requests of a role that Sluice does not know are passed on to the cluster, which decides itself.
 */
public final class AccessRules {

  /** What a request is about. */
  public enum Subject {

    /** What Sluice answers itself. */
    LIMITS,

    /** What is passed on to the cluster. */
    CLUSTER
  }

  /** The methods that HTTP calls safe, without TRACE. */
  private static final Set<HttpMethod> LOOKS =
      EnumSet.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

  private AccessRules() {}

  /** Whether a request of this method may change something. */
  static boolean isChange(HttpMethod method) {
    return !LOOKS.contains(method);
  }

  /**
   * Checks that a caller may do this.
   *
   * @throws Refusal if not
   */
  public static void require(Caller caller, Subject subject, HttpMethod method) {
    if (caller.right() == Right.PASS && subject == Subject.LIMITS) {
      throw new Refusal(
          HttpStatus.FORBIDDEN,
          "this role may not see limits: it is neither of superUserRoles nor of readOnlyRoles");
    }
    if (caller.right() == Right.VIEW && isChange(method)) {
      throw new Refusal(
          HttpStatus.FORBIDDEN, "this role may only look: it is not of superUserRoles");
    }
  }
}
