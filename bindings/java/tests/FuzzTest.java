package libgames;

import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.Test;

/** Random calls of all public methods with all kinds of arguments, from several threads on the same objects. */
public class FuzzTest {
  private static final int CALLS = 8000 * Settings.TIMES; // of each thread
  private static final int THREADS = 3;
  private static final int KEPT = 12; // objects of each class,
  private static final int KEPT_TEXTS = 200; // but more of texts
  private static final long SEED = Long.getLong("libgames.seed", 1); // which determines the calls, not their times

  // Large numbers are out of range for all that takes memory: no test is ended by the system.
  private static final int[] INTS = {Integer.MIN_VALUE, -2, -1, 9, 65537, Integer.MAX_VALUE};
  private static final long[] LONGS = {Long.MIN_VALUE, -1, 0, 1, 2, 7, 64, 1000, 1 << 20, 1L << 40, Long.MAX_VALUE};
  private static final float[] FLOATS = {Float.NaN, Float.NEGATIVE_INFINITY, -1, 0, 0.25f, 0.5f, 1, 2, 1e30f};
  private static final String[] TEXTS = {"", "\0", "\n", "(", "é\ud83d\ude00\ud800", "alquerque", "amazes", "amazes(turns=9)",
      "blockdrop", "ontherun", "ontherun(cities=60,map=3)", "snakecore", "snakecore(size=32,players=4)", "chess",
      "snakecore(size=99999999999999999999)", "connect_four", "connect_four(columns=5)", "random", "greedy",
      "mcts(simulations=3)", "strong(simulations=1)", "planes", "compact", "window", "look", "round", "x".repeat(70_000),
      "c3-d4", "U", "5\nC 1-2\nX 1-3\n"};
  private static final Path[] PATHS = {Settings.CONNECT_FOUR, Settings.ROOT, Settings.ROOT.resolve("README.md"), Path.of(""),
      Path.of("/no/such/\ud83d\ude00"), Path.of("/" + "x/".repeat(3000))};
  private static final Duration[] TIMES = {Duration.ZERO, Duration.ofMillis(1), Duration.ofSeconds(-1),
      Duration.ofSeconds(Long.MIN_VALUE), Duration.ofSeconds(Long.MAX_VALUE)};

  /** The possible ends of a call, besides a result. */
  private static final Set<Class<?>> ALLOWED = Set.of(CancellationException.class, IllegalArgumentException.class,
      IllegalStateException.class, UnsupportedOperationException.class, NoSuchElementException.class,
      ParseException.class, StateException.class, IllegalMoveException.class, GameOverException.class);

  /** Not for several threads at a time: each thread has its own. */
  private static final Set<Class<?>> ALONE =
      Set.of(Search.Settings.class, BatchSearch.Settings.class, AlphaBeta.Settings.class, Batch.Settings.class);

  /** Objects by class, from earlier calls. */
  private static final class Pool {
    private final Map<Class<?>, List<Object>> objects = new HashMap<>();

    private synchronized void add(Object object, Random random) {
      List<Object> alike = objects.computeIfAbsent(object.getClass(), key -> new ArrayList<>());
      if (alike.size() < (object instanceof String ? KEPT_TEXTS : KEPT)) {
        alike.add(object);
      } else {
        alike.set(random.nextInt(alike.size()), object);
      }
    }

    private synchronized void forget(Class<?> type) {
      objects.remove(type);
    }

    private synchronized Object any(Class<?> type, Random random) {
      List<Object> alike = objects.getOrDefault(type, List.of());
      return alike.isEmpty() ? null : alike.get(random.nextInt(alike.size()));
    }
  }

