"""In a clone, Python takes this folder of C sources for the package. This file imports the installed package in its
place, or raises an error if none is installed."""

import importlib
import shlex
import sys
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path


def is_package(folder: Path) -> bool:
    """Whether this is the package's own folder, and not one of a clone."""
    return (folder / "py.typed").is_file()


def installed() -> ModuleSpec | None:
    """The package as Python would find it without the clones on its path."""
    path = [entry for entry in sys.path if is_package(Path(entry, "libgames"))]
    for finder in sys.meta_path:
        spec = finder.find_spec("libgames", path if finder is PathFinder else None)
        if spec is not None and spec.origin is not None and is_package(Path(spec.origin).parent):
            return spec
    return None


def missing() -> str:
    sources = Path(__file__).resolve().parent
    clone = sources.parent
    python, demo = (shlex.quote(str(clone / name)) for name in (".venv/bin/python", "script/demo"))
    there = any(clone.glob(".venv/lib/python3*/site-packages/libgames"))
    where = f"`{python}` has it" if there else f"`{demo}` installs it for `{python}`"
    return f"libgames is not installed for {sys.executable}, and {sources} has only the C sources: {where}"


class Installed:
    """Finds the installed package, so that Python imports it like any other."""

    def __init__(self, spec: ModuleSpec):
        self.spec = spec

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return self.spec if name == "libgames" else None


def __getattr__(name: str) -> object:
    """For a thread that imported the package at the same time as another thread, and so got this module."""
    return getattr(sys.modules["libgames"], name)


spec = installed()
if spec is None:
    raise ModuleNotFoundError(missing(), name="libgames")
finder = Installed(spec)
sys.modules.pop("libgames")
sys.meta_path.insert(0, finder)  # type: ignore[arg-type]
try:
    importlib.import_module("libgames")
finally:
    sys.meta_path.remove(finder)  # type: ignore[arg-type]
