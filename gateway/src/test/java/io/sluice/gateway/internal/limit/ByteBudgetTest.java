package io.sluice.gateway.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ByteBudgetTest {

  private final ByteBudget budget = new ByteBudget(100);
  private final AtomicInteger told = new AtomicInteger();
  private final Runnable relief = told::incrementAndGet;

  @Test
  void shouldTellOnceWhenHalfIsFreeAgain() {
    budget.use(120);
    assertThat(budget.isSpent()).isTrue();
    budget.whenRelieved(relief);

    budget.use(-69);
    assertThat(budget.isSpent()).isFalse();
    assertThat(told).hasValue(0);
    budget.use(-1);
    budget.use(-1);

    assertThat(told).hasValue(1);
  }

  @Test
  void shouldTellAtOnceWhoComesTooLate() {
    budget.use(50);

    budget.whenRelieved(relief);

    assertThat(told).hasValue(1);
  }

  @Test
  void shouldNotTellWhoIsForgotten() {
    budget.use(100);
    budget.whenRelieved(relief);

    budget.forget(relief);
    budget.use(-100);

    assertThat(told).hasValue(0);
  }

  @Test
  void shouldTellAgainWhoAsksAgainWhileItIsTold() {
    budget.use(100);
    budget.whenRelieved(new Runnable() {
      @Override
      public void run() {
        if (told.incrementAndGet() == 1) {
          budget.use(100);
          budget.whenRelieved(this);
        }
      }
    });

    budget.use(-100);
    assertThat(told).hasValue(1);
    budget.use(-100);

    assertThat(told).hasValue(2);
  }
}
