"""Compiles games in files of their own."""

import subprocess
from pathlib import Path

import libgames as lg

NIM = (Path(__file__).parent / "nim.c").read_text(encoding="utf-8")


def compiled(folder, name="nim", source=NIM):
    """The path of a shared object with this source."""
    code, library = folder / f"{name}.c", folder / f"{name}.so"
    code.write_text(source, encoding="utf-8")
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-I", lg.get_include(), code, "-o", library], check=True)
    return library
