/** Sluice's own API, {@code /sluice/v1}. */
@NullMarked
package io.sluice.admin.api;

import org.jspecify.annotations.NullMarked;
