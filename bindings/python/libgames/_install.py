"""Commands that install an extra's packages. Only errors need them, so this is imported when there is one."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from string import punctuation
from urllib.parse import quote, urlsplit
from urllib.request import url2pathname

from ._words import one_of


def install_command(extra: str) -> str:
    """The shell command that installs the packages of an extra such as "train", for the running Python.

    The package comes from its original place: a clone, a wheel, a repository or an index. If that is gone, the command
    names the extra's packages. Raises ValueError for an unknown extra.
    """
    try:
        package = metadata.distribution("libgames")
    except metadata.PackageNotFoundError:  # for instance on PYTHONPATH: its origin is unknown
        return pip(f"/path/to/a/clone/of/libgames[{extra}]")
    one_of("extra", extra, package.metadata.get_all("Provides-Extra", []))
    return pip(*(_again(package, extra) or _requirements(package, extra)))


def rebuild_command() -> str:
    """The shell command that builds the package again, from its original folder if known, with everything that the
    build can use; pip fetches that."""
    path, editable = "/path/to/a/clone/of/libgames", False
    try:
        origin = json.loads(metadata.distribution("libgames").read_text("direct_url.json") or "{}")
    except metadata.PackageNotFoundError:
        origin = {}
    if "dir_info" in origin:
        path, editable = url2pathname(urlsplit(origin["url"]).path), origin["dir_info"].get("editable", False)
    again = ["--force-reinstall", "--no-deps"]
    if editable:  # a build in this environment, which must have the board's compiler first
        return f"{pip('ziglang')} && {pip(*again, '--no-build-isolation', '--editable', path)}"
    return pip(*again, path)


def pip(*words: str) -> str:
    """The shell command that installs this for the running Python."""
    python = sys.executable or "python3"
    if importlib.util.find_spec("pip"):
        program = [python, "-m", "pip", "install"]
    elif shutil.which("uv"):
        program = ["uv", "pip", "install", "--python", python]
    else:
        program = ["pip", "--python", python, "install"]
    return shlex.join([*program, *words])


def _again(package: metadata.Distribution, extra: str) -> list[str]:
    """pip's arguments for the package as it was installed (PEP 610), with an extra; nothing if that place is gone."""
    name = f"libgames[{extra}]"
    record = package.read_text("direct_url.json")
    if record is None:
        return [name]  # from an index
    origin = json.loads(record)
    url, parts = origin["url"], urlsplit(origin["url"])
    path = Path(url2pathname(parts.path))
    if parts.scheme == "file" and not (path / "pyproject.toml" if "dir_info" in origin else path).exists():
        return []
    if "dir_info" in origin:
        # Meson rebuilds changed parts whenever the package is imported: with tools that have to stay.
        editable = ["--no-build-isolation", "--editable"] if origin["dir_info"].get("editable") else []
        return [*editable, f"{path}[{extra}]"]
    if "vcs_info" in origin:
        url = f"{origin['vcs_info']['vcs']}+{url}@{origin['vcs_info']['commit_id']}"
    elif parts.scheme == "file":
        return [f"{path}[{extra}]"]
    folder = f"#subdirectory={origin['subdirectory']}" if "subdirectory" in origin else ""
    return [f"{name} @ {quote(url, safe=punctuation)}{folder}"]  # pip writes blanks of a repository's path as they are


def _requirements(package: metadata.Distribution, extra: str) -> Iterator[str]:
    """The packages that an extra adds, and the extras in it."""
    for line in package.requires or []:
        requirement, _, marker = line.partition(";")
        if not re.search(rf"extra == ['\"]{extra}['\"]", marker):
            continue
        own = re.fullmatch(r"libgames\[(.*)\]", requirement.strip())
        for part in own[1].split(",") if own else []:
            yield from _requirements(package, part.strip())
        if not own:
            yield requirement.strip()
