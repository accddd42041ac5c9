package io.sluice.bench.nodes;

import io.sluice.bench.process.Middle;
import io.sluice.bench.process.PulsarRest;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import java.io.IOException;
import java.util.Collections;
import java.util.List;

/** A stock Pulsar: the broker that owns a topic counts alone, with Pulsar's own publish limiter. */
final class StockOwner implements Way {

  private final String namespace;
  private final Middle broker;
  private final PulsarRest rest;

  private StockOwner(String namespace, Middle broker, PulsarRest rest) {
    this.namespace = namespace;
    this.broker = broker;
    this.rest = rest;
  }

  static Way start(EmbeddedPulsar pulsar, int round, int perSecond)
      throws IOException, InterruptedException {
    String namespace = "public/nodes-stock-" + round;
    PulsarRest rest = new PulsarRest(pulsar.webUrl());
    rest.createLimitedNamespace(namespace, perSecond);
    return new StockOwner(namespace, Middle.direct(pulsar.serviceUrl()), rest);
  }

  @Override
  public String name() {
    return "stock";
  }

  @Override
  public List<Middle> middles() {
    return Collections.nCopies(SIDES, broker);
  }

  @Override
  public boolean divides() {
    return false;
  }

  @Override
  public double silenceSeconds() {
    return 0;
  }

  @Override
  public String topic(String name) {
    return "persistent://" + namespace + "/" + name;
  }

  @Override
  public void limit(int perSecond) throws IOException, InterruptedException {
    rest.limitTopicsOf(namespace, perSecond);
  }

  @Override
  public int kill(String topic) {
    throw new IllegalStateException("a single broker has no other that would go on");
  }

  @Override
  public void close() {
    broker.close();
  }
}
