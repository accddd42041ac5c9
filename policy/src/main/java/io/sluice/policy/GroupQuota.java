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
}
