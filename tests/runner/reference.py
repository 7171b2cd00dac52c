"""Whether the Python reference on the site has an entry for every public name of the package."""

import importlib
import sys
import types
from contextlib import contextmanager
from pathlib import Path

from sphinx.util.inventory import InventoryFile

from tools import ROOT

PACKAGE = ROOT / "bindings/python/libgames"


def modules() -> list[str]:
    """The public modules: files of the package itself, whose names `libgames` does not take over, and its packages."""
    files = [path.stem for path in PACKAGE.glob("[a-z]*.py") if path.stem != "game"]
    return ["libgames", *(f"libgames.{name}" for name in files), "libgames.arena", "libgames.cluster",
            "libgames.pictures", "libgames.pictures.page"]


@contextmanager
def without_stable_baselines():
    """An empty base class in place of Stable-Baselines3, which is too large to install for its sake."""
    names = ("stable_baselines3", "stable_baselines3.common", "stable_baselines3.common.vec_env")
    sys.modules.update({name: types.ModuleType(name) for name in names})
    sys.modules[names[-1]].VecEnv = type("VecEnv", (), {})
    try:
        yield
    finally:
        for name in (*names, "libgames.sb3"):
            sys.modules.pop(name, None)


def names_in(module) -> list[str]:
    """The public names of a module: its __all__, or all names that it defines, including constants in capitals."""
    if hasattr(module, "__all__"):
        return [name for name in module.__all__ if not isinstance(getattr(module, name), types.ModuleType)]
    return [name for name, value in vars(module).items() if not name.startswith("_")
            and (getattr(value, "__module__", None) == module.__name__ or name.isupper())
            and name != "TYPE_CHECKING"]


def members_of(value) -> list[str]:
    """The public names of a class itself: methods, properties, fields and slots."""
    if not isinstance(value, type):
        return []
    return [name for name in {**vars(value), **getattr(value, "__annotations__", {})} if not name.startswith("_")]


def public_names():
    with without_stable_baselines():
        for module_name in modules():
            module = importlib.import_module(module_name)
            for name in names_in(module):
                value = getattr(module, name)
                home = getattr(value, "__module__", None)
                if home in modules() and home != module_name:
                    continue  # it is taken over from a public module, which has the entry
                yield f"{module_name}.{name}"
                if getattr(value, "__name__", None) == name:  # no other name for the same thing
                    yield from (f"{module_name}.{name}.{member}" for member in members_of(value))


def missing(site: Path) -> list[str]:
    """The public names that the reference of a built site leaves out."""
    with (site / "objects.inv").open("rb") as file:
        entries = InventoryFile.load(file, "", lambda base, uri: uri)
    known = {name for kind, names in entries.items() if kind.startswith("py:") for name in names}
    return sorted(set(public_names()) - known)
