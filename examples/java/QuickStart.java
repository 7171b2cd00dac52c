import libgames.*;

public class QuickStart {
  public static void main(String[] arguments) {
    State state = Game.of("snakecore(players=4)").newState(7);
    Rng rng = new Rng(7);
    while (!state.isOver()) state = state.apply(Bot.of("greedy").choose(state, rng));
    System.out.println(state.board() + "\n" + java.util.Arrays.toString(state.scores()));
  }
}
