package libgames;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/** Finds the native library that the jar carries. */
final class NativeLibrary {
  /** A system property with the path of another build of it. */
  private static final String ELSEWHERE = "libgames.library";

  private NativeLibrary() {}

  /** Called once, by the class with the native functions. */
  static void load() {
    String elsewhere = System.getProperty(ELSEWHERE);
    if (elsewhere != null) {
      System.load(Path.of(elsewhere).toAbsolutePath().toString());
      return;
    }
    String name = resource();
    try (InputStream library = NativeLibrary.class.getResourceAsStream(name)) {
      if (library == null) {
        throw new UnsatisfiedLinkError("this jar of libgames is for another platform: it has no " + name);
      }
      Path file = Files.createTempFile("libgames", ".so");
      try {
        Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
        System.load(file.toString());
      } finally {
        Files.delete(file); // the system keeps the loaded library
      }
    } catch (IOException error) {
      throw (UnsatisfiedLinkError) new UnsatisfiedLinkError("libgames can't unpack " + name).initCause(error);
    }
  }

  /** As the jar is made: the system and the processor, in Java's own words. */
  private static String resource() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).replace(" ", "");
    return "native/" + system + "-" + System.getProperty("os.arch") + "/libgames_java.so";
  }
}
