package io.sluice.gateway.view;

/**
 * The home of a topic, by what the node that was asked knows.
 *
 * @param node the name of the node that is the home
 * @param serviceUrl the address to which clients are redirected
 * @param here whether it is the node that was asked
 */
public record HomeView(String node, String serviceUrl, boolean here) {}
