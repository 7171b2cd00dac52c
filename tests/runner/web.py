"""The module for pages: in a runtime of its own, in a browser, and installed."""

import re
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory

from checks import Check
from examples import run_entries
from left_out import left_out
from package import install_package, pytest, workers
from tools import ROOT, meson_build, must


def module() -> Path:
    """The build with the module, and with Connect four in it and beside it."""
    return meson_build("web", "--werror", "-Dexamples=true", "-Dweb=enabled",
                       "-Dweb_games=examples/games/connect_four.c", uses=("zig",),
                       targets=("libgames.wasm", "board.html", "connect_four"))


def lenient(folder: Path) -> list[str]:
    """The commands of the build in which a warning is no error. In no other build are the sources compiled for 32 bits and by
    the newest clang."""
    commands = must("ninja", "-C", folder, "-t", "commands", "bindings/web/libgames.wasm").splitlines()
    compiling = [line for line in commands if " -c " in line and "libgames" in line]
    strict = {"-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"}
    return [line for line in compiling if not strict <= set(shlex.split(line))] if len(compiling) > 50 else ["none found"]


def web():
    install_package()
    folder = module()
    yield Check("the module's sources compile without a warning", not (wrong := lenient(folder)), "\n".join(wrong))
    yield from pytest("pytest-web", "bindings/web/tests", *workers(), LIBGAMES_WEB=str(folder / "bindings/web"))
    yield from run_entries("web", "python")
    exported = set(re.findall(r"--export=(\w+)", must("ninja", "-C", folder, "-t", "commands", "bindings/web/libgames.wasm")))
    glue = "".join(path.read_text() for path in sorted((ROOT / "bindings/web").glob("*.c")))
    yield from left_out("the module", ROOT / "docs/web.md", lambda name: name in exported or re.search(
        rf"(\.|->){name.partition('.')[2]}\b" if "." in name else rf"\b{name}\b", glue) is not None)
    with TemporaryDirectory() as name:
        must("meson", "install", "-C", folder, "--no-rebuild", "--tags=web", "--destdir", name)
        files = {path.name for path in Path(name).glob("**/share/libgames/web/*")}
        wanted = {"libgames.js", "libgames.d.ts", "libgames.wasm", "board.html"}
        yield Check("the module and the board are installed", files == wanted, str(files))
