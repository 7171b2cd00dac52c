"""Helpers for tests of several folders: the map of On the Run's page, games that are compiled, how many of the long
tests run."""

import os
import subprocess
from pathlib import Path

import libgames as lg

HERE = Path(__file__).parent
GAMES = HERE.parents[1] / "examples/games"
NIM = (GAMES / "nim.c").read_text(encoding="utf-8")
KUHN_POKER = (GAMES / "kuhn_poker.c").read_text(encoding="utf-8")
HEAPS = '#include "heaps.c"\nLG_EXPORT_GAME(HEAPS)\n'  # of the C tests: it has every feature of a game

# The map of On the Run's page (docs/games/ontherun-rules.md).
PAGE_MAP = """8
C 1-2
C 1-5
C 2-5
C 3-4
C 3-6
C 4-7
C 5-8
C 6-7
C 6-8
T 1-8
T 2-3
T 3-4
T 3-8
P 1-4
END
"""


def amount(normal):
    """This number, times LIBGAMES_TESTS_TIMES; the same as in the C tests."""
    return normal * max(1, int(os.environ.get("LIBGAMES_TESTS_TIMES") or 1))


def compiled(folder, name="nim", source=NIM):
    """The path of a shared object with this source."""
    code, library = folder / f"{name}.c", folder / f"{name}.so"
    code.write_text(source, encoding="utf-8")
    folders = ("-I", lg.get_include(), "-I", HERE.parent / "c")
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", *folders, code, "-o", library], check=True)
    return library
