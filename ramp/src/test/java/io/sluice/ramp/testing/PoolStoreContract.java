package io.sluice.ramp.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.ramp.PoolStore;
import io.sluice.ramp.PoolStore.Answer;
import io.sluice.ramp.PoolStore.Answer.Agree;
import io.sluice.ramp.PoolStore.Answer.Disagree;
import io.sluice.ramp.PoolStore.Answer.Superseded;
import io.sluice.ramp.PoolStore.Member;
import io.sluice.ramp.PoolStore.Registration;
import io.sluice.ramp.PoolStore.Report;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What every store has to do. Each test has a group of its own. */
public abstract class PoolStoreContract {

  /** Short, as some stores have a clock that cannot be moved. */
  private static final Duration TTL = Duration.ofSeconds(1);

  private final String group = "group " + UUID.randomUUID();
  private final AtomicLong sequence = new AtomicLong();

  /** The store under test. */
  protected abstract PoolStore store();

  /** Lets time pass on the store's clock. */
  protected abstract void letPass(Duration duration) throws Exception;

  /** Makes the store forget everything, as a server does that is restarted without its data. */
  protected abstract void loseMemory() throws Exception;

  @Test
  void shouldAgreeWithTheOnlyProcessor() throws Exception {
    assertThat(register(member("a")).target()).isEqualTo(1);
    assertThat(sync(member("a"), 1)).isEqualTo(agree(1));
  }

  @Test
  void shouldNotAgreeBeforeTheNewcomerHasReported() throws Exception {
    joinAll("a");

    assertThat(register(member("b")).target()).isEqualTo(2);

    assertThat(sync(member("a"), 1)).isEqualTo(new Disagree(2));
    assertThat(sync(member("a"), 2)).isEqualTo(new Disagree(2));
    assertThat(sync(member("b"), 2)).isEqualTo(agree(2));
    assertThat(sync(member("a"), 2)).isEqualTo(agree(2));
  }

  @Test
  void shouldNotAgreeOnASizeThatIsNotTheNumberOfProcessors() throws Exception {
    register(member("a"));
    register(member("b"));

    assertThat(sync(member("a"), 3)).isEqualTo(new Disagree(2));
    assertThat(sync(member("b"), 3)).isEqualTo(new Disagree(2));
  }

  @Test
  void shouldShrinkOnceAllHaveReportedThatSomebodyLeft() throws Exception {
    joinAll("a", "b", "c");

    deregister(member("c"), OptionalDouble.empty());

    assertThat(sync(member("a"), 3)).isEqualTo(new Disagree(2));
    assertThat(sync(member("a"), 2)).isEqualTo(new Disagree(2));
    assertThat(sync(member("b"), 2)).isEqualTo(agree(2));
  }

  @Test
  void shouldDropWhoeverIsSilentForLongerThanTheTtl() throws Exception {
    joinAll("a", "b");

    letPass(TTL.dividedBy(2));
    sync(member("a"), 2);
    letPass(TTL.dividedBy(2).plusMillis(50));

    assertThat(sync(member("a"), 1)).isEqualTo(agree(1));
  }

  @Test
  void shouldTakeBackWhoeverWasDropped() throws Exception {
    joinAll("a", "b");
    letPass(TTL.plusMillis(50));
    assertThat(sync(member("a"), 1)).isEqualTo(agree(1));

    assertThat(sync(member("b"), 2)).isEqualTo(new Disagree(2));
    assertThat(sync(member("a"), 2)).isEqualTo(agree(2));
  }

  @Test
  void shouldPresumeThatTheOthersReturnAfterItHasLostItsMemory() throws Exception {
    joinAll("a", "b");

    loseMemory();

    // b is there, though the store has not heard of it: a must not take the whole
    assertThat(sync(member("a"), 2)).isEqualTo(new Disagree(2));
    assertThat(sync(member("a"), 2)).isEqualTo(new Disagree(2));
    assertThat(sync(member("b"), 2)).isEqualTo(agree(2));
    assertThat(sync(member("a"), 2)).isEqualTo(agree(2));
  }

  @Test
  void shouldPresumeSoForOneTtlOnly() throws Exception {
    joinAll("a", "b");
    loseMemory();
    assertThat(sync(member("a"), 2)).isEqualTo(new Disagree(2));

    letPass(TTL.dividedBy(2));
    sync(member("a"), 2);
    letPass(TTL.dividedBy(2).plusMillis(50));

    assertThat(sync(member("a"), 2)).isEqualTo(new Disagree(1));
    assertThat(sync(member("a"), 1)).isEqualTo(agree(1));
  }

