package libgames;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.junit.Test;

/** The conformance vectors (tests/vectors), replayed through Java. */
public class VectorsTest {
  /** Replays a game and throws an AssertionError at the first difference. */
  private interface Replayer {
    void replay(JsonObject line);
  }

  private static final Map<String, Replayer> REPLAYERS = Map.of("alquerque", Replays::alquerque, "amazes",
      Replays::amazes, "blockdrop", Replays::blockdrop, "ontherun", Replays::ontherun, "snakecore", Replays::snakecore);

  private static Path folder() {
    String elsewhere = System.getenv("LIBGAMES_VECTORS");
    return elsewhere == null || elsewhere.isEmpty() ? Settings.ROOT.resolve("tests/vectors") : Path.of(elsewhere);
  }

  private static List<JsonObject> lines(String game) throws IOException {
    List<JsonObject> lines = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder(), game + "*.jsonl{,.gz}")) {
      for (Path file : files) {
        try (InputStream bytes = Files.newInputStream(file);
            InputStream text = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes) {
          for (String line : new String(text.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
            lines.add(JsonParser.parseString(line).getAsJsonObject());
          }
        }
      }
    }
    return lines;
  }

  private static void replayAll(String game) throws IOException {
    List<JsonObject> lines = lines(game);
    assertFalse("no vectors of " + game, lines.isEmpty());
    for (JsonObject line : lines) {
      assertEquals(game, line.get("game").getAsString());
      try {
        REPLAYERS.get(game).replay(line);
      } catch (AssertionError | RuntimeException error) {
        throw new AssertionError(line.get("id").getAsString() + ": " + error, error);
      }
    }
  }

  @Test
  public void everyGameHasAReplayer() {
    assertEquals(new TreeSet<>(Game.names()), new TreeSet<>(REPLAYERS.keySet()));
  }

  @Test
  public void alquerque() throws IOException {
    replayAll("alquerque");
  }

  @Test
  public void amazes() throws IOException {
    replayAll("amazes");
  }

  @Test
  public void blockdrop() throws IOException {
    replayAll("blockdrop");
  }

  @Test
  public void ontherun() throws IOException {
    replayAll("ontherun");
  }

  @Test
  public void snakecore() throws IOException {
    replayAll("snakecore");
  }

  /** In every game a turn that is left out is noticed, and so is another score. */
  @Test
  public void damageIsNoticed() throws IOException {
    for (String game : REPLAYERS.keySet()) {
      JsonObject line = lines(game).stream().filter(one -> one.getAsJsonArray("turns").size() > 8).findFirst().get();
      JsonObject shorter = line.deepCopy();
      JsonArray turns = shorter.getAsJsonArray("turns");
      turns.remove(turns.size() - 1);
      assertThrows(game, Throwable.class, () -> REPLAYERS.get(game).replay(shorter));
      JsonObject other = line.deepCopy();
      JsonObject result = other.getAsJsonObject("result");
      String member = result.has("score") ? "score" : result.has("scores") ? "scores" : "winner";
      result.addProperty(member, 7);
      assertThrows(game, Throwable.class, () -> REPLAYERS.get(game).replay(other));
      REPLAYERS.get(game).replay(line);
    }
    assertTrue(REPLAYERS.size() > 0);
  }
}
