"""Writes the C source of a game's network: net.py NAME BYTEORDER NET.BIN OUTPUT.C. Compilers take words of eight bytes
much faster than bytes."""

import sys
from pathlib import Path

name, order, source, output = sys.argv[1:]
data = Path(source).read_bytes()
words = [f"{int.from_bytes(data[i : i + 8].ljust(8, bytes(1)), order):#x}u" for i in range(0, len(data), 8)]
rows = "\n".join("    " + ",".join(words[i : i + 6]) + "," for i in range(0, len(words), 6))
Path(output).write_text(f"""/* Made from libgames/games/{name}/net.bin. */
#include "games/{name}/rooms.h"

static const uint64_t NET[] = {{
{rows}
}};

const void *lg_i_{name}_net(const lg_game *game, size_t *size) {{
    (void)game;
    *size = {len(data)};
    return NET;
}}
""")
