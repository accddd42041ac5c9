/** Policies as JSON, wherever they are kept or sent. */
@NullMarked
package io.sluice.policy.json;

import org.jspecify.annotations.NullMarked;
