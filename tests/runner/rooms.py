"""The rooms of the repository: which files are in each, which others it may use, and which phases test it. From this one
table come the checks that no room uses another that it does not name, and what `script/test --touched` runs."""

import ast
import re
from dataclasses import dataclass
from functools import cache
from os.path import normpath
from pathlib import Path

from checks import Check
from tools import ROOT, must


@dataclass(frozen=True)
class Room:
    files: str  # files, and folders with all in them; the room of a file is that with the longest of these
    uses: str = ""  # other rooms: of the core, or satellites, which the core and most others do not know
    phases: str = ""  # that test the room alone; with none, everything does: all others use it


PACKAGE = "bindings/python/libgames"

LEARNERS = " ".join(f"examples/python/train_{name}.py" for name in ("alphazero", "ppo", "recurrent", "sb3", "torchrl"))

ROOMS = {
    "core": Room("."),  # the library, its wrapped part, and the package
    "runner": Room("script .ci .github tests/runner tests/mutate tests/wheel_smoke.py", "arena cluster_tests fuzz java lua training web"),
    # The tests of the core, each alone.
    "c": Room("tests/c tests/meson.build", phases="c sanitize threads valgrind"),
    "python": Room("tests/python tests/conftest.py", phases="python python-sanitize"),
    "fuzz": Room("tests/fuzz tests/runner/fuzzing.py", "c examples runner", "fuzz"),
    # The satellites. The command is the arena's and starts work on a cluster; a cluster plays the arena's games. The board
    # saves games as replays, which its tests read.
    "arena": Room(f"{PACKAGE}/arena docs/arena.md docs/play.md", phases="arena"),
    "cluster": Room(f"{PACKAGE}/cluster docs/cluster.md", "arena", "cluster"),
    "command": Room(f"{PACKAGE}/__main__.py {PACKAGE}/arena/cli.py {PACKAGE}/arena/rollouts.py", "arena cluster", "arena"),
    "java": Room("bindings/java examples/java tests/runner/java.py docs/java.md", "runner", "java"),
    "lua": Room("bindings/lua tests/runner/lua.py docs/another-language.md", "runner", "lua"),
    "ray": Room("tests/cluster/ray examples/python/train_rllib.py", "arena cluster", "ray"),
    "training": Room(f"tests/train docs/training.md docs/learning.md examples/training {LEARNERS}",
                      "arena benchmarks python runner", "train"),
    "web": Room("bindings/web tests/runner/web.py docs/web.md", "arena command python runner", "web"),
    "arena_tests": Room("tests/arena", "arena cluster command python", "arena"),
    "cluster_tests": Room("tests/cluster tests/runner/cluster.py", "arena cluster command runner", "cluster"),
    # Files that show, measure and test several of them.
    "examples": Room("examples tests/examples.toml", "arena cluster", "examples bots pages notebooks"),
    "benchmarks": Room("benchmarks", "arena c cluster examples ray training", "examples tools"),
    "tools": Room("tests/tools", "arena benchmarks fuzz python runner", "tools"),
    "pages": Room("docs README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md", phases="pages site python"),
}

SOURCES = {".c", ".h", ".i", ".py"}
# The folders of modules and headers, in addition to the folder of the file that names them.
MODULES = ("bindings/python", "tests/python", "tests/runner", "tests/mutate", "examples/python",
           "examples/training", "benchmarks")
HEADERS = ("libgames/include", "libgames", "bindings", "tests/c")
FACE = f"{PACKAGE}/__init__.py"  # lists the names of the package, satellites too; each is loaded when it is first used


def room_of(file: str) -> str:
    """The room of a file, a path from the root on."""
    def depth(place: str) -> int:
        return len(place) if place == "." or file == place or file.startswith(place + "/") else 0

    return max(ROOMS, key=lambda name: max(map(depth, ROOMS[name].files.split())))


def files(root: Path = ROOT) -> dict[str, str]:
    """The sources of all rooms with their contents, by path."""
    found = (path for top in ("libgames", "bindings", "examples", "benchmarks", "tests") for path in root.glob(f"{top}/**/*"))
    return {str(path.relative_to(root)): path.read_text() for path in sorted(found) if path.suffix in SOURCES}


# ---- arrows ----


def imports(file: str, text: str) -> set[str]:
    """The names of modules that a Python file imports, wherever it does, or mentions below `libgames`; dots are parents."""
    found, packages = set(), {"libgames"}
    nodes = list(ast.walk(ast.parse(text)))
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
            packages |= {alias.asname for alias in node.names if alias.name == "libgames" and alias.asname}
        elif isinstance(node, ast.ImportFrom):
            parents = Path(file).parents
            base = str(parents[node.level - 1]).replace("/", ".") if node.level else ""
            module = ".".join(filter(None, [base, node.module]))
            found |= {f"{module}.{alias.name}" for alias in node.names}
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in packages:
            found.add(f"libgames.{node.attr}")
    return found


