package libgames;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;

/** Plays one line of the vectors of each game and compares its statements; the format is in tests/vectors/README.md. */
final class Replays {
  private static final Pattern DOTS = Pattern.compile("\\.+");

  private Replays() {}

  // ---- the statements of a line ----

  private static List<String> texts(JsonElement array) {
    return StreamSupport.stream(array.getAsJsonArray().spliterator(), false).map(JsonElement::getAsString).toList();
  }

  private static List<Long> numbers(JsonElement array) {
    return StreamSupport.stream(array.getAsJsonArray().spliterator(), false).map(JsonElement::getAsLong).toList();
  }

  private static List<Long> list(long... values) {
    return LongStream.of(values).boxed().toList();
  }

  private static List<Long> list(int... values) {
    return IntStream.of(values).asLongStream().boxed().toList();
  }

  /** Rows of a board with numbers for empty cells, as in positions. */
  private static String rows(JsonElement board) {
    return texts(board).stream().map(row -> DOTS.matcher(row).replaceAll(dots -> "" + dots.group().length()))
        .collect(Collectors.joining("/"));
  }

  /** Scores when the game is over, null before. */
  private static void score(State state, JsonObject result) {
    JsonElement stated = result.get("score");
    assertEquals("over", !stated.isJsonNull(), state.isOver());
    if (state.isOver()) {
      assertEquals("score", numbers(stated), list(state.scores()));
    }
    assertEquals("reason", result.get("reason").getAsString(), state.result());
  }

  /** The state after the offence of a move that is refused. */
  private static State rejected(State state, String move) {
    RuntimeException error = assertThrows(RuntimeException.class, () -> state.apply(move));
    assertEquals(true, error instanceof IllegalMoveException || error instanceof ParseException);
    return state.forfeit(state.player());
  }

  private static List<String> legal(State state) {
    List<String> moves = new ArrayList<>();
    state.legalMoves().forEachRemaining(moves::add);
    Collections.sort(moves);
    return moves;
  }

  // ---- Alquerque ----

  static void alquerque(JsonObject line) {
    JsonObject setup = line.getAsJsonObject("setup");
    JsonObject previous = setup.getAsJsonObject("previous");
    State state = Game.of("alquerque").parse(String.join(" ", rows(setup.get("board")),
        setup.get("to_move").getAsString().substring(0, 1), setup.get("ply").getAsString(),
        move(previous.get("white")), move(previous.get("black")), "-"));
    for (JsonElement element : line.getAsJsonArray("turns")) {
      JsonObject turn = element.getAsJsonObject();
      assertEquals("legal", texts(turn.get("legal")), legal(state));
      assertEquals("number", turn.getAsJsonArray("legal").size(), Native.lg_alquerque_count(state.data()));
      state = state.apply(turn.get("move").getAsString());
      assertEquals("board", rows(turn.get("board")), state.toString().split(" ")[0]);
    }
    JsonObject result = line.getAsJsonObject("result");
    if (result.has("move")) {
      state = rejected(state, result.get("move").getAsString());
    }
    score(state, result);
  }

  private static String move(JsonElement move) {
    return move.isJsonNull() ? "-" : move.getAsString();
  }

  // ---- Amazes ----

  /** Bytes of the maze, which a state begins with, and of a player's knowledge, which comes next. */
  private static final int MAZE = 208;

  private static final int KNOWN = 616;

  /** Positions here are those of the contest's rules, also one whose player has not looked yet: bytes, not states. */
  static void amazes(JsonObject line) {
    Game game = Game.of("amazes");
    JsonObject setup = line.getAsJsonObject("setup");
    List<String> file = new ArrayList<>();
    for (String colour : List.of("red", "blue")) {
      file.add(String.join(" ", texts(setup.get(colour))));
    }
    file.addAll(texts(setup.get("maze")));
    byte[] maze = new byte[MAZE];
    byte[] starts = new byte[2 * 4];
    byte[] now = game.room();
    Native.lg_amazes_maze_parse(Text.bytes(String.join("\n", file)), maze, starts, new boolean[1]);
    Native.lg_amazes_start(maze, starts, setup.get("turn_limit").getAsInt(), now);
    for (JsonElement element : line.getAsJsonArray("turns")) {
      now = amazesTurn(game, now, element.getAsJsonObject());
    }
    JsonObject result = line.getAsJsonObject("result");
    int[] scores = new int[2];
    Native.lg_amazes_scores(now, scores);
    assertEquals("score", numbers(result.get("score")), list(scores));
    assertEquals("reason", result.get("reason").getAsString(), Native.lg_game_result(game.handle(), now));
    long offenders = game.field("offenders").read(now)[0];
    List<String> offence = new ArrayList<>();
    for (int player = 0; player < 2; player++) {
      if ((offenders >> player & 1) == 1) {
        offence.add(player == 0 ? "red" : "blue");
      }
    }
    assertEquals("offence", texts(result.get("offence")), offence);
  }

