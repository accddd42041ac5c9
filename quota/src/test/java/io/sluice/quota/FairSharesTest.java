package io.sluice.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.sluice.core.testing.Seeds;
import java.time.Duration;
import java.util.Arrays;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class FairSharesTest {

  private static final boolean HELD = true;

  @Test
  void shouldEndWhenOneWantsWhatIsItsPartExactlyAndNumbersAreRounded() {
    double[] uses = {256.8054051874101, 91.80955860050896, 256.80540518741014};
    double[] shares = new double[3];

    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> FairShares.divide(605.4203689753291, uses, new boolean[3], 3, shares));

    assertThat(shares[0]).isCloseTo(256.8, within(8.0));
    assertThat(shares[2]).isCloseTo(256.8, within(8.0));
  }

  @Test
  void shouldDivideWhatIsLeftAsRoomToGrow() {
    // PIP-82: 10, 50 and 30 of 100 are used, and 10 are left.
    double[] shares = divide(100, uses(10, 50, 30), new boolean[3]);

    assertThat(shares).containsExactly(new double[] {13.33, 53.33, 33.33}, within(0.01));
  }

  @Test
  void shouldTakeFromTheDominantWhicheverNodeWantsMore() {
    // PIP-82: 80 and 20 are used of 100, and more is wanted where it is 20.
    double[] first = divide(100, uses(80, 20), new boolean[] {HELD, HELD});
    assertThat(first).containsExactly(60, 40);

    assertThat(divide(100, first, new boolean[] {HELD, HELD})).containsExactly(50, 50);
    assertThat(divide(100, uses(60, 40), new boolean[] {false, HELD})).containsExactly(50, 50);
  }

  @Test
  void shouldNotLeaveUnusedWhatOthersWant() {
    // PIP-82: 70 and 30 are allocated, 80 and 20 are wanted.
    double[] shares = divide(100, uses(70, 20), new boolean[] {HELD, false});

    assertThat(shares[0]).isBetween(78.0, 80.0);
    assertThat(shares[1]).isBetween(20.0, 22.0);
    assertThat(shares[0] + shares[1]).isCloseTo(100, within(1e-6));
  }

  @Test
  void shouldDivideEvenlyWhatTheModestLeave() {
    double[] shares = divide(100, uses(33.3, 33.3, 5), new boolean[] {HELD, HELD, false});

    assertThat(shares[0]).isCloseTo(47.5, Percentage.withPercentage(1));
    assertThat(shares[1]).isCloseTo(47.5, Percentage.withPercentage(1));
    assertThat(shares[2]).isBetween(5.0, 5.5);
  }

  @Test
  void shouldKeepTheRoomForTheModestSmall() {
    double[] shares = divide(100, uses(40, 20, 20, 20), new boolean[] {HELD, false, false, false});

    assertThat(shares[0]).isBetween(39.5, 39.7);
    assertThat(shares[1]).isBetween(20.1, 20.2);
  }

  @Test
  void shouldNotGiveAnEvenPartToOneThatWantsALittleMore() {
    double[] shares = divide(1000, uses(400, 400, 10), new boolean[] {HELD, HELD, HELD});

    assertThat(shares[2]).isBetween(20.0, 40.0);
  }

  @Test
  void shouldGiveOneEverything() {
    assertThat(divide(100, uses(3), new boolean[1])).containsExactly(100);
    assertThat(divide(100, uses(100), new boolean[] {HELD})).containsExactly(100);
    assertThat(divide(100, uses(0), new boolean[] {HELD})).containsExactly(100);
  }

  @Test
  void shouldNeverDivideMoreThanThereIsNorTakeFromTheModest() {
    Seeds.forEach(20_000, random -> {
      int count = 1 + random.nextInt(20);
      double quota = Math.pow(10, 1 + 6 * random.nextDouble());
      double[] uses =
          random.doubles(count).map(part -> part * 2 * quota / count).toArray();
      boolean[] wantsMore = new boolean[count];
      for (int i = 0; i < count; i++) {
        wantsMore[i] = random.nextBoolean();
      }

      double[] shares = divide(quota, uses.clone(), wantsMore);

      assertThat(Arrays.stream(shares).sum()).isLessThanOrEqualTo(quota * (1 + 1e-9));
      for (int i = 0; i < count; i++) {
        if (uses[i] <= 0.98 * quota / count) {
          assertThat(shares[i]).isGreaterThanOrEqualTo(uses[i]);
        }
      }
    });
  }

  @Test
  void shouldComeToTheExactAnswerStepByStep() {
    Seeds.forEach(2_000, random -> {
      int count = 1 + random.nextInt(8);
      double[] demands =
          random.doubles(count).map(part -> Math.pow(10, 1 + 3 * part)).toArray();
      double[] exact = MaxMin.of(1000, demands);
      double[] shares = new double[count];
      Arrays.fill(shares, 1000.0 / count);

      for (int step = 0; step < 10; step++) {
        boolean[] wantsMore = new boolean[count];
        double[] uses = new double[count];
        for (int i = 0; i < count; i++) {
          uses[i] = Math.min(demands[i], shares[i]);
          wantsMore[i] = demands[i] > shares[i];
        }
        shares = divide(1000, uses, wantsMore);
      }

      for (int i = 0; i < count; i++) {
        assertThat(Math.min(demands[i], shares[i]))
            .as("of %s, which wants %s", Arrays.toString(demands), demands[i])
            .isCloseTo(exact[i], Percentage.withPercentage(5));
      }
    });
  }

  private static double[] uses(double... uses) {
    return uses;
  }

  private static double[] divide(double quota, double[] uses, boolean[] wantsMore) {
    double[] shares = new double[uses.length];
    FairShares.divide(quota, uses, wantsMore, uses.length, shares);
    return shares;
  }
}