def module(name: str, file: str, known: dict[str, str]) -> str | None:
    """The file of a module; if the last part of the name is not a module, the file of the module that contains it."""
    parts, beside = name.split("."), str(Path(file).parent)
    folders = [*MODULES, "."]  # the root for relative imports, which have become paths
    if f"{beside}/__init__.py" not in known:
        folders.append(beside)
    for length in (len(parts), len(parts) - 1):
        for folder in folders:
            path = str(Path(folder, *parts[:length]))
            for candidate in (f"{path}.py", f"{path}/__init__.py"):
                if length and candidate in known:
                    return candidate
    return None


COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
DECLARED = re.compile(r"^\w[^;{}]*;", re.MULTILINE)
DEFINED = re.compile(r"^(?!static )[a-z][\w *]*\b(lg_\w+)\([^;{}()]*\) \{", re.MULTILINE)


def includes(file: str, text: str, known: dict[str, str], defined: dict[str, str]) -> set[str]:
    """The files that a C file includes, and those whose functions it calls."""
    found = set()
    for name in re.findall(r'^ *[#%] *include *["<]([^">]+)[">]', text, re.MULTILINE):
        places = (normpath(Path(folder, name)) for folder in (Path(file).parent, *HEADERS))
        found |= {place for place in places if place in known}
    bodies = DECLARED.sub("", COMMENT.sub("", text)) if defined else ""
    return found | {defined[name] for name in re.findall(r"\blg_\w+", bodies) if name in defined}


def arrows(known: dict[str, str]) -> set[tuple[str, str]]:
    """Which file needs which other one."""
    library = {file: text for file, text in known.items() if file.startswith("libgames/") and file.endswith(".c")}
    defined = {name: file for file, text in library.items() for name in DEFINED.findall(text)}
    found = set()
    for file, text in known.items():
        if file.endswith(".py"):
            needed = {module(name, file, known) for name in imports(file, text)} if file != FACE else set()
        else:
            needed = includes(file, text, known, defined if file.startswith("libgames/") else {})
        found |= {(file, other) for other in needed if other and other != file}
    return found


def strange(found: set[tuple[str, str]]) -> list[str]:
    """The dependencies of a room on a room that it may not use. All may use the core."""
    return [f"{file} ({room_of(file)}) -> {other} ({room_of(other)})" for file, other in sorted(found)
            if room_of(other) not in ("core", room_of(file), *ROOMS[room_of(file)].uses.split())]


def circles(found: set[tuple[str, str]]) -> list[list[str]]:
    """The files that need each other, a list for each circle. A C file and its own header are one."""
    def whole(file: str) -> str:
        return str(Path(file).with_suffix("")) if file.endswith((".c", ".h")) else file

    needs: dict[str, set[str]] = {}
    for file, other in found:
        needs.setdefault(whole(file), set()).add(whole(other))

    @cache
    def reached(file: str) -> frozenset[str]:
        seen, left = set(), [file]
        while left:
            new = needs.get(left.pop(), set()) - seen
            seen |= new
            left += new
        return frozenset(seen)

    together = {frozenset(other for other in reached(file) if file in reached(other)) for file in needs if file in reached(file)}
    return sorted(sorted(circle) for circle in together if len(circle) > 1)


INTERNAL = re.compile(r"\b(?:lg_i|LG_I)_[A-Za-z]\w*")
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)


def anonymous(known: dict[str, str]) -> list[str]:
    """The names in the library's internal headers without the prefix of a game, folder or header."""
    headers = {file: COMMENT.sub("", text) for file, text in known.items() if re.fullmatch(r"libgames/(?!include/).*\.h", file)}
    whose = {part.lower() for file in headers for part in (Path(file).parent.name, Path(file).stem.split("_")[0])}
    whose |= {"gumbel", "nets"}  # what tree.h declares of gumbel.c; a macro of the build
    found = set()
    for file, text in headers.items():
        names = {*INTERNAL.findall(text), *(name for name in MACRO.findall(text) if not name.startswith("LG_"))}
        found |= {f"{file}: {name}" for name in names if name.lower().removeprefix("lg_i_").split("_")[0] not in whose}
    return sorted(found)


def rooms():
    """The checks of all files."""
    found = arrows(files())
    foreign, together = strange(found), circles(found)
    yield Check("imports and includes are found", len(found) > len(files()), f"{len(found)} arrows")
    yield Check("no room uses another that it does not name", not foreign, "\n".join(foreign))
    nameless = anonymous(files())
    yield Check("internal names of headers begin with their part or game", not nameless, "\n".join(nameless))
    yield Check("no two files need each other", not together, "\n".join(map(" ".join, together)))


# ---- the rooms of a change ----


def changed(base: str) -> list[str]:
    """The files that have changed since this branch left `base`, including new ones."""
    since = must("git", "merge-base", base, "HEAD").strip()
    return sorted({*must("git", "diff", "--name-only", "--no-renames", since).splitlines(),
                   *must("git", "ls-files", "--others", "--exclude-standard").splitlines()})


def phases_for(changed_files: list[str]) -> set[str] | None:
    """The phases that test the rooms of these files, and the phase "rooms"; None: all daily phases."""
    touched = [ROOMS[room_of(file)].phases for file in changed_files]
    return {"rooms", *" ".join(touched).split()} if all(touched) else None
