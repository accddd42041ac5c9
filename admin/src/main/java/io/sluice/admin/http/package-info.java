/**
 * How a request over HTTP is refused. Every package of {@code admin} throws a
 * {@link io.sluice.admin.http.Refusal}; {@code JsonErrors} makes the answer of it. Nothing of the node comes in
 * here.
 */
@NullMarked
package io.sluice.admin.http;

import org.jspecify.annotations.NullMarked;
