/**
 * What requests over HTTP have in common. A {@link io.sluice.admin.http.Precondition} is read from a request
 * that changes a policy. Every package of {@code admin} throws a {@link io.sluice.admin.http.Refusal};
 * {@code JsonErrors} makes the answer of it. Nothing of the node comes in here.
 */
@NullMarked
package io.sluice.admin.http;

import org.jspecify.annotations.NullMarked;
