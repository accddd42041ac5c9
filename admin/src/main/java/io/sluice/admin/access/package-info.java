/** Who may do what over HTTP. */
@NullMarked
package io.sluice.admin.access;

import org.jspecify.annotations.NullMarked;