  private static byte[] amazesTurn(Game game, byte[] before, JsonObject turn) {
    int player = Native.lg_amazes_player(before);
    assertEquals("player", turn.get("player").getAsString(), player == 0 ? "red" : "blue");
    byte[] now = game.room();
    Native.lg_amazes_begin_turn(before, now);
    List<String> look = new ArrayList<>(texts(turn.get("look")));
    look.add(turn.get("distance").getAsString());
    byte[] sight = new byte[4 + 4 * Native.LG_AMAZES_CORRIDOR + 4];
    Native.lg_amazes_see(Arrays.copyOf(now, MAZE), place(game, now, player), place(game, now, 1 - player), sight);
    String seen = Text.of(room -> Native.lg_amazes_sight_print(sight, room));
    assertEquals("look", look, List.of(seen.split("\n", -1)).subList(0, 5));
    for (String what : List.of("squares", "walls", "openings")) {
      assertEquals(what, turn.get(what).getAsLong(), counted(game, now, player, what));
    }
    if (turn.has("known")) {
      byte[] known = Arrays.copyOfRange(now, MAZE + player * KNOWN, MAZE + (player + 1) * KNOWN);
      String text = Text.of(room -> Native.lg_amazes_known_print(known, room));
      assertEquals("known", texts(turn.get("known")), text.lines().toList());
    }
    now = amazesPlay(game, now, player, turn.get("move").getAsString());
    int[] points = new int[2];
    Native.lg_amazes_points(now, points);
    assertEquals("points", numbers(turn.get("points")), list(points));
    assertEquals("discovered", numbers(turn.get("discovered")),
        list(counted(game, now, 0, "squares"), counted(game, now, 1, "squares")));
    assertEquals("first", numbers(turn.get("first")), list(game.field("first").read(now)));
    for (int other = 0; other < 2; other++) {
      byte[] place = place(game, now, other);
      assertEquals("place", texts(turn.get(other == 0 ? "red" : "blue")),
          List.of("" + (place[0] + 1), "" + (place[1] + 1), "" + "NESW".charAt(place[2])));
    }
    return now;
  }

  private static byte[] amazesPlay(Game game, byte[] now, int player, String move) {
    byte[] after = game.room();
    byte[] before = now;
    if ((game.field("offenders").read(now)[0] >> player & 1) == 0) {
      try {
        Native.lg_amazes_play(now, Text.bytes(move), after);
        return after;
      } catch (ParseException error) {
        before = game.room();
        Native.lg_amazes_forfeit(now, player, before);
      }
    }
    Native.lg_amazes_jury(before, after);
    return after;
  }

  /** A player's place as in C: row, column, facing, 0. */
  private static byte[] place(Game game, byte[] state, int player) {
    byte[] place = new byte[4];
    for (String name : List.of("row", "column", "facing")) {
      place[List.of("row", "column", "facing").indexOf(name)] = (byte) game.field("place." + name).read(state)[player];
    }
    return place;
  }

  /** The number of bits set in a player's knowledge; edges count in both of their words. */
  private static long counted(Game game, byte[] state, int player, String what) {
    long bits = 0;
    String name = "known." + what;
    for (String member : what.equals("squares") ? List.of(name) : List.of(name + ".h", name + ".v")) {
      long[] words = game.field(member).read(state);
      int half = words.length / 2;
      for (int i = player * half; i < (player + 1) * half; i++) {
        bits += Long.bitCount(words[i]);
      }
    }
    return bits;
  }

  // ---- Block drop ----

