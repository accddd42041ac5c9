package io.sluice.bench.nodes;

import io.sluice.bench.process.Await;
import io.sluice.bench.process.ChildJvm;
import io.sluice.bench.process.Middle;
import io.sluice.bench.process.PulsarRest;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Three nodes that know each other, with or without homes. Each has a port of its own on loopback. */
final class NodeCluster implements Way {

  private final String name;
  private final boolean homes;
  private final String namespace;
  private final List<Middle> nodes = new ArrayList<>();
  private final List<String> adminUrls = new ArrayList<>();

  private NodeCluster(String name, boolean homes, int round) {
    this.name = name;
    this.homes = homes;
    this.namespace = "public/nodes-" + name + "-" + round;
  }

  /** Answers when every node knows the limit, and the others. */
  static Way start(EmbeddedPulsar pulsar, boolean homes, int round, int perSecond)
      throws IOException, InterruptedException {
    NodeCluster cluster = new NodeCluster(homes ? "homes" : "topic", homes, round);
    boolean started = false;
    try {
      PulsarRest pulsars = new PulsarRest(pulsar.webUrl());
      pulsars.createNamespace(cluster.namespace);
      pulsars.createNamespace(cluster.between());
      cluster.startNodes(pulsar);
      cluster.limit(perSecond);
      cluster.awaitLimit(perSecond);
      if (homes) {
        new HomesByNodes(cluster.adminUrls).awaitAgreement(cluster.topic("seen"));
      }
      started = true;
      return cluster;
    } finally {
      if (!started) {
        cluster.close();
      }
    }
  }

  /** Where they tell each other what they do. Clusters that have ended are not heard there. */
  private String between() {
    return namespace + "-between";
  }

  /** All at once, as most of a start is waiting. */
  private void startNodes(EmbeddedPulsar pulsar) throws IOException, InterruptedException {
    ExecutorService starters = Executors.newFixedThreadPool(SIDES);
    try {
      List<Future<Middle>> starting = new ArrayList<>();
      for (int i = 0; i < SIDES; i++) {
        String node = Integer.toString(i);
        int adminPort = ChildJvm.freePort();
        adminUrls.add("http://127.0.0.1:" + adminPort);
        starting.add(starters.submit(() ->
            Middle.node("nodes-" + name + "-" + node, configuration(pulsar, node, adminPort))));
      }
      IllegalStateException failure = null;
      for (Future<Middle> node : starting) {
        try {
          nodes.add(node.get());
        } catch (ExecutionException e) {
          failure = new IllegalStateException("a node did not start", e.getCause());
        }
      }
      if (failure != null) {
        throw failure;
      }
    } finally {
      starters.shutdown();
    }
  }

  private String configuration(EmbeddedPulsar pulsar, String node, int adminPort) {
    return """
        node: {name: "%s", advertisedAddress: 127.0.0.1}
        gateway: {listen: "127.0.0.1:0", homes: %s}
        cluster: {brokers: "%s", webService: "%s"}
        admin: {listen: "127.0.0.1:%d"}
        policies: {store: "persistent://%s/policies"}
        groups: {resourceUsagePublishTopicName: "non-persistent://%s/usage"}
        """.formatted(
            node, homes, pulsar.serviceUrl(), pulsar.webUrl(), adminPort, between(), between());
  }

  private void awaitLimit(int perSecond) throws IOException, InterruptedException {
    for (String adminUrl : adminUrls) {
      PulsarRest node = new PulsarRest(adminUrl);
      Await.answer("the limit on every node", () -> node.limitsTopicsOf(namespace, perSecond));
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Middle> middles() {
    return List.copyOf(nodes);
  }

  @Override
  public boolean divides() {
    return true;
  }

  @Override
  public double silenceSeconds() {
    return homes ? 5 : 1.5;
  }

  @Override
  public String topic(String topic) {
    return "persistent://" + namespace + "/" + topic;
  }

  /** Through the last node, which is not the first to be killed. */
  @Override
  public void limit(int perSecond) throws IOException, InterruptedException {
    new PulsarRest(adminUrls.get(SIDES - 1)).limitTopicsOf(namespace, perSecond);
  }

  /** The topic's home, or else the node that was the first to use the limit. */
  @Override
  public int kill(String topic) throws IOException, InterruptedException {
    int node = homes ? new HomesByNodes(adminUrls).home(topic) : 0;
    nodes.get(node).close();
    return node;
  }

  @Override
  public void close() {
    nodes.forEach(Middle::close);
  }
}
