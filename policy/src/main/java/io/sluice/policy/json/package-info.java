/**
 * Policies as JSON, wherever they are kept or sent.
 *
 * <p>In comes JSON, out come the records of {@code io.sluice.policy}, and the reverse; what is not understood is
 * refused, with the field. The admin API, the command line and the topic of the policies call it, so that a policy
 * is the same text everywhere.
 */
@NullMarked
package io.sluice.policy.json;

import org.jspecify.annotations.NullMarked;
