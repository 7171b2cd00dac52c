package libgames;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The offsets of the members of a state's struct. */
final class Fields {
  /** A member; in an array of structs, with an offset for each element. */
  record Place(int type, int size, int count, int[] offsets) {
    long[] read(byte[] state) {
      ByteBuffer bytes = ByteBuffer.wrap(state).order(ByteOrder.nativeOrder());
      return IntStream.of(offsets).flatMap(offset -> IntStream.range(0, count).map(i -> offset + i * size))
          .mapToLong(at -> number(bytes, at)).toArray();
    }

    private long number(ByteBuffer bytes, int at) {
      switch (type) {
        case Native.LG_FIELD_U8:
          return bytes.get(at) & 0xFF;
        case Native.LG_FIELD_I8:
          return bytes.get(at);
        case Native.LG_FIELD_U16:
          return bytes.getShort(at) & 0xFFFF;
        case Native.LG_FIELD_I16:
          return bytes.getShort(at);
        case Native.LG_FIELD_U32:
          return bytes.getInt(at) & 0xFFFFFFFFL;
        case Native.LG_FIELD_I32:
          return bytes.getInt(at);
        default:
          return bytes.getLong(at);
      }
    }
  }

  private Fields() {}

  /** All members that are numbers, by name, with the names of their structs before it. */
  static Map<String, Place> of(lg_game game) {
    List<String> names = new ArrayList<>();
    List<int[]> starts = new ArrayList<>();
    Map<String, Place> places = new LinkedHashMap<>();
    lg_field field;
    for (int i = 0; (field = game.field(i)) != null; i++) {
      int parent = field.getParent();
      int offset = field.getOffset();
      int size = field.getSize();
      int[] shape = field.getShape();
      int count = shape[0] * shape[1];
      String name = parent < 0 ? field.getName() : names.get(parent) + "." + field.getName();
      int[] inside = parent < 0 ? new int[] {0} : starts.get(parent);
      int[] offsets = IntStream.of(inside).map(start -> start + offset).toArray();
      names.add(name);
      if (field.getType() == Native.LG_FIELD_STRUCT) {
        starts.add(IntStream.of(offsets).flatMap(start -> IntStream.range(0, count).map(k -> start + k * size))
            .toArray());
      } else {
        starts.add(null);
        places.put(name, new Place(field.getType(), size, count, offsets));
      }
      field.delete();
    }
    return places;
  }
}
