package io.sluice.admin.access;

import io.jsonwebtoken.Claims;
import io.jsonwebtoken.ExpiredJwtException;
import io.jsonwebtoken.JwtException;
import io.jsonwebtoken.JwtParser;
import io.jsonwebtoken.JwtParserBuilder;
import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.MalformedJwtException;
import io.jsonwebtoken.PrematureJwtException;
import io.jsonwebtoken.UnsupportedJwtException;
import io.jsonwebtoken.security.SecurityException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Reads the role of a token, by the rules of a broker. A key verifies only tokens that were signed with an
 * algorithm of its kind. So a token without a signature is refused, and one that was signed with the public key
 * as if it were a secret key.
 */
final class Tokens {

  /** What headers may have altogether is 8 KiB, as at a broker. */
  private static final int MOST_CHARACTERS = 7 << 10;

  private final JwtParser parser;
  private final String roleClaim;
  private final String audienceClaim;
  private final String audience;

  Tokens(AccessSettings settings) {
    JwtParserBuilder builder =
        Jwts.parser().zip().clear().and(); // no compressed tokens, which could become huge
    this.parser = (settings.tokenSecretKey().isEmpty()
            ? builder.verifyWith(
                TokenKey.publicKey(settings.tokenPublicKey(), settings.tokenPublicAlg()))
            : builder.verifyWith(TokenKey.secret(settings.tokenSecretKey())))
        .build();
    this.roleClaim =
        settings.tokenAuthClaim().isEmpty() ? Claims.SUBJECT : settings.tokenAuthClaim();
    this.audienceClaim = settings.tokenAudienceClaim();
    this.audience = settings.tokenAudience();
  }

  /** Takes up to a millisecond, so it is not to be called on an event loop. */
  String roleOf(String token) throws InvalidTokenException {
    if (token.length() > MOST_CHARACTERS) {
      throw new InvalidTokenException("the token is too long");
    }
    Claims claims = claims(token);
    if (!audienceClaim.isEmpty() && !isForUs(claims.get(audienceClaim))) {
      throw new InvalidTokenException("the token is for another audience");
    }
    @Nullable Object role = claims.get(roleClaim);
    if (role instanceof Collection<?> roles) {
      role = roles.isEmpty() ? null : roles.iterator().next();
    }
    if (role instanceof String text && !text.isBlank()) {
      return text;
    }
    throw new InvalidTokenException("the token has no role in its claim " + roleClaim);
  }

  /** Does not repeat JJWT's message, which may quote the token. */
  private Claims claims(String token) throws InvalidTokenException {
    try {
      return parser.parseSignedClaims(token).getPayload();
    } catch (ExpiredJwtException e) {
      throw new InvalidTokenException("the token has expired");
    } catch (PrematureJwtException e) {
      throw new InvalidTokenException("the token is not valid yet");
    } catch (UnsupportedJwtException e) {
      throw new InvalidTokenException(
          "the token is signed by an algorithm of another kind, or not");
    } catch (MalformedJwtException e) {
      throw new InvalidTokenException("there is no token where one should be");
    } catch (SecurityException e) {
      throw new InvalidTokenException("the token is not signed with the key that is set here");
    } catch (JwtException | IllegalArgumentException e) {
      throw new InvalidTokenException(
          "the token cannot be read (" + e.getClass().getSimpleName() + ")");
    }
  }

  private boolean isForUs(@Nullable Object claim) {
    return claim instanceof Collection<?> several
        ? several.contains(audience)
        : audience.equals(claim);
  }
}