  @Test
  void shouldPresumeSoTooAfterAllWereSilent() throws Exception {
    joinAll("a", "b", "c");
    letPass(TTL.dividedBy(2));
    deregister(member("c"), OptionalDouble.of(7)); // so that something is remembered
    letPass(TTL.dividedBy(2).plusMillis(50));

    // the store could not be reached, rather than all of them gone
    assertThat(sync(member("a"), 2)).isEqualTo(new Disagree(2));
    assertThat(sync(member("b"), 2)).isEqualTo(agree(2));
  }

  @Test
  void shouldCountNewcomersBesideThoseItPresumes() throws Exception {
    joinAll("a", "b");
    loseMemory();
    register(member("c"));
    sync(member("a"), 2);

    // a and b were there before, so that c is the third though b is not back yet
    assertThat(sync(member("c"), 2, false)).isEqualTo(new Disagree(3));
    assertThat(register(member("d")).target()).isEqualTo(4);
    deregister(member("d"), OptionalDouble.empty());
    sync(member("a"), 3);
    assertThat(sync(member("c"), 3, false)).isEqualTo(new Disagree(3));
    assertThat(sync(member("b"), 2)).isEqualTo(new Disagree(3));
    assertThat(sync(member("b"), 3)).isEqualTo(agree(3));
  }

  @Test
  void shouldPresumeNothingFromThoseWhoseSizeIsNotInUse() throws Exception {
    joinAll("a", "b", "c");
    loseMemory();

    assertThat(sync(member("a"), 3, false)).isEqualTo(new Disagree(1));
    assertThat(sync(member("a"), 1, false)).isEqualTo(agree(1));
    // b uses what it reports, so that there was another process; a, being new, is the third
    assertThat(sync(member("b"), 2)).isEqualTo(new Disagree(3));
  }

  @Test
  void shouldPresumeNobodyAnyMoreOnceAllAreBack() throws Exception {
    joinAll("a", "b");
    loseMemory();
    sync(member("a"), 2);
    assertThat(sync(member("b"), 2)).isEqualTo(agree(2));

    deregister(member("b"), OptionalDouble.empty());
    assertThat(sync(member("a"), 1)).isEqualTo(agree(1));
    assertThat(register(member("b")).target()).isEqualTo(2);
  }

  @Test
  void shouldPresumeOneLessIfOneOfThemLeaves() throws Exception {
    joinAll("a", "b", "c");
    loseMemory();
    sync(member("a"), 3);
    sync(member("b"), 3);

    deregister(member("b"), OptionalDouble.of(7));

    assertThat(sync(member("a"), 3)).isEqualTo(new Disagree(2));
    assertThat(register(member("b")).resumedLevel()).hasValue(7);
  }

  @Test
  void shouldDropWhoeverCrashesAfterItHasLostItsMemory() throws Exception {
    joinAll("a", "b");
    loseMemory();
    sync(member("b"), 2);
    letPass(TTL.dividedBy(2));
    sync(member("a"), 2);
    letPass(TTL.dividedBy(2).plusMillis(50));

    assertThat(sync(member("a"), 1)).isEqualTo(agree(1));
  }

  @Test
  void shouldPresumeForAsLongAsThoseWhoVouchForItMayBeSilent() throws Exception {
    joinAll("a", "b");
    loseMemory();
    sync(member("a"), 2);
    Report shorter = new Report(1, false, sequence.incrementAndGet(), Duration.ofMillis(1));
    letPass(Duration.ofMillis(50));

    assertThat(await(store().sync(member("c"), shorter))).isEqualTo(new Disagree(3));
  }

  @Test
  void shouldNotHeedAReportThatALaterOneHasOvertaken() throws Exception {
    joinAll("a", "b");
    Report late = new Report(1, true, sequence.incrementAndGet(), TTL);
    assertThat(sync(member("a"), 2)).isEqualTo(agree(2));

    assertThat(plain(await(store().sync(member("a"), late)))).isEqualTo(agree(2));
  }

  @Test
  void shouldLetANewerProcessTakeOverAName() throws Exception {
    joinAll("a", "b");
    Member newer = new Member(group, "a", "another incarnation");

    assertThat(register(newer).target()).isEqualTo(2);

    assertThat(sync(member("a"), 2)).isEqualTo(new Superseded());
    assertThat(sync(member("b"), 2)).isEqualTo(new Disagree(2));
    assertThat(sync(newer, 2)).isEqualTo(agree(2));
  }

  @Test
  void shouldNotLetAnOlderProcessRemoveTheNewer() throws Exception {
    Member newer = new Member(group, "a", "another incarnation");
    register(member("a"));
    register(newer);

    deregister(member("a"), OptionalDouble.of(7));

    assertThat(sync(newer, 1)).isEqualTo(agree(1));
    assertThat(register(member("a")).resumedLevel()).isEmpty();
  }

