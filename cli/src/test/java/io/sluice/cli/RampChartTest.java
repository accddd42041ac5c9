package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.ramp.RampConfig;
import io.sluice.ramp.RampMode;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class RampChartTest {

  @Test
  void shouldSayInItsTitleWhatItShows() throws Exception {
    Element svg = chart(RampMode.goBackN(), 1, 10, 5).getDocumentElement();

    assertThat(svg.getAttribute("role")).isEqualTo("img");
    assertThat(svg.getAttribute("aria-labelledby")).isEqualTo("title");
    assertThat(svg.getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo("goBackN, from 10 to 100 per second: the level and the use of 2 seconds");
  }

  @Test
  void shouldDrawTheLevelAsStepsAndTheUseAsBars() throws Exception {
    Document chart = chart(RampMode.relaxed(), 1, 10, 5);

    // Two seconds share 764 pixels from 72 on; 0 is at 380, and 20 at 108.
    assertThat(path(chart, "level")).containsExactly("M72 244H454V121.6H836");
    assertThat(bars(chart)).containsExactly("244 136", "312 68");
  }

  @Test
  void shouldDrawTheThresholdOnlyOfModesThatHaveOne() throws Exception {
    assertThat(path(chart(RampMode.scheduled(), 1, 10), "threshold")).isEmpty();
    assertThat(path(chart(RampMode.relaxed(), 1, 10), "threshold")).isEmpty();
    assertThat(path(chart(RampMode.onlyIfUsed(), 1, 10), "threshold")).hasSize(1);
    assertThat(path(chart(RampMode.goBackN(), 1, 10), "threshold")).hasSize(1);
  }

  @Test
  void shouldReachTheThresholdWhereItsShareIsUsedUp() throws Exception {
    Document chart = chart(new RampMode.OnlyIfUsed(100), 4, 2);

    // A level of 10 is four shares of 2: the two that no processor can have count for nothing.
    assertThat(path(chart, "threshold")).containsExactly("M72 162.4H836");
    assertThat(bars(chart)).containsExactly("162.4 217.6");
  }

  @Test
  void shouldDotTheLineWhereNobodyCalled() throws Exception {
    Document chart = chart(RampMode.relaxed(), 1, -1, 10, -1, 10, -1);

    assertThat(path(chart, "level")).singleElement().asString().matches("M[^M]*M[^M]*");
    assertThat(path(chart, "idle")).singleElement().asString().matches("M[^M]*V[^M]*M[^MV]*");
  }

  @Test
  void shouldDrawNothingButAxesIfNobodyEverCalls() throws Exception {
    Document chart = chart(RampMode.goBackN(), 1, -1, -1);

    assertThat(path(chart, "level")).isEmpty();
    assertThat(path(chart, "idle")).isEmpty();
    assertThat(bars(chart)).isEmpty();
  }

  @Test
  void shouldHaveColoursForTheDark() {
    assertThat(svg(RampMode.relaxed(), 1, 10)).contains("@media (prefers-color-scheme: dark)");
  }

  private static Document chart(RampMode mode, int pods, int... wanted) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg(mode, pods, wanted))));
  }

  /** Negative for no call. */
  private static String svg(RampMode mode, int pods, int... wanted) {
    RampConfig config = RampConfig.builder(100)
        .min(10)
        .rampUpDuration(Duration.ofSeconds(10))
        .mode(mode)
        .build();
    List<OptionalInt> usage = IntStream.of(wanted)
        .mapToObj(n -> n < 0 ? OptionalInt.empty() : OptionalInt.of(n))
        .toList();
    return RampChart.of(RampRun.of(config, pods, usage));
  }

  /** The drawn paths of a style, without those of the legend. */
  private static List<String> path(Document chart, String style) {
    return elements(chart, "path")
        .filter(path -> path.getAttribute("class").equals(style))
        .map(path -> path.getAttribute("d"))
        .filter(path -> !path.endsWith("h24"))
        .toList();
  }

  private static List<String> bars(Document chart) {
    return elements(chart, "rect")
        .filter(bar -> bar.getElementsByTagName("title").getLength() > 0)
        .map(bar -> bar.getAttribute("y") + " " + bar.getAttribute("height"))
        .toList();
  }

  private static Stream<Element> elements(Document chart, String name) {
    var nodes = chart.getElementsByTagName(name);
    return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i));
  }
}
