"""The module for pages: in a separate runtime, in a browser, and installed."""

import re
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory

from checks import Check
from examples import run_entries
from left_out import left_out
from library import newest_clang
from package import install_package, pytest, workers
from tools import ROOT, meson_build, must, run


def module() -> Path:
    """The build with the module, and with Connect four in it and as a separate file. Zig has already compiled the same
    for the package."""
    return meson_build("web", "-Dexamples=true", "-Dweb=enabled", "-Dweb_games=examples/games/connect_four.c", uses=("zig",),
                       targets=("libgames.wasm", "board.html", "connect_four"))


def warnings(folder: Path) -> str:
    """The newest clang's warnings about the module's sources, which no other build compiles for 32 bits, in a separate
    pass, since zig doesn't repeat warnings about code in its cache."""
    compiler = newest_clang()
    system = [word for name in ("include", "libc/include/wasm-wasi-musl", "libc/include/generic-musl")
              for word in ("-isystem", Path(compiler[0]).parent / "lib" / name)]
    lines = must("ninja", "-C", folder, "-t", "commands", "bindings/web/libgames.wasm").splitlines()
    commands = [shlex.split(line)[3:-2] for line in lines if " -c " in line and "libgames" in line]  # zig cc --target= ... -o it
    found = [run(*compiler, "--target=wasm32-wasip1", *system, *(word for word in command if word != "-c"), cwd=folder)
             for command in commands]
    return "\n".join(output for status, output in found if status != 0) if len(found) > 50 else f"{len(found)} sources"


def web():
    install_package()
    folder = module()
    yield Check("the module's sources compile without a warning", not (wrong := warnings(folder)), wrong)
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
