package io.sluice.rampredis.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import redis.embedded.core.ExecutableProvider;

/**
 * A real {@code redis-server} on a port of loopback that the system chose: the machine's own if
 * there is one, else one that comes as a library. It keeps nothing on disk but its configuration.
 */
public final class LocalRedis implements AutoCloseable {

  private static final Duration LONGEST_START = Duration.ofSeconds(20);
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(5);

  private final int port;
  private final List<String> command = new ArrayList<>();
  private final Path folder;
  private final Thread killAtExit = new Thread(this::killAndForget);
  private Process process;

  private LocalRedis(int port, Path folder, List<String> configuration, List<String> options)
      throws IOException {
    this.port = port;
    this.folder = folder;
    Path file = folder.resolve("redis.conf");
    Files.write(file, configuration);
    command.add(Executable.PATH);
    command.add(file.toString());
    command.addAll(options);
    process = launch();
    Runtime.getRuntime().addShutdownHook(killAtExit);
  }

  /** Starts a server with further lines of configuration, and waits until it answers. */
  public static LocalRedis start(String... configuration) {
    return start(freePort(), configuration);
  }

  /** The same on a given port. */
  public static LocalRedis start(int port, String... configuration) {
    List<String> lines = new ArrayList<>(List.of("port " + port, "save \"\"", "appendonly no"));
    lines.addAll(List.of(configuration));
    return start(port, lines, List.of());
  }

  /** Starts a Sentinel that watches over a master, with further lines of configuration. */
  public static LocalRedis sentinel(String masterName, int masterPort, String... configuration) {
    int port = freePort();
    List<String> lines = new ArrayList<>(List.of(
        "port " + port,
        "sentinel monitor " + masterName + " 127.0.0.1 " + masterPort + " 1",
        "sentinel down-after-milliseconds " + masterName + " 500",
        "sentinel failover-timeout " + masterName + " 2000"));
    lines.addAll(List.of(configuration));
    return start(port, lines, List.of("--sentinel"));
  }

  private static LocalRedis start(int port, List<String> lines, List<String> options) {
    try {
      List<String> configuration = new ArrayList<>(lines);
      Path folder = Files.createTempDirectory("sluice-redis-");
      configuration.add("dir " + folder);
      configuration.add("bind 127.0.0.1");
      LocalRedis redis = new LocalRedis(port, folder, configuration, options);
      redis.awaitAnswer();
      return redis;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A port that was free a moment ago. */
  public static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return port;
  }

  public String url() {
    return "redis://127.0.0.1:" + port;
  }

  /**
   * What it answers to some commands, one per line, as it stands in its protocol: for tests that
   * look for a word in it. Where a password is needed, the first line is {@code AUTH}.
   */
  public String ask(String commands) {
    try (Socket socket = connect()) {
      socket.setSoTimeout((int) LONGEST_ANSWER.toMillis());
      String lines = commands + "\nQUIT\n";
      socket.getOutputStream().write(lines.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops it from doing anything, while its connections stay open. */
  public void pause() {
    signal("STOP");
  }

  public void resume() {
    signal("CONT");
  }

  /** Ends it at once, as a crash would. */
  public void kill() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Starts it again on the same port, with nothing in its memory. */
  public void restart() {
    try {
      process = launch();
      awaitAnswer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    killAndForget();
    try {
      Runtime.getRuntime().removeShutdownHook(killAtExit);
    } catch (IllegalStateException e) {
      // The JVM is on its way out, and the hook has nothing more to do.
    }
  }

  /** Also called by the hook, at the same time perhaps. */
  private synchronized void killAndForget() {
    kill();
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process launch() throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("redis.log").toFile())
        .start();
  }

  private void awaitAnswer() throws IOException {
    long deadline = System.nanoTime() + LONGEST_START.toNanos();
    while (!answers()) {
      if (System.nanoTime() > deadline || (!process.isAlive() && !portIsTaken())) {
        throw new IllegalStateException("redis-server did not start:\n" + log());
      }
      if (!process.isAlive()) {
        process = launch();
      }
      try {
        TimeUnit.MILLISECONDS.sleep(10); // a process outside, on a clock that cannot be moved
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while redis-server starts", e);
      }
    }
  }

  /**
   * Whether another socket has the port for the moment: a client that keeps trying to connect can
   * get it as its own end of the connection.
   */
  private boolean portIsTaken() {
    return log().contains("Address already in use");
  }

  /** Anything that a server says will do: one with a password answers with an error. */
  private boolean answers() {
    try (Socket socket = connect()) {
      socket.setSoTimeout(1000);
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
      int first = socket.getInputStream().read();
      return first == '+' || first == '-';
    } catch (IOException e) {
      return false;
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
    return socket;
  }

  private String log() {
    try {
      return Files.readString(folder.resolve("redis.log"));
    } catch (IOException e) {
      return "(its log cannot be read: " + e + ")";
    }
  }

  private void signal(String name) {
    try {
      Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
      if (kill.waitFor() != 0) {
        throw new IllegalStateException("kill -" + name + " failed");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Looked for once, as the library unpacks its own each time it is asked. */
  private static final class Executable {

    static final String PATH = find();

    private static String find() {
      StringTokenizer folders =
          new StringTokenizer(System.getenv().getOrDefault("PATH", ""), File.pathSeparator);
      while (folders.hasMoreTokens()) {
        File own = new File(folders.nextToken(), "redis-server");
        if (own.canExecute()) {
          return own.getPath();
        }
      }
      try {
        return ExecutableProvider.newJarResourceProvider().get().getPath();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
