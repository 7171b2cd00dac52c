"""script/mutate: the mutants are as intended, and their results are found and kept."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tests/mutate"))
import mutants  # noqa: E402
import mutate  # noqa: E402

# ---- mutants ----

SOURCE = b"""\
#include "some < file.h" /* a < b */
#define SIZE (3 + 4)
static int table[SIZE + 1] = {7};
int first(int a, const int *b) {
    assert(a > 0);
    if (a > 0) stop("a > 0"); // or a > 1
    while (!a) a += *b;
    return a == 1 ? 0 : -a;
}
"""


def test_places_of_a_file():
    """Each kind of mistake, none in comments, strings, assertions, sizes of arrays and lines of the preprocessor."""
    found = {(mutant.kind, SOURCE[mutant.start : mutant.end].decode(), mutant.text)
             for place in mutants.places("some.c", SOURCE) for mutant in place}  # fmt: skip
    assert found == {
        ("constant", "7", "(7 + 1)"),
        ("constant", "7", "(7 - 1)"),
        ("constant", "0", "(0 + 1)"),
        ("constant", "1", "(1 + 1)"),
        ("constant", "1", "(1 - 1)"),
        ("operator", ">", ">="),
        ("operator", ">", "<="),
        ("operator", "+=", "-="),
        ("operator", "==", "!="),
        ("sign left out", "!a", "a"),
        ("sign left out", "-a", "a"),
        ("condition", "(a > 0)", "(!((a > 0)))"),
        ("condition", "(!a)", "(!((!a)))"),
        ("condition", "a == 1", "(!(a == 1))"),
        ("statement left out", 'stop("a > 0");', ";"),
        ("statement left out", "a += *b;", ";"),
        ("returned value", "return a == 1 ? 0 : -a;", "return 0;"),
        ("returned value", "return a == 1 ? 0 : -a;", "return 1;"),
    }


def test_lines_before_and_after():
    place = next(place for place in mutants.places("some.c", SOURCE) if place[0].text == "-=")
    assert place[0].lines(SOURCE) == (7, "while (!a) a += *b;", "while (!a) a -= *b;")
    assert place[0].applied(SOURCE) == SOURCE.replace(b"+=", b"-=")


def test_the_seed_decides():
    paths = [path for path in mutants.files(ROOT) if "/batch/" in path]
    assert len(paths) > 3
    one, again, other = (list(mutants.drawn(ROOT, paths, seed)) for seed in (1, 1, 2))
    assert one == again and one != other and len(one) == len(other) > 1000
    assert {mutant.path for mutant in one[:200]} == {mutant.path for mutant in one} <= set(paths)
    for mutant in one:
        source = (ROOT / mutant.path).read_bytes()
        assert mutant.applied(source) != source
        line, before, after = mutant.lines(source)
        assert before != after and before.split()[0] in source.splitlines()[line - 1].decode()


# ---- results ----

LIBRARY = """\
int lg_larger(int a, int b) {
    if (sizeof a == 1) a--;
    return a < b ? b : a;
}
int lg_twice(int x) {
    return x * 2;
}
int lg_spare(int x) {
    return x - 3;
}
int lg_waits(void) {
    volatile int left = 2;
    while (left > 0) left--;
    return left;
}
int lg_noted = 7;
"""
SUITE = """\
int lg_larger(int a, int b), lg_waits(void);
int main(void) {
    return lg_waits() != 0 || lg_larger(1, 2) != 2 || lg_larger(2, 1) != 2;
}
"""
PYTHON = """\
import ctypes, os
def test_twice():
    library = ctypes.CDLL(os.environ["PYTHONPATH"] + "/libgames/_native.so")
    assert library.lg_twice(4) == 8
def test_source():
    assert "lg_noted = 7;" in open(os.environ["LIBGAMES_TESTS_SOURCES"] + "/libgames/core/lib.c").read()
