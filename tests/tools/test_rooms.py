"""The rooms: a forbidden arrow between two is found, and a change runs the tests of its room."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests/runner"))

import phases
import rooms

PACKAGE = "bindings/python/libgames"
LEARNER = "examples/python/train_ppo.py"


def test_the_table_is_complete():
    known = phases.PHASES
    for name, room in rooms.ROOMS.items():
        assert set(room.uses.split()) <= set(rooms.ROOMS) - {name}
        assert set(room.phases.split()) <= set(known)
        assert [place for place in room.files.split() if not (ROOT / place).exists()] == []


def test_design_lists_the_satellites_and_their_dependencies():
    section = (ROOT / "docs/design.md").read_text().split("### Satellites")[1].split("### ")[0]
    rows = [[re.findall("`(.*?)`", cell) for cell in line.split("|")[1:-1]] for line in section.splitlines()]
    table = {row[0][0]: (row[4][0], set(row[6])) for row in rows if row and row[0]}
    assert set(table) == {"arena", "cluster", "command", "java", "lua", "training", "web"}
    for name, (phase, knows) in table.items():
        assert (phase, knows) == (rooms.ROOMS[name].phases, set(rooms.ROOMS[name].uses.split()) & set(table))


@pytest.mark.parametrize(
    "file, text, other",
    [
        (f"{PACKAGE}/search.py", "from . import arena", f"{PACKAGE}/arena/__init__.py"),
        (f"{PACKAGE}/search.py", "def f():\n    from .arena.replays import load", f"{PACKAGE}/arena/replays.py"),
        (f"{PACKAGE}/arena/replays.py", "from ..cluster import sums", f"{PACKAGE}/cluster/sums.py"),
        (f"{PACKAGE}/arena/replays.py", "import libgames.cluster.sums", f"{PACKAGE}/cluster/sums.py"),
        (f"{PACKAGE}/arena/replays.py", "import libgames as lg\nlg.cluster.tally()", f"{PACKAGE}/cluster/__init__.py"),
        (f"{PACKAGE}/arena/cli.py", "import train_numpy", "examples/python/train_numpy.py"),
        ("tests/python/test_game.py", "from libgames.arena.cli import main", f"{PACKAGE}/arena/cli.py"),
        ("tests/python/helpers.py", "import tools", "tests/runner/tools.py"),
        ("libgames/core/rng.c", '#include "../../bindings/java/glue.h"', "bindings/java/glue.h"),
        ("libgames/core/rng.c", '#include "tests.h"', "tests/c/tests.h"),
        ("bindings/libgames.i", '%include "java/typemaps.i"', "bindings/java/typemaps.i"),
        ("bindings/lua/typemaps.i", '%include "java/typemaps.i"', "bindings/java/typemaps.i"),
    ],
)
def test_an_arrow_is_found_where_there_may_be_none(file, text, other):
    found = rooms.strange(rooms.arrows({file: text, other: ""}))
    assert found == [f"{file} ({rooms.room_of(file)}) -> {other} ({rooms.room_of(other)})"]


@pytest.mark.parametrize(
    "file, text, other",
    [
        (f"{PACKAGE}/arena/replays.py", "from ..game import Game", f"{PACKAGE}/game.py"),
        (f"{PACKAGE}/cluster/games.py", "from ..arena import matches", f"{PACKAGE}/arena/matches.py"),
        (f"{PACKAGE}/arena/cli.py", "from .. import cluster", f"{PACKAGE}/cluster/__init__.py"),
        (f"{PACKAGE}/_gym.py", "import gymnasium, cluster", f"{PACKAGE}/cluster/__init__.py"),  # packages of others
        ("bindings/java/typemaps.i", '#include "libgames/game.h"', "libgames/include/libgames/game.h"),
    ],
)
def test_others_may_be(file, text, other):
    assert rooms.strange(rooms.arrows({file: text, other: "", f"{PACKAGE}/__init__.py": ""})) == []


def test_circles_are_found():
    files = {
        f"{PACKAGE}/one.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .two import Two\n",
        f"{PACKAGE}/two.py": "def later():\n    from .three import three\n",
        f"{PACKAGE}/three.py": "from .one import One\n",
        f"{PACKAGE}/four.py": "from .one import One\n",
        # A header that calls a function of a source that includes it; the calls of a source and its own header are no
        # circle.
        "libgames/game/steps.h": "int lg_rules(int x); /* lg_other */\nstatic inline int f(int x) {\n    return lg_rules(x);\n}\n",
        "libgames/game/rules.c": '#include "steps.h"\nint lg_rules(int x) {\n    return x;\n}\n',
        "libgames/game/other.h": "int lg_other(void);\nstatic inline int g(void) {\n    return lg_other();\n}\n",
        "libgames/game/other.c": '#include "other.h"\nint lg_other(void) {\n    return 1;\n}\n',
    }
    assert rooms.circles(rooms.arrows(files)) == [
        sorted(f"{PACKAGE}/{name}.py" for name in ("one", "two", "three")),
        ["libgames/game/rules", "libgames/game/steps"],
    ]


@pytest.mark.parametrize(
    "files, wanted",
    [
        (["bindings/java/libgames/Game.java"], {"java"}),
        (["bindings/java/tests/FuzzTest.java", "docs/java.md"], {"java"}),
        (["bindings/web/board/page.mjs"], {"web"}),
        (["bindings/lua/typemaps.i"], {"lua"}),
        ([f"{PACKAGE}/arena/referee.py"], {"arena"}),
        ([f"{PACKAGE}/arena/cli.py"], {"arena"}),
        ([f"{PACKAGE}/cluster/sums.py"], {"cluster"}),
        (["tests/train/test_sb3.py", "examples/python/train_ppo.py"], {"train"}),
        (["tests/cluster/ray/test_ray.py"], {"ray"}),
        ([f"{PACKAGE}/arena/referee.py", "bindings/java/glue.h"], {"arena", "java"}),
        (["docs/design.md"], {"pages", "site", "python"}),
        (["libgames/core/rng.c"], None),
        ([f"{PACKAGE}/game.py"], None),
        (["a new file"], None),
        (["tests/runner/checks.py"], None),
        (["bindings/java/glue.h", "meson.build"], None),
    ],
)
def test_phases_run_by_a_change(files, wanted):
    assert rooms.phases_for(files) == (wanted and {"rooms", *wanted})


def test_changed_files(tmp_path, monkeypatch):
    def git(*words):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *words], cwd=tmp_path, check=True)

    monkeypatch.setattr(rooms, "must", lambda *words: subprocess.run(words, cwd=tmp_path, check=True, capture_output=True, text=True).stdout)
    for name in ("kept", "edited", "moved"):
        (tmp_path / name).write_text(name)
    git("init", "--quiet", "--initial-branch=main")
    git("add", ".")
    git("commit", "--quiet", "--message=first")
    assert rooms.changed("HEAD") == []
    git("checkout", "--quiet", "-b", "branch")
    (tmp_path / "edited").write_text("other")
    git("commit", "--quiet", "--all", "--message=second")
    git("mv", "moved", "there")
    (tmp_path / "new").touch()
    assert rooms.changed("HEAD") == ["moved", "new", "there"]
    assert rooms.changed("main") == ["edited", "moved", "new", "there"]


@pytest.mark.parametrize("text", ["#define SIDE 7\n", "int lg_i_bit(int point);\n"])
def test_a_name_with_neither_game_nor_part_is_found(text):
    header = "libgames/games/alquerque/lines.h"
    named = text.replace("SIDE", "LG_I_ALQUERQUE_SIDE").replace("lg_i_bit", "lg_i_alquerque_bit")
    assert rooms.anonymous({header: named}) == [] != rooms.anonymous({header: text})
