package libgames;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One parameter of a game's configuration: an integer, or one of a list of words.
 *
 * @param name as in configurations
 * @param minimum the smallest value; for words the first index, 0
 * @param maximum the largest value, included; for words the last index
 * @param initial the value when the configuration does not name it
 * @param words empty for an integer
 * @param meaning one line, with the unit
 */
public record Parameter(String name, int minimum, int maximum, int initial, List<String> words, String meaning) {
  static Parameter of(lg_param param) {
    boolean named = param.word(0) != null;
    List<String> words = IntStream.rangeClosed(0, named ? param.getMaximum() : -1).mapToObj(param::word).toList();
    return new Parameter(param.getName(), param.getMinimum(), param.getMaximum(), param.getInitial(), words,
        param.getMeaning());
  }
}
