package io.sluice.client;

import org.apache.pulsar.client.api.Authentication;
import org.apache.pulsar.client.api.ClientBuilder;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.ServiceUrlProvider;
import org.apache.pulsar.client.impl.ClientBuilderImpl;
import org.apache.pulsar.client.impl.auth.AuthenticationDisabled;
import org.apache.pulsar.client.impl.conf.ClientConfigurationData;
import org.jspecify.annotations.Nullable;

/** Makes Pulsar clients whose producers know when they are throttled. */
public final class SluiceClient {

  private SluiceClient() {}

  /**
   * Builds a client as {@link ClientBuilder#build} does, whose producers are {@link ThrottleAware}. With
   * a gateway or a broker that says nothing of throttling, nothing else is different.
   *
   * <p>While a producer is throttled, its messages wait in the client, in their order and within its limits
   * on pending messages and memory. {@code flush()} waits with them. {@code close()} lets them be published
   * first, as ever, but waits for half of the operation timeout at most: what cannot be sent within that
   * fails with {@link PulsarClientException.AlreadyClosedException} when the producer is closed.
   *
   * <p>The client has threads of its own. Resources that are shared between clients, which later versions of
   * the builder can be given, are not used, as the builder does not show them.
   *
   * @param builder what {@link PulsarClient#builder} gives
   * @throws PulsarClientException as {@link ClientBuilder#build} does
   * @throws IllegalArgumentException as {@link ClientBuilder#build} does, or if it is another kind of builder
   */
  public static PulsarClient build(ClientBuilder builder) throws PulsarClientException {
    if (!(builder instanceof ClientBuilderImpl known)) {
      throw new IllegalArgumentException(
          "only for what PulsarClient.builder() gives, not for " + builder.getClass());
    }
    ClientConfigurationData conf = known.getClientConfigurationData();
    chooseServiceUrl(conf);
    Authentication authentication = conf.getAuthentication();
    if (authentication == null || authentication == AuthenticationDisabled.INSTANCE) {
      authenticateByProperties(builder, conf);
    }
    return AwareClient.create(conf);
  }

  private static void chooseServiceUrl(ClientConfigurationData conf) {
    ServiceUrlProvider provider = conf.getServiceUrlProvider();
    if (isBlank(conf.getServiceUrl()) == (provider == null)) {
      throw new IllegalArgumentException(
          "the builder needs a service URL or a provider of one, not both");
    }
    if (provider != null) {
      String provided = provider.getServiceUrl();
      if (isBlank(provided)) {
        throw new IllegalArgumentException("the provider of a service URL has none");
      }
      conf.setServiceUrl(provided);
    }
  }

  private static void authenticateByProperties(ClientBuilder builder, ClientConfigurationData conf)
      throws PulsarClientException {
    String plugin = conf.getAuthPluginClassName();
    if (isBlank(plugin)) {
      return;
    }
    if (!isBlank(conf.getAuthParams())) {
      builder.authentication(plugin, conf.getAuthParams());
    } else if (conf.getAuthParamMap() != null) {
      builder.authentication(plugin, conf.getAuthParamMap());
    }
  }

  private static boolean isBlank(@Nullable String text) {
    return text == null || text.isBlank();
  }
}