  @Test
  void shouldKeepTheLevelOfWhoeverIsBackInTime() throws Exception {
    joinAll("a", "b");
    deregister(member("a"), OptionalDouble.of(37.25));
    deregister(member("b"), OptionalDouble.of(80));

    letPass(TTL.dividedBy(2));

    assertThat(register(member("a")).resumedLevel()).hasValue(37.25);
  }

  @Test
  void shouldHandOutALevelOnce() throws Exception {
    joinAll("a");
    deregister(member("a"), OptionalDouble.of(37.25));
    register(member("a"));

    assertThat(register(member("a")).resumedLevel()).isEmpty();
  }

  @Test
  void shouldForgetTheLevelAfterTheTtl() throws Exception {
    joinAll("a");
    deregister(member("a"), OptionalDouble.of(37.25));

    letPass(TTL.plusMillis(50));

    assertThat(register(member("a")).resumedLevel()).isEmpty();
  }

  @Test
  void shouldKeepNoLevelUnlessThereIsOne() throws Exception {
    joinAll("a");

    deregister(member("a"), OptionalDouble.empty());

    assertThat(register(member("a")).resumedLevel()).isEmpty();
  }

  @Test
  void shouldKeepGroupsApart() throws Exception {
    joinAll("a");
    Member elsewhere = new Member(group + "}{", "a", "1");

    assertThat(register(elsewhere).target()).isEqualTo(1);
    assertThat(sync(elsewhere, 1)).isEqualTo(agree(1));
    assertThat(sync(member("a"), 1)).isEqualTo(agree(1));
  }

  @Test
  void shouldSayForHowLongItHasRememberedTheGroup() throws Exception {
    Duration passed = TTL.dividedBy(2);
    joinAll("a");
    letPass(passed);
    assertThat(rememberedFor("a", 1)).isBetween(passed, passed.multipliedBy(2));

    loseMemory();
    sync(member("a"), 1);
    assertThat(rememberedFor("a", 1)).isLessThan(passed);
  }

  @Test
  void shouldTakeAnyName() throws Exception {
    Member odd = new Member(group, "{pod}: é\n\"3\" %", "1");

    register(odd);

    assertThat(sync(odd, 1)).isEqualTo(agree(1));
    deregister(odd, OptionalDouble.of(1e-3));
    assertThat(register(odd).resumedLevel()).hasValue(1e-3);
  }

  @Test
  void shouldRefuseMoreProcessorsThanAGroupMayHave() throws Exception {
    Duration longTtl = Duration.ofMinutes(1);
    for (int i = 0; i < PoolStore.MOST_PROCESSORS; i++) {
      await(store().register(member("p" + i), longTtl));
    }

    assertThatThrownBy(() -> await(store().register(member("one more"), longTtl)))
        .hasMessageContaining("full");
    assertThatThrownBy(
            () -> await(store().sync(member("one more"), new Report(1, true, 1, longTtl))))
        .hasMessageContaining("full");
    assertThat(await(store().register(member("p7"), longTtl)).target())
        .isEqualTo(PoolStore.MOST_PROCESSORS);
  }

  private void joinAll(String... names) throws Exception {
    for (String name : names) {
      register(member(name));
    }
    for (String name : names) {
      sync(member(name), names.length);
    }
    assertThat(sync(member(names[0]), names.length)).isEqualTo(agree(names.length));
  }

  private Member member(String name) {
    return new Member(group, name, "incarnation of " + name);
  }

  private Registration register(Member member) throws Exception {
    return await(store().register(member, TTL));
  }

  private Answer sync(Member member, int size) throws Exception {
    return sync(member, size, true);
  }

  private Answer sync(Member member, int size, boolean inUse) throws Exception {
    Report report = new Report(size, inUse, sequence.incrementAndGet(), TTL);
    return plain(await(store().sync(member, report)));
  }

  /** Without for how long the group has been remembered, which differs from run to run. */
  private static Answer plain(Answer answer) {
    return answer instanceof Agree agree ? agree(agree.size()) : answer;
  }

  private static Answer agree(int size) {
    return new Agree(size, Duration.ZERO);
  }

  private Duration rememberedFor(String name, int size) throws Exception {
    Report report = new Report(size, true, sequence.incrementAndGet(), TTL);
    return ((Agree) await(store().sync(member(name), report))).rememberedFor();
  }

  private void deregister(Member member, OptionalDouble level) throws Exception {
    await(store().deregister(member, level, TTL));
  }

  private static <T> T await(CompletionStage<T> answer) throws Exception {
    return answer.toCompletableFuture().get(10, TimeUnit.SECONDS);
  }
}
