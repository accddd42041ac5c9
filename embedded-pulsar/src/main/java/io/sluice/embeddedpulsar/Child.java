package io.sluice.embeddedpulsar;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.embeddedpulsar.child.Protocol;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The child's process, and the talk with it: one question at a time, each with a deadline. */
final class Child {

  private static final String END = "end";

  /** More than the child ever says at a time: a few lines for each broker. */
  private static final int MOST_ANSWERS = 64;

  private final Process process;
  private final Consumer<String> progress;
  private final BlockingQueue<String> answers = new ArrayBlockingQueue<>(MOST_ANSWERS);

  Child(ProcessBuilder command, Consumer<String> progress) throws IOException {
    this.progress = progress;
    process = command.start();
    Thread reader = new Thread(this::readAnswers, "embedded-pulsar-" + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  /** Reads whether or not a caller waits for an answer, so that the child never waits for its parent. */
  private void readAnswers() {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.startsWith(Protocol.PREFIX)) {
          answers.add(line.substring(Protocol.PREFIX.length()).strip());
        }
      }
    } catch (IOException e) {
      answers.add(Protocol.FAILED + " its answers cannot be read: " + e);
    }
    answers.add(END);
  }

  void tell(String command) throws IOException {
    OutputStream out = process.getOutputStream();
    out.write((command + "\n").getBytes(UTF_8));
    out.flush();
  }

  /** Waits until it is done with what it was told, handing on where brokers are. */
  void await(int longestSeconds, Consumer<String> brokers) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(longestSeconds);
    while (true) {
      String answer = next(deadline, longestSeconds);
      String rest = answer.substring(answer.indexOf(' ') + 1);
      if (answer.startsWith(Protocol.PROGRESS)) {
        progress.accept(rest);
      } else if (answer.startsWith(Protocol.BROKER)) {
        brokers.accept(rest);
      } else if (answer.equals(Protocol.DONE)) {
        return;
      } else if (answer.equals(END)) {
        throw new IOException("the child JVM has ended");
      } else {
        throw new IOException(rest);
      }
    }
  }

  private String next(long deadline, int longestSeconds) throws IOException {
    try {
      String answer = answers.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (answer == null) {
        kill(); // an answer that comes later would be taken for that to the next command
        throw new IOException("the child JVM did not answer within " + longestSeconds + " s");
      }
      return answer;
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for the child JVM", e);
    }
  }

  long pid() {
    return process.pid();
  }

  /** Ends it: cleanly if it does so in time, else by force. */
  void end(int longestSeconds) throws IOException {
    try {
      process.getOutputStream().close();
      if (process.waitFor(longestSeconds, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kill();
  }

  /** Ends it at once, and waits until it is gone. */
  void kill() {
    // Far more than it takes, unless the disk stalls while the system frees its deleted files.
    process.destroyForcibly().onExit().orTimeout(60, TimeUnit.SECONDS).join();
  }
}
