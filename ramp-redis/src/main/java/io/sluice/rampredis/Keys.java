package io.sluice.rampredis;

import io.sluice.ramp.PoolStore.Member;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The keys of one group. What stands in braces is the group, so that a cluster keeps all of them in
 * one place, where one script can reach them.
 */
final class Keys {

  private Keys() {}

  static String[] of(String prefix, Member member) {
    // Encoded, as braces in a name would be taken for the group's.
    String group = prefix + ":{" + URLEncoder.encode(member.group(), StandardCharsets.UTF_8) + "}:";
    return new String[] {
      group + "deadlines", group + "sizes", group + "pool", group + "level:" + member.processor()
    };
  }
}
