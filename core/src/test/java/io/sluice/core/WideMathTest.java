package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.Seeds;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WideMathTest {

  @Test
  void shouldAgreeWithArbitraryPrecision() {
    Seeds.forEach(200_000, random -> {
      long a = anyMagnitude(random);
      long b = anyMagnitude(random);
      long c = anyMagnitude(random);
      long divisor = Math.max(1, anyMagnitude(random));

      BigInteger sum =
          BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)).add(BigInteger.valueOf(c));

      assertThat(WideMath.multiplyAdd(a, b, c))
          .as("%d * %d + %d", a, b, c)
          .isEqualTo(saturated(sum));
      assertThat(WideMath.multiplyAddDivide(a, b, c, divisor))
          .as("(%d * %d + %d) / %d", a, b, c, divisor)
          .isEqualTo(saturated(sum.divide(BigInteger.valueOf(divisor))));
    });
  }

  @Test
  void shouldFindTheGreatestCommonDivisor() {
    assertThat(WideMath.gcd(1000, 1_000_000_000)).isEqualTo(1000);
    assertThat(WideMath.gcd(7, 3)).isEqualTo(1);
    assertThat(WideMath.gcd(5, 5)).isEqualTo(5);
  }

  private static long saturated(BigInteger exact) {
    return exact.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
  }

  private static long anyMagnitude(Random random) {
    return random.nextLong() >>> (1 + random.nextInt(63));
  }
}
