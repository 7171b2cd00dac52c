"""The module for pages: in a runtime of its own, in a browser, and installed."""

from pathlib import Path
from tempfile import TemporaryDirectory

from checks import Check
from examples import run_entries
from package import install_package, pytest
from tools import meson_build, must


def module() -> Path:
    """The build with the module, and with Connect four in it and beside it."""
    return meson_build("web", "--werror", "-Dexamples=true", "-Dweb=enabled",
                       "-Dweb_games=examples/games/connect_four.c", uses=("zig",),
                       targets=("libgames.wasm", "board.html", "connect_four"))


def web():
    install_package()
    folder = module()
    yield from pytest("pytest-web", "tests/web", LIBGAMES_WEB=str(folder / "bindings/web"))
    yield from run_entries("web", "python")
    with TemporaryDirectory() as name:
        must("meson", "install", "-C", folder, "--no-rebuild", "--tags=web", "--destdir", name)
        files = {path.name for path in Path(name).glob("**/share/libgames/web/*")}
        wanted = {"libgames.js", "libgames.d.ts", "libgames.wasm", "board.html"}
        yield Check("the module and the board are installed", files == wanted, str(files))
