package io.sluice.admin.http;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.RequestHeaders;
import io.sluice.policy.json.PolicyJson;
import io.sluice.policy.json.StrictJson;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a change is based on, as HTTP has it.
 *
 * @param ifMatch the policy has to have one of these tags, {@code *} for any; empty if it does not matter
 * @param ifNoneMatch the policy must not have one of these, {@code *} for any
 */
public record Precondition(List<String> ifMatch, List<String> ifNoneMatch) {

  private static final String ANY = "*";
  private static final int TAG_BYTES = 16;

  /** Of a request. */
  public static Precondition of(RequestHeaders headers) {
    return new Precondition(
        tags(headers.getAll(HttpHeaderNames.IF_MATCH)),
        tags(headers.getAll(HttpHeaderNames.IF_NONE_MATCH)));
  }

  private static List<String> tags(List<String> headers) {
    return headers.stream()
        .flatMap(header -> Stream.of(header.split(",")))
        .map(String::strip)
        .filter(tag -> !tag.isEmpty())
        .toList();
  }

  /**
   * The tag of a policy: of what it says and of nothing else, so it is the same on all nodes, and a policy
   * that was changed and changed back is the same again.
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

  /** Whether there is any. */
  public boolean isNone() {
    return ifMatch.isEmpty() && ifNoneMatch.isEmpty();
  }

  /**
   * Checks what there is.
   *
   * @param what the policy, for the caller
   * @throws Refusal if it is another
   */
  public void require(String what, Optional<? extends Record> now) {
    if (!ifMatch.isEmpty() && !has(ifMatch, now)) {
      throw Refusal.changedMeanwhile(
          now.isPresent()
              ? "the " + what + " was changed meanwhile; nothing was done, look at it again"
              : "the " + what + " is not set any more; nothing was done, look at it again");
    }
    if (has(ifNoneMatch, now)) {
      throw Refusal.changedMeanwhile(
          "the " + what + " is set by now; nothing was done, look at it again");
    }
  }

  private static boolean has(List<String> tags, Optional<? extends Record> now) {
    return now.map(policy -> tags.contains(ANY) || tags.contains(tag(policy))).orElse(false);
  }
}
