/**
 * Who may do what over HTTP. {@link io.sluice.admin.access.Access} stands in front of every route: a request
 * comes in, its token or address decides who the {@link io.sluice.admin.access.Caller} is, and the request goes
 * on with the caller in its context or is refused. Routes ask the caller for its role.
 */
@NullMarked
package io.sluice.admin.access;

import org.jspecify.annotations.NullMarked;