"""


class Build:
    """A library of one file, a program and a module as mutate.Build makes them of the real one."""

    def __init__(self, folder):
        self.folder, self.stop = mutate.ROOT / "build", mutate.ROOT / "suite.c"
        made = self.folder / "libgames/libgames.a.p/lib.c.o"
        made.parent.mkdir(parents=True, exist_ok=True)
        command = ["cc", "-O2", "-fPIC", "-MF", "lib.d", "-MD", "-c", "../libgames/core/lib.c", "-o", str(made)]
        subprocess.run(command, cwd=self.folder, check=True)
        self.compiling, self.objects = {"lib.c.o": command}, {"libgames/core/lib.c": ["lib.c.o"]}

    def site_copy(self, folder):
        (folder / "libgames").mkdir(parents=True)
        (folder / "libgames/_native.so").touch()
        return folder

    def link(self, target, output, objects, *options):
        shared = ["-shared"] if target == mutate.MODULE else []
        subprocess.run(["cc", *shared, *map(str, objects), "-o", str(output)], check=True)


@pytest.fixture
def small(tmp_path, monkeypatch):
    """That library in place of the real one; where the tool keeps its results."""
    for name, text in (("libgames/core/lib.c", LIBRARY), ("suite.c", SUITE), ("test_it.py", PYTHON)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "libgames/games").mkdir()
    (tmp_path / "tests/c").mkdir(parents=True)
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    monkeypatch.setattr(mutate, "Build", Build)
    monkeypatch.setattr(mutate, "measured", lambda *_: ([mutate.Suite("all", 0.1, {})], 1.0))
    monkeypatch.setattr(mutate, "python_tests", lambda *_: ["test_it.py"])
    return tmp_path / "results"


def command(folder, *arguments):
    result = CliRunner().invoke(mutate.main, ["--folder", str(folder), *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result.output


def outcomes(folder):
    """The result of each mutant, by the line after it."""
    return {one.after: one.outcome for one in mutate.Store(folder).results.values()}


def test_what_becomes_of_mutants(small, monkeypatch):
    """Each is noticed by the tests of its code, or survives; a program that never ends is noticed as well."""
    every = mutants.places("libgames/core/lib.c", LIBRARY.encode())
    chosen = {"return a >= b ? b : a;", "return (!(a < b)) ? b : a;", "if (sizeof a == 1) ;", "return x / 2;",
              "return x + 3;", "while (left > 0) ;", "int lg_noted = (7 + 1);"}  # fmt: skip
    every = [mutant for place in every for mutant in place if mutant.lines(LIBRARY.encode())[2] in chosen]
    monkeypatch.setattr(mutants, "drawn", lambda *_: iter(every))
    monkeypatch.setattr(mutate, "LEAST", 1)
    output = command(small, "--count", 99, "--jobs", 2)
    assert outcomes(small) == {
        "return a >= b ? b : a;": "C suites",
        "return (!(a < b)) ? b : a;": "C suites",
        "if (sizeof a == 1) ;": "equivalent",
        "return x / 2;": "Python tests",
        "return x + 3;": "survived",
        "int lg_noted = (7 + 1);": "Python tests",
        "while (left > 0) ;": "C suites",
    }
    assert "libgames/core/lib.c:9: operator\n  - return x - 3;\n  + return x + 3;" in output
    assert "5 of 6, 83.3%" in output


def test_resuming(small, monkeypatch):
    """Known mutants are not tried again, except after an unfinished last line, with other mutants, and survivors on
    request."""
    monkeypatch.setattr(mutate.Workplace, "python", lambda *_: (True, ""))
    assert "noticed by C suites" in command(small, "--count", 2, "--seed", 3, "--jobs", 1)
    path = small / "results.jsonl"
    before = path.read_text().splitlines()
    survived = [line for line in before if '"survived"' in line]
    looked = []
    whole = mutate.Workplace.outcome
    monkeypatch.setattr(mutate.Workplace, "outcome", lambda *a: looked.append(a[1]) or whole(*a))
    command(small, "--count", 2, "--seed", 3)
    assert not looked and path.read_text().splitlines() == before
    path.write_text("\n".join(before)[:-9])
    command(small, "--count", 2, "--seed", 3)
    assert len(looked) == 1 and len(path.read_text().splitlines()) == len(before)
    command(small, "--count", 2, "--seed", 3, "--again")
    assert len(looked) == 1 + len(survived)
    command(small, "--count", 2, "--seed", 4)
    assert len(looked) > 1 + len(survived)


def test_known_equivalents(small, monkeypatch):
    """They need no test, and do not count."""
    monkeypatch.setattr(mutate.Workplace, "python", lambda *_: (True, ""))
    spare = [place[0] for place in mutants.places("libgames/core/lib.c", LIBRARY.encode()) if place[0].text == "+"]
    monkeypatch.setattr(mutants, "drawn", lambda *_: iter(spare))
    assert "0 of 1" in command(small / "one")
    (small / "known.toml").write_text(
        '[[equivalent]]\nfile = "libgames/core/lib.c"\nbefore = "return x - 3;"\nafter = "return x + 3;"\nreason = "r"'
    )
    known = mutate.Equivalents(small / "known.toml")
    monkeypatch.setattr(mutate, "Equivalents", lambda: known)
    assert "0 of 0" in command(small / "two")
    assert command(small / "two", "--show", 0).splitlines()[-1].startswith("  equivalent: r")


def test_wrong_arguments(small):
    assert "no C file of the library matches nothing" in command(small, "--file", "nothing")
    assert "has no result of a mutant with the number 7" in command(small, "--show", 7)


def test_order_of_suites():
    """Suites that enter the function, its folder's first, quick ones first; all if none does."""
    enters, other = {"libgames/games/amazes/rules.c": [[10, 20]]}, {"libgames/games/amazes/rules.c": [[30, 40]]}
    every = [mutate.Suite("golden", 1, enters), mutate.Suite("base", 0.1, other), mutate.Suite("load", 0.5, enters),
             mutate.Suite("amazes_turns", 2, enters)]  # fmt: skip
    names = {line: [suite.name for suite in mutate.in_order("libgames/games/amazes/rules.c", line, every)]
             for line in (15, 35, 50)}  # fmt: skip
    assert names == {15: ["amazes_turns", "load", "golden"], 35: ["base"],
                     50: ["amazes_turns", "base", "load", "golden"]}  # fmt: skip


def test_known_equivalents_are_of_mutants_that_can_be_drawn():
    """An entry whose line has changed is useless."""
    for path, before, after in mutate.Equivalents().known:
        source = (ROOT / path).read_bytes()
        lines = {mutant.lines(source)[1:] for place in mutants.places(path, source) for mutant in place}
        assert (before, after) in lines, f"{path}: {before} -> {after}"
