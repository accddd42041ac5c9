package io.sluice.bench.nodes;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.bench.process.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Where topics have their homes by what nodes say, whose names are their numbers. */
final class HomesByNodes {

  /** Of so many topics each of three nodes is the home of some: none gets none but once in a million. */
  private static final int TOPICS = 40;

  private static final int NONE = -1;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ObjectMapper json = new ObjectMapper();
  private final List<String> adminUrls;

  HomesByNodes(List<String> adminUrls) {
    this.adminUrls = List.copyOf(adminUrls);
  }

  /** The home of a topic by what the first node says. */
  int home(String topic) throws IOException, InterruptedException {
    return home(adminUrls.get(0), topic);
  }

  private int home(String adminUrl, String topic) throws IOException, InterruptedException {
    URI uri = URI.create(adminUrl + "/sluice/v1/explain/" + topic.replace("://", "/"));
    String answer =
        http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
    return json.readTree(answer).path("home").path("node").asInt(NONE);
  }

  /** Waits until each node takes every node for the home of some topics. */
  void awaitAgreement(String prefix) throws IOException, InterruptedException {
    for (String adminUrl : adminUrls) {
      Await.answer("homes on every node", () -> {
        Set<Integer> homes = new HashSet<>();
        for (int i = 0; i < TOPICS; i++) {
          homes.add(home(adminUrl, prefix + "-" + i));
        }
        return homes.size() == adminUrls.size() && !homes.contains(NONE);
      });
    }
  }
}
