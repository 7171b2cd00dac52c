package libgames;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** The whole moves of a position, one after the other: their decisions, depth first. */
final class Moves implements Iterator<String> {
  /** A state within the move, and the index of its next legal action. */
  private static final class Step {
    private final State state;
    private final int[] actions;
    private int next;

    private Step(State state) {
      this.state = state;
      actions = state.legalActions();
    }
  }

  private final State before;
  private final Deque<Step> steps = new ArrayDeque<>();

  Moves(State before) {
    this.before = before;
    steps.addLast(new Step(before));
    dropFinished();
  }

  private void dropFinished() {
    while (!steps.isEmpty() && steps.peekLast().next == steps.peekLast().actions.length) {
      steps.removeLast();
    }
  }

  @Override
  public boolean hasNext() {
    return !steps.isEmpty();
  }

  @Override
  public String next() {
    if (steps.isEmpty()) {
      throw new NoSuchElementException();
    }
    State after;
    for (;;) {
      Patience.check("the next move"); // if an interrupt ends it, the next call continues
      Step step = steps.peekLast();
      after = step.state.apply(step.actions[step.next++]);
      if (!after.inMove()) {
        break;
      }
      steps.addLast(new Step(after));
    }
    String move = before.moveText(steps.stream().mapToInt(step -> step.actions[step.next - 1]).toArray(), after);
    dropFinished();
    return move;
  }
}
