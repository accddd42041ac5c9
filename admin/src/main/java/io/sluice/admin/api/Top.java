package io.sluice.admin.api;

import java.util.List;

/**
 * Who publishes most on this node, or waits most, as JSON.
 *
 * @param node which node that is
 * @param by what they are ranked by
 * @param overSeconds how long the time was in which that was seen
 * @param total how many there are, whatever part of them is shown
 * @param items those that are shown
 */
record Top(String node, String by, double overSeconds, int total, List<TopItem> items) {}