  /** A turn here is a turn of the contest, even of a player that has fallen: bytes, not states. */
  static void blockdrop(JsonObject line) {
    JsonObject setup = line.getAsJsonObject("setup");
    String rules = setup.get("rules").getAsString();
    Game game = Game.of("blockdrop(rules=" + rules + ",turns=" + setup.get("turn_limit").getAsInt() + ")");
    ByteBuffer places = ByteBuffer.allocate(4 * 3 * Integer.BYTES).order(ByteOrder.nativeOrder());
    for (JsonElement player : setup.getAsJsonArray("players")) {
      JsonArray place = player.getAsJsonArray();
      places.putInt(place.get(0).getAsInt()).putInt(place.get(1).getAsInt())
          .putInt("URDL".indexOf(place.get(2).getAsString()));
    }
    byte[] now = game.room();
    Native.lg_blockdrop_start(rules.equals("engine") ? Native.LG_BLOCKDROP_ENGINE : Native.LG_BLOCKDROP_PAGE,
        setup.get("turn_limit").getAsInt(), places.array(), now);
    for (JsonElement element : line.getAsJsonArray("turns")) {
      JsonObject turn = element.getAsJsonObject();
      byte[] after = game.room();
      Native.lg_blockdrop_play(now, Text.bytes(turn.get("action").getAsString()), after);
      now = after;
      List<Long> blocks = new ArrayList<>();
      turn.getAsJsonArray("blocks").forEach(row -> blocks.addAll(numbers(row)));
      assertEquals("blocks", blocks, list(game.field("timers").read(now)).subList(0, 36));
      for (int player = 0; player < 4; player++) {
        assertEquals("player", texts(turn.getAsJsonArray("players").get(player)), blockdropPlayer(game, now, player));
      }
    }
    JsonObject result = line.getAsJsonObject("result");
    assertEquals("turns", result.get("turns").getAsLong(), game.field("turn").read(now)[0]);
    assertEquals("over", result.get("over").getAsBoolean(), Native.lg_game_player(game.handle(), now) < 0);
    int[] scores = new int[4];
    Native.lg_game_scores(game.handle(), now, scores);
    long winner = IntStream.range(0, 4).filter(i -> scores[i] == 1).findFirst().orElse(-1);
    assertEquals("winner", result.get("winner").isJsonNull() ? -1 : result.get("winner").getAsLong(), winner);
  }

  private static List<String> blockdropPlayer(Game game, byte[] state, int player) {
    List<String> parts = new ArrayList<>();
    for (String name : List.of("row", "column", "facing", "stun")) {
      long value = game.field(name).read(state)[player];
      parts.add(name.equals("facing") ? "" + "URDL".charAt((int) value) : "" + value);
    }
    return parts;
  }

  // ---- On the Run ----

  static void ontherun(JsonObject line) {
    String map = line.getAsJsonObject("setup").get("map").getAsString();
    State state = Game.of("ontherun(cities=" + map.substring(0, map.indexOf('\n')).trim() + ")", map).newState(0);
    for (JsonElement element : line.getAsJsonArray("turns")) {
      state = ontherunTurn(state, element.getAsJsonObject());
    }
    JsonObject result = line.getAsJsonObject("result");
    if (result.has("by")) {
      if (!result.get("move").isJsonNull()) {
        state = rejected(state, result.get("move").getAsString());
      }
      assertEquals("by", result.get("by").getAsString(), state.scores()[0] == 0 ? "detectives" : "fugitive");
    }
    score(state, result);
  }

  private static State ontherunTurn(State state, JsonObject turn) {
    boolean fugitive = turn.has("fugitive");
    assertEquals("player", fugitive ? 1 : 0, state.player());
    if (turn.has("legal") && fugitive) {
      assertEquals("legal", texts(turn.get("legal")), legal(state));
    } else if (turn.has("legal")) {
      long map = state.game().handle().getShared();
      assertEquals("legal", turn.get("legal").getAsLong(), Native.lg_ontherun_joint_count(map, state.data()));
    }
    State after = state.apply(fugitive ? turn.get("fugitive").getAsString()
        : String.join("\n", texts(turn.get("detectives"))));
    boolean arrested = after.result().equals("ran into detective");
    if (turn.has("possible")) {
      assertEquals("possible", turn.get("possible"), arrested ? JsonNull.INSTANCE : possible(after));
    }
    if (turn.has("told") && turn.has("legal")) {
      assertEquals("told", turn.get("told").isJsonNull(), arrested);
      List<String> lines = arrested ? List.of() : after.message(0).lines().filter(Replays::told).toList();
      assertEquals("told", arrested, lines.isEmpty());
      if (!arrested) {
        assertEquals("told", turn.get("told").getAsString(), lines.get(lines.size() - 1));
      }
    }
    return after;
  }

  private static boolean told(String line) {
    return "CTP".indexOf(line.charAt(0)) >= 0;
  }

  private static JsonArray possible(State state) {
    JsonArray cities = new JsonArray();
    long[] words = state.field("possible");
    for (int city = 0; city < 64 * words.length; city++) {
      if ((words[city / 64] >> city % 64 & 1) == 1) {
        cities.add(city);
      }
    }
    return cities;
  }

  // ---- SnakeCore ----

