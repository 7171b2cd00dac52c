"""Writes the C source of a game's network: net.py NAME NET.BIN OUTPUT.C"""

import sys
from pathlib import Path

name, source, output = sys.argv[1:]
numbers = [str(byte) for byte in Path(source).read_bytes()]
rows = "\n".join("    " + ",".join(numbers[i : i + 32]) + "," for i in range(0, len(numbers), 32))
Path(output).write_text(f"""/* Made from libgames/games/{name}/net.bin. */
#include "games/{name}/parts.h"

static const uint8_t NET[] = {{
{rows}
}};

const void *lg_i_{name}_net(const lg_game *game, size_t *size) {{
    (void)game;
    *size = sizeof NET;
    return NET;
}}
""")
