/**
 * The console in a real Chromium: {@code Tab} is a test's own part of the browser and fails it if a page
 * complains, {@code ConsoleNode} is a node before a real Pulsar, {@code FakeNode} one that is made up.
 * {@code audit.js} says what is wrong with a page for those who do not see it well.
 */
@NullMarked
package io.sluice.server.console;

import org.jspecify.annotations.NullMarked;
