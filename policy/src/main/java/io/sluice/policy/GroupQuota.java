package io.sluice.policy;

/**
 * What the members of a resource group may do, all together. -1 stands for no limit.
 *
 * @param publishMessages published per second
 * @param publishBytes published per second
 * @param dispatchMessages dispatched per second
 * @param dispatchBytes dispatched per second
 */
public record GroupQuota(
    long publishMessages, long publishBytes, long dispatchMessages, long dispatchBytes) {

  /** No limit at all. */
  public static final GroupQuota UNLIMITED = new GroupQuota(-1, -1, -1, -1);

  /**
   * @throws IllegalArgumentException if a rate is below -1
   */
  public GroupQuota {
    PublishLimit.requireRate("publishMessages", publishMessages);
    PublishLimit.requireRate("publishBytes", publishBytes);
    PublishLimit.requireRate("dispatchMessages", dispatchMessages);
    PublishLimit.requireRate("dispatchBytes", dispatchBytes);
  }

  /** Whether nothing is limited. */
  public boolean isNone() {
    return publishMessages <= 0 && publishBytes <= 0 && dispatchMessages <= 0 && dispatchBytes <= 0;
  }

  /** Whether there is any limit on what is published. */
  public boolean limitsPublish() {
    return publishMessages > 0 || publishBytes > 0;
  }

  /** Whether there is any limit on what is dispatched. */
  public boolean limitsDispatch() {
    return dispatchMessages > 0 || dispatchBytes > 0;
  }
}