  private static List<Executable> calls() throws IOException, ClassNotFoundException {
    List<Executable> calls = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(Settings.ROOT.resolve("bindings/java/libgames"), "[A-Z]*.java")) {
      for (Path file : files) {
        Class<?> type = Class.forName("libgames." + file.getFileName().toString().replace(".java", ""));
        calls.addAll(of(type));
        for (Class<?> inner : type.getDeclaredClasses()) {
          calls.addAll(of(inner));
        }
      }
    }
    return calls;
  }

  private static List<Executable> of(Class<?> type) {
    if (!Modifier.isPublic(type.getModifiers()) || Throwable.class.isAssignableFrom(type) || type.isEnum()) {
      return List.of();
    }
    Executable[] constructors = type.isRecord() ? new Executable[0] : type.getDeclaredConstructors();
    return Stream.concat(Arrays.stream(constructors), Arrays.stream((Executable[]) type.getDeclaredMethods()))
        .filter(call -> Modifier.isPublic(call.getModifiers()) && !call.isSynthetic()).toList();
  }

  /** A thread's own calls. */
  private static final class Caller implements Callable<Set<Executable>> {
    private final List<Executable> calls;
    private final Pool shared;
    private final Pool own = new Pool();
    private final Random random;
    private final Set<Executable> returned = new HashSet<>();
    private boolean hasNull;

    private Caller(List<Executable> calls, Pool shared, long seed) {
      this.calls = calls;
      this.shared = shared;
      random = new Random(seed);
    }

    private Object old(Class<?> type) {
      return (ALONE.contains(type) ? own : shared).any(type, random);
    }

    private Object number(Class<?> type) {
      if (type == int.class) {
        Object known = random.nextInt(3) == 0 ? old(Integer.class) : null; // an action, perhaps
        int few = random.nextInt(4) == 0 ? INTS[random.nextInt(INTS.length)] : random.nextInt(6);
        return known != null && (int) known < 30 ? known : few; // large arrays wait for memory
      }
      if (type == long.class) {
        return LONGS[random.nextInt(LONGS.length)];
      }
      if (type == byte.class) {
        return (byte) random.nextInt();
      }
      if (type == float.class) {
        return FLOATS[random.nextInt(FLOATS.length)];
      }
      assertTrue(type.toString(), type == boolean.class);
      return random.nextBoolean();
    }

    private Object array(Class<?> type) {
      Object known = old(type);
      if (known != null && random.nextBoolean()) {
        return known;
      }
      int most = random.nextInt(20) == 0 ? 5000 : random.nextInt(6);
      Object array = Array.newInstance(type.getComponentType(), random.nextInt(most + 1));
      for (int i = 0; i < Array.getLength(array); i++) {
        Array.set(array, i, argument(type.getComponentType()));
      }
      return array;
    }

    private ByteBuffer buffer() {
      int size = random.nextInt(5000);
      ByteBuffer buffer = random.nextInt(4) == 0 ? ByteBuffer.allocate(size) : ByteBuffer.allocateDirect(size);
      buffer.position(random.nextInt(size + 1) * random.nextInt(2));
      return random.nextInt(6) == 0 ? buffer.asReadOnlyBuffer() : buffer;
    }

    private Object argument(Class<?> type) {
      if (type.isPrimitive()) {
        return number(type);
      }
      if (random.nextInt(40) == 0) {
        hasNull = true;
        return null;
      }
      Object made = object(type);
      hasNull |= made == null;
      return made;
    }

    private Object object(Class<?> type) {
      if (type.isArray()) {
        return array(type);
      }
      if (type.isEnum()) {
        return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
      }
      if (type == String.class) {
        Object known = old(type);
        return known != null && random.nextBoolean() ? known : TEXTS[random.nextInt(TEXTS.length)];
      }
      if (type == Path.class) {
        return PATHS[random.nextInt(PATHS.length)];
      }
      if (type == Duration.class) {
        return TIMES[random.nextInt(TIMES.length)];
      }
      if (type == ByteBuffer.class) {
        return buffer();
      }
      if (type == List.class) {
        Object state = argument(State.class);
        return Stream.generate(() -> random.nextInt(9) > 0 ? state : argument(State.class)).limit(random.nextInt(4)).toList();
      }
      return old(type == Object.class ? State.class : type);
    }

    private void call(Executable call) throws ReflectiveOperationException {
      hasNull = false;
      Object receiver = null;
      if (call instanceof Method && !Modifier.isStatic(call.getModifiers())) {
        receiver = old(call.getDeclaringClass());
        if (receiver == null || call.getName().equals("close") && random.nextInt(8) > 0) {
          return;
        }
      }
      Object[] arguments = Arrays.stream(call.getParameterTypes()).map(this::argument).toArray();
      try {
        Object result = call instanceof Method ? ((Method) call).invoke(receiver, arguments)
            : ((Constructor<?>) call).newInstance(arguments);
        returned.add(call);
        keep(result);
      } catch (InvocationTargetException error) {
        check(call, arguments, error.getCause());
        if (error.getCause() instanceof OutOfMemoryError) { // each takes Java half a second, which nothing interrupts
          ALONE.forEach(own::forget);
          shared.forget(Batch.class);
          shared.forget(BatchSearch.class); // their leaves are direct buffers as well
        }
      } finally {
        Thread.interrupted();
      }
    }

    private void keep(Object result) {
      if (result instanceof List) {
        ((List<?>) result).stream().limit(2).forEach(this::keep);
      } else if (result instanceof Optional) {
        ((Optional<?>) result).ifPresent(this::keep);
      } else if (result != null && !(result instanceof Buffer)) { // which would hold the memory of a whole batch
        (ALONE.contains(result.getClass()) ? own : shared).add(result, random);
      }
    }

    private void check(Executable call, Object[] arguments, Throwable thrown) {
      boolean noMemory = thrown instanceof OutOfMemoryError
          && (thrown.getMessage().startsWith("libgames: no memory") || thrown.getMessage().contains("direct buffer"));
      if (!ALLOWED.contains(thrown.getClass()) && !noMemory && !(hasNull && thrown instanceof NullPointerException)) {
        throw new AssertionError(call + " with " + Arrays.deepToString(arguments), thrown);
      }
      if (thrown.getMessage() == null && !(thrown instanceof NullPointerException)) {
        assertTrue(call + " throws " + thrown + " without a word", thrown instanceof NoSuchElementException);
      }
    }

    @Override
    public Set<Executable> call() throws ReflectiveOperationException {
      for (int i = 0; i < CALLS; i++) {
        call(calls.get(random.nextInt(calls.size())));
      }
      return returned;
    }
  }

  @Test
  public void everyCallReturnsOrSaysWhyNot() throws Exception {
    List<Executable> calls = calls();
    assertTrue(calls.size() > 150);
    Pool shared = new Pool();
    List<Thread> threads = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(THREADS, work -> {
      Thread thread = new Thread(work);
      synchronized (threads) {
        threads.add(thread);
      }
      return thread;
    });
    List<Future<Set<Executable>>> results = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      results.add(pool.submit(new Caller(calls, shared, SEED + i)));
    }
    pool.shutdown();
    // What would take long is ended, but not Java's own waiting for direct memory: an interrupt makes it wait anew.
    while (!pool.awaitTermination(20, TimeUnit.MILLISECONDS)) {
      synchronized (threads) {
        threads.stream().filter(thread -> thread.getState() == Thread.State.RUNNABLE).forEach(Thread::interrupt);
      }
    }
    Set<Executable> returned = new HashSet<>();
    for (Future<Set<Executable>> result : results) {
      returned.addAll(result.get());
    }
    Set<Executable> never = new HashSet<>(calls);
    never.removeAll(returned);
    // With more, arguments are too often invalid; a busy machine ends long calls before they return.
    assertTrue("never returned: " + never, never.size() < calls.size() / 3);
  }
}
