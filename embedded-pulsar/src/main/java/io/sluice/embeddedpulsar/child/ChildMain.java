package io.sluice.embeddedpulsar.child;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.broker.PulsarService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The {@code main} of the child: does what it is told until it is told to stop. */
final class ChildMain {

  private static final Logger LOG = LoggerFactory.getLogger(ChildMain.class);

  private final PrintStream answers;
  private final Path temporaryFolder;
  private final ChildCluster cluster = new ChildCluster();

  /** The parent waits for each answer, so there is one command at a time, and the end. */
  private final BlockingQueue<String> commands = new ArrayBlockingQueue<>(8);

  private ChildMain(PrintStream answers, Path temporaryFolder) {
    this.answers = answers;
    this.temporaryFolder = temporaryFolder;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
    // What a library prints belongs to the log, which the parent has put behind this stream.
    System.setOut(System.err);
    Properties options = new Properties();
    try (InputStream in = Files.newInputStream(Path.of(args[0]))) {
      options.load(in);
    }
    Path folder = Path.of(options.getProperty(Protocol.TEMPORARY_FOLDER));
    System.exit(new ChildMain(answers, folder).run(options));
  }

  private int run(Properties options) throws InterruptedException {
    Thread reader = new Thread(this::readCommands, "commands");
    reader.setDaemon(true);
    reader.start();
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop"));
    boolean running = attempt(() -> {
      cluster.start(options, doing -> answer(Protocol.PROGRESS, "Starting " + doing));
      cluster.services().forEach(this::answerWhereIs);
    });
    while (running) {
      String command = commands.take();
      if (command.equals(Protocol.STOP)) {
        return 0;
      }
      attempt(() -> obey(command));
    }
    return 1;
  }

  private void obey(String command) throws Exception {
    int space = command.indexOf(' ');
    int index = Integer.parseInt(command.substring(space + 1));
    switch (command.substring(0, space)) {
      case Protocol.STOP_BROKER -> cluster.stopBroker(index);
      case Protocol.START_BROKER -> answerWhereIs(cluster.startBroker(index));
      default -> throw new IllegalArgumentException("unknown command: " + command);
    }
  }

  private void answerWhereIs(PulsarService broker) {
    String tls = broker.getBrokerServiceUrlTls();
    answer(
        Protocol.BROKER,
        broker.getBrokerServiceUrl() + " " + broker.getWebServiceAddress()
            + (tls == null ? "" : " " + tls));
  }

  private boolean attempt(Attempt attempt) {
    try {
      attempt.run();
      answer(Protocol.DONE, "");
      return true;
    } catch (Exception | LinkageError e) {
      LOG.error("It failed.", e);
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      answer(Protocol.FAILED, cause.toString().replace('\n', ' '));
      return false;
    }
  }

  private void answer(String word, String rest) {
    answers.println(Protocol.PREFIX + word + " " + rest);
  }

  /** On a thread of its own, so that the end of the parent is seen also while a command is being done. */
  private void readCommands() {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(new FileInputStream(FileDescriptor.in), UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        commands.add(line);
      }
    } catch (IOException e) {
      LOG.error("Commands cannot be read.", e);
    }
    // A start under way is finished first; it too has to be over in time.
    haltLater();
    commands.add(Protocol.STOP);
  }

  /** Runs as a shutdown hook, so it is also done when a signal ends the child. */
  private void stop() {
    haltLater();
    try {
      cluster.stop();
    } catch (Exception e) {
      LOG.error("It did not stop cleanly.", e);
    }
    deleteTemporaryFolder();
  }

  private void haltLater() {
    Thread halt = new Thread(
        () -> {
          try {
            TimeUnit.SECONDS.sleep(Protocol.LONGEST_STOP_SECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          LOG.error("It did not stop in time and is ended by force.");
          deleteTemporaryFolder();
          Runtime.getRuntime().halt(2);
        },
        "halt");
    halt.setDaemon(true);
    halt.start();
  }

  private void deleteTemporaryFolder() {
    try {
      Protocol.delete(temporaryFolder);
    } catch (IOException e) {
      LOG.error("Its temporary folder is left.", e);
    }
  }

  private interface Attempt {
    void run() throws Exception;
  }
}