  /** A turn here is a turn of the contest, even of a player that is out: the cells of blocks are given. */
  static void snakecore(JsonObject line) {
    JsonObject setup = line.getAsJsonObject("setup");
    List<String> rows = texts(setup.get("field"));
    StringBuilder position = new StringBuilder(rows.size() + " " + rows(setup.get("field")) + " "
        + setup.get("to_move").getAsInt() + " " + setup.get("round").getAsInt() + "/" + setup.get("rounds").getAsInt()
        + String.format(" %016x:%016x", 0, 1));
    for (int i = 0; i < setup.getAsJsonArray("pythons").size(); i++) {
      position.append(' ').append(python(setup, i));
    }
    String field = String.join("", rows);
    long ordinary = field.chars().filter(c -> c == 'b').count();
    long energy = field.chars().filter(c -> c == 'e').count();
    Game game = Game.of(String.format("snakecore(size=%d,players=%d,walls=0,reactors=0,ordinary=%d,energy=%d,rounds=%d)", rows.size(),
        setup.getAsJsonArray("pythons").size(), ordinary, energy, setup.get("rounds").getAsInt()));
    byte[] now = game.parse(position.toString()).bytes();
    snakecorePicture(game, now, setup);
    for (JsonElement element : line.getAsJsonArray("turns")) {
      now = snakecoreTurn(game, now, element.getAsJsonObject());
    }
    JsonObject result = line.getAsJsonObject("result");
    snakecorePicture(game, now, result);
    int[] scores = scores(game, now);
    int best = IntStream.of(scores).max().getAsInt();
    assertEquals("winners", numbers(result.get("winners")),
        list(IntStream.range(0, scores.length).filter(i -> scores[i] == best).toArray()));
    assertEquals("over", result.get("over").getAsBoolean(), Native.lg_game_player(game.handle(), now) < 0);
  }

  private static String python(JsonObject setup, int player) {
    JsonObject python = setup.getAsJsonArray("pythons").get(player).getAsJsonObject();
    JsonArray cells = python.getAsJsonArray("cells");
    StringBuilder way = new StringBuilder();
    for (int i = 1; i < cells.size(); i++) {
      List<Long> from = numbers(cells.get(i - 1));
      List<Long> to = numbers(cells.get(i));
      long dx = to.get(0) - from.get(0);
      long dy = to.get(1) - from.get(1);
      way.append(dy == -1 ? 'U' : dy == 1 ? 'D' : dx == -1 ? 'L' : 'R');
    }
    return setup.getAsJsonArray("scores").get(player).getAsInt() + ":" + python.get("protection").getAsInt() + ":"
        + numbers(cells.get(0)).get(0) + "," + numbers(cells.get(0)).get(1) + ":" + (way.length() == 0 ? "-" : way);
  }

  private static int[] scores(Game game, byte[] state) {
    int[] scores = new int[game.players()];
    Native.lg_game_scores(game.handle(), state, scores);
    return scores;
  }

  private static void snakecorePicture(Game game, byte[] now, JsonObject stated) {
    String[] position = new State(game, now).toString().split(" ");
    assertEquals("field", rows(stated.get("field")), position[1]);
    assertEquals("scores", numbers(stated.get("scores")), list(scores(game, now)));
    for (int player = 0; player < game.players(); player++) {
      String python = position[position.length - game.players() + player].replace("!", "");
      assertEquals("python", python(stated, player), python);
    }
  }

  private static byte[] snakecoreTurn(Game game, byte[] now, JsonObject turn) {
    int player = (int) game.field("to_move").read(now)[0];
    assertEquals("player", turn.get("player").getAsInt(), player);
    byte[] before = now;
    String request = Text.of(room -> Native.lg_snakecore_request(before, room));
    assertEquals("request", turn.get("request").getAsString() + "\n", request);
    byte[] ready = now;
    int action;
    try {
      action = game.parseAction(turn.get("action").getAsString());
    } catch (ParseException error) {
      ready = game.room();
      Native.lg_snakecore_forfeit(now, player, ready);
      action = game.parseAction("N");
    }
    JsonArray spawns = turn.getAsJsonArray("spawns");
    assertEquals("spawns", spawns.size(), Native.lg_snakecore_spawns(ready, action));
    byte[] cells = new byte[Math.max(2, 2 * spawns.size())];
    for (int i = 0; i < spawns.size(); i++) {
      cells[2 * i] = spawns.get(i).getAsJsonArray().get(0).getAsByte();
      cells[2 * i + 1] = spawns.get(i).getAsJsonArray().get(1).getAsByte();
    }
    byte[] after = game.room();
    Native.lg_snakecore_apply_at(ready, action, cells, spawns.size(), after);
    assertEquals("scores", numbers(turn.get("scores")), list(scores(game, after)));
    return after;
  }
}
