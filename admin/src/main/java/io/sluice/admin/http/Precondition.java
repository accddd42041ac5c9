package io.sluice.admin.http;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import io.sluice.policy.json.PolicyJson;
import io.sluice.policy.json.StrictJson;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The precondition of a change, from the headers {@code If-Match} and {@code If-None-Match}.
 *
 * @param ifMatch the policy has to have one of these tags, {@code *} for any; empty if it does not matter
 * @param ifNoneMatch the policy must not have one of these, {@code *} for any
 */
public record Precondition(List<String> ifMatch, List<String> ifNoneMatch) {

  private static final String ANY = "*";
  private static final int TAG_BYTES = 16;
  private static final Pattern TAG = Pattern.compile("\\s*((?:W/)?\"[^\"]*\"|\\*)\\s*(?:,|$)");

  /**
   * The precondition of a request.
   *
   * @throws Refusal if a header cannot be understood
   */
  public static Precondition of(RequestHeaders headers) {
    return new Precondition(
        tags(headers.getAll(HttpHeaderNames.IF_MATCH)),
        tags(headers.getAll(HttpHeaderNames.IF_NONE_MATCH)));
  }

  /** The tags of a header. A header without any tag is refused: it must not count as no precondition. */
  private static List<String> tags(List<String> headers) {
    if (headers.isEmpty()) {
      return List.of();
    }
    List<String> tags = new ArrayList<>();
    String text = String.join(",", headers);
    Matcher next = TAG.matcher(text);
    int end = 0;
    while (next.lookingAt()) {
      tags.add(next.group(1));
      end = next.end();
      next.region(end, text.length());
    }
    if (tags.isEmpty() || end < text.length() || (tags.contains(ANY) && tags.size() > 1)) {
      throw new Refusal(
          HttpStatus.BAD_REQUEST,
          "If-Match and If-None-Match take * or the ETags of earlier answers, with their quotes");
    }
    return List.copyOf(tags);
  }

  /**
   * The tag of a policy, derived from its content alone. So it is the same on all nodes, and a policy that was
   * changed and changed back has its old tag again.
   */
  public static String tag(Record policy) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(StrictJson.write(PolicyJson.of(policy)));
      return '"' + HexFormat.of().formatHex(digest, 0, TAG_BYTES) + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Whether the request has no precondition. */
  public boolean isNone() {
    return ifMatch.isEmpty() && ifNoneMatch.isEmpty();
  }

  /**
   * Checks the precondition.
   *
   * @param what names the policy, for the message
   * @param now the policy as it is
   * @throws Refusal if the policy does not meet the precondition
   */
  public void require(String what, Optional<? extends Record> now) {
    if (!ifMatch.isEmpty() && !has(ifMatch, now)) {
      throw Refusal.changedMeanwhile(
          now.isPresent()
              ? "the " + what + " was changed meanwhile; nothing was done, look at it again"
              : "the " + what + " is not set any more; nothing was done, look at it again");
    }
    if (has(ifNoneMatch.stream().map(Precondition::strong).toList(), now)) {
      throw Refusal.changedMeanwhile(
          "the " + what + " is set by now; nothing was done, look at it again");
    }
  }

  /** A proxy that compresses makes a tag weak; for "none of these" it is the same then. */
  private static String strong(String tag) {
    return tag.startsWith("W/") ? tag.substring(2) : tag;
  }

  private static boolean has(List<String> tags, Optional<? extends Record> now) {
    return now.map(policy -> tags.contains(ANY) || tags.contains(tag(policy))).orElse(false);
  }
}
