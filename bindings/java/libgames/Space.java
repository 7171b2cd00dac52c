package libgames;

import java.util.List;

/**
 * The array that an observation fills, in C order.
 *
 * @param name of the encoding: "planes", "compact", ...
 * @param bytes of one element: 1 (without sign), 2 or 4 (with sign)
 * @param floats whether elements are floats, of 4 bytes
 * @param shape axes, each at least 1
 * @param low no element is smaller
 * @param high no element is larger
 */
public record Space(String name, int bytes, boolean floats, List<Integer> shape, int low, int high) {
  /** The number of elements. */
  public int elements() {
    return shape.stream().reduce(1, (a, b) -> a * b);
  }

  /** The bytes of the whole array. */
  public int size() {
    return bytes * elements();
  }

  static Space of(lg_space space) {
    int[] shape = space.getShape();
    List<Integer> axes = java.util.Arrays.stream(shape).limit(space.getDims()).boxed().toList();
    int type = space.getDtype();
    int bytes = type == Native.LG_U8 ? 1 : type == Native.LG_I16 ? 2 : 4;
    return new Space(space.getName(), bytes, type == Native.LG_F32, axes, space.getLow(), space.getHigh());
  }
}
