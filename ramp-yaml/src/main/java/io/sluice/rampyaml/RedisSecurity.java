package io.sluice.rampyaml;

import io.sluice.rampredis.RedisConfig.Auth;
import io.sluice.rampredis.RedisConfig.Tls;
import io.sluice.yaml.Block;
import io.sluice.yaml.BoundedFile;
import io.sluice.yaml.Setting;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The blocks of authentication and encryption. */
final class RedisSecurity {

  private static final int LONGEST_PASSWORD_BYTES = 64 << 10;

  private static final Pattern LINE_BREAKS = Pattern.compile("[\r\n]+\\z");

  private RedisSecurity() {}

  static @Nullable Auth auth(Block block, String... spellings) {
    return block.atMostOneOf(List.of(spellings)).map(RedisSecurity::auth).orElse(null);
  }

  static @Nullable Tls tls(Block block, String... spellings) {
    return block.atMostOneOf(List.of(spellings)).map(RedisSecurity::tls).orElse(null);
  }

  private static Auth auth(Setting auth) {
    Block block = auth.block(List.of("username", "password", "passwordFile"));
    Setting password = block
        .atMostOneOf(List.of("password", "passwordFile"))
        .orElseThrow(() -> block.fault("password", "is missing: give it, or a passwordFile"));
    return new Auth(
        block.get("username").map(Setting::text).orElse(null),
        password.name().equals("password") ? password.text() : content(password));
  }

  /** Editors end a file with a line break, which is not part of the password. */
  private static String content(Setting passwordFile) {
    String password;
    try {
      password = BoundedFile.read(passwordFile.file(), LONGEST_PASSWORD_BYTES);
    } catch (NoSuchFileException e) {
      throw passwordFile.fault("names a file that does not exist");
    } catch (IOException e) {
      throw passwordFile.fault("names a file that cannot be read as a text of at most 64 KiB");
    }
    String withoutLineBreak = LINE_BREAKS.matcher(password).replaceFirst("");
    if (withoutLineBreak.isEmpty()) {
      throw passwordFile.fault("names an empty file");
    }
    return withoutLineBreak;
  }

  private static Tls tls(Setting tls) {
    Block block = tls.block(List.of("caCertificate", "certificate", "key", "insecureSkipVerify"));
    return block.checked(() -> new Tls(
        block.get("caCertificate").map(Setting::file).orElse(null),
        block.get("certificate").map(Setting::file).orElse(null),
        block.get("key").map(Setting::file).orElse(null),
        block.get("insecureSkipVerify").map(Setting::flag).orElse(false)));
  }
}
