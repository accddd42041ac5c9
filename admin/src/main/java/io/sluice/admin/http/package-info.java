/**
 * What requests over HTTP have in common. The headers of a request that changes a policy come in,
 * and a {@link io.sluice.admin.http.Precondition} is read from them. Every package of {@code admin}
 * may throw a {@link io.sluice.admin.http.Refusal}; {@code JsonErrors} turns it into the answer.
 * This package uses no other package of {@code admin}.
 */
@NullMarked
package io.sluice.admin.http;

import org.jspecify.annotations.NullMarked;
