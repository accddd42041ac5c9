package io.sluice.gateway;

/**
 * A resource group as this node has it at one moment.
 *
 * @param nodes how many nodes share its quota, as far as this one knows
 * @param heard whether this node hears of them; if not, its shares are even ones
 * @param publish what its members publish through this node
 * @param dispatch what is dispatched to them through this node
 */
public record GroupView(int nodes, boolean heard, Part publish, Part dispatch) {

  /**
   * One direction.
   *
   * @param usedMessages per second, averaged over a while
   * @param usedBytes per second, averaged over a while
   * @param shareOfMessages what this node may use per second; infinite if that is not limited
   * @param shareOfBytes what this node may use per second; infinite if that is not limited
   * @param waiting how many producers, or consumers, have to wait for it
   */
  public record Part(
      double usedMessages,
      double usedBytes,
      double shareOfMessages,
      double shareOfBytes,
      int waiting) {}
}
