package libgames;

import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** Runs the named test classes and prints their results as TAP. */
public final class Tap extends RunListener {
  private int count;
  private boolean failed;

  private Tap() {}

  @Override
  public void testStarted(Description test) {
    failed = false;
  }

  @Override
  public void testFailure(Failure failure) {
    failed = true;
    System.out.println(failure.getTrace());
    if (failure.getDescription().isSuite()) { // the setup or teardown of a class
      testFinished(failure.getDescription());
    }
  }

  @Override
  public void testIgnored(Description test) {
    System.out.println("ok " + ++count + " - " + test.getDisplayName() + " # SKIP");
  }

  @Override
  public void testFinished(Description test) {
    System.out.println((failed ? "not ok " : "ok ") + ++count + " - " + test.getDisplayName());
  }

  public static void main(String[] names) throws ClassNotFoundException {
    Tap tap = new Tap();
    JUnitCore core = new JUnitCore();
    core.addListener(tap);
    for (String name : names) {
      core.run(Class.forName("libgames." + name));
    }
    System.out.println("1.." + tap.count);
  }
}
