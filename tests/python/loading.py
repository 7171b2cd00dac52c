"""Compiles games in files of their own."""

import subprocess
from pathlib import Path

import libgames as lg

HERE = Path(__file__).parent
GAMES = HERE.parents[1] / "examples/games"
NIM = (GAMES / "nim.c").read_text(encoding="utf-8")
KUHN_POKER = (GAMES / "kuhn_poker.c").read_text(encoding="utf-8")
HEAPS = '#include "heaps.c"\nLG_EXPORT_GAME(HEAPS)\n'  # of the C tests: it has all that a game can have


def compiled(folder, name="nim", source=NIM):
    """The path of a shared object with this source."""
    code, library = folder / f"{name}.c", folder / f"{name}.so"
    code.write_text(source, encoding="utf-8")
    folders = ("-I", lg.get_include(), "-I", HERE.parent / "c")
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", *folders, code, "-o", library], check=True)
    return library
