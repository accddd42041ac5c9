package io.sluice.ramp;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Calls a store so that every call ends, in time, in one of two ways. */
final class StoreCalls {

  private final RampTime time;

  StoreCalls(RampTime time) {
    this.time = time;
  }

  /**
   * The store's answer, or how it failed: by saying so, by throwing, or by not answering in time.
   * What it answers later is not heeded.
   */
  <T> CompletableFuture<T> call(Supplier<CompletionStage<T>> operation, Duration timeout) {
    CompletableFuture<T> ended = new CompletableFuture<>();
    Future<?> timer = time.schedule(
        () -> ended.completeExceptionally(
            new TimeoutException("no answer within " + Checks.text(timeout))),
        timeout.toNanos());
    CompletionStage<T> unused = start(operation).whenComplete((answer, error) -> {
      timer.cancel(false);
      if (error == null) {
        ended.complete(answer);
      } else {
        ended.completeExceptionally(cause(error));
      }
    });
    return ended;
  }

  private static <T> CompletionStage<T> start(Supplier<CompletionStage<T>> operation) {
    try {
      return Objects.requireNonNull(operation.get(), "the store returned nothing");
    } catch (RuntimeException | Error e) { // a class that is missing, for instance
      return CompletableFuture.failedStage(e);
    }
  }

  private static Throwable cause(Throwable error) {
    return error instanceof CompletionException && error.getCause() != null
        ? error.getCause()
        : error;
  }
}
