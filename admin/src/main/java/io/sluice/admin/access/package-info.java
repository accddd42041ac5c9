/**
 * Who may do what over HTTP. {@code AdminServer} puts {@link io.sluice.admin.access.Access} in
 * front of every route. A request comes in, and its token or address decides who the {@link
 * io.sluice.admin.access.Caller} is. The request goes on to its route with the caller in its
 * context, or is refused. Routes ask the caller for its role.
 */
@NullMarked
package io.sluice.admin.access;

import org.jspecify.annotations.NullMarked;
