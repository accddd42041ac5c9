/**
 * What a gateway is told when it starts: where it listens, which cluster it serves, and how much each
 * connection may have under way. Records that check themselves; {@code server} reads them from a file, and all
 * other packages of the gateway read them. {@link io.sluice.gateway.config.CertificateFiles} and {@link
 * io.sluice.gateway.config.KeyPairCheck} read the certificates that they name, for {@code admin} as well.
 */
@NullMarked
package io.sluice.gateway.config;

import org.jspecify.annotations.NullMarked;
