"""The scripts of script/: their help, and their errors; the workflow for forks."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WORKFLOW = ROOT / ".github/workflows/wheels.yml"


def run(*command):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("name", ["train", "net", "ladder", "facts", "demo", "bench", "mutate", "test", "release"])
def test_help_sets_nothing_up(tmp_path, name):
    shutil.copytree(ROOT / "script", tmp_path / "script")
    for word in ("-h", "--help"):
        done = run(tmp_path / "script" / name, word)
        assert done.returncode == 0 and done.stdout.startswith(("Sets up ", "Makes ")), done
    assert [path.name for path in tmp_path.iterdir()] == ["script"]


@pytest.mark.parametrize(
    "name, tool",
    [
        ("script/train", "benchmarks/training.py"),
        ("script/net", "benchmarks/nets.py"),
        ("script/ladder", "benchmarks/ladder.py"),
        ("script/facts", "benchmarks/facts.py"),
        ("script/mutate", "tests/mutate/mutate.py"),
        ("demo.py", "examples/python/demo.py"),
    ],
)
def test_help_names_the_script(name, tool):
    done = run(sys.executable, ROOT / tool, "--help")
    assert done.returncode == 0 and done.stdout.lower().startswith(f"usage: {name} ["), done


def test_a_release_replaces_no_folder_of_something_else(tmp_path):
    (tmp_path / "work.txt").write_text("mine")
    done = run(ROOT / "script/release", "--untagged", "--output", tmp_path)
    assert done.returncode != 0 and "--output: expected a folder that is new, empty or an earlier release" in done.stderr
    assert (tmp_path / "work.txt").read_text() == "mine"


# ---- the workflow for forks ----

SCHEMA = ("check-jsonschema", "--builtin-schema", "vendor.github-workflows")
SECURITY = ("zizmor", "--offline", "--persona=pedantic")


def tool(name, *arguments):
    return run(Path(sys.executable).with_name(name), *arguments)


def test_the_workflow_is_one():
    done = tool(*SCHEMA, WORKFLOW)
    assert done.returncode == 0, done


def test_the_workflow_is_secure():
    done = tool(*SECURITY, WORKFLOW)
    assert done.returncode == 0 and "No findings" in done.stdout, done


def test_linters_find_mistakes_in_a_workflow(tmp_path):
    text = WORKFLOW.read_text()
    wrong = tmp_path / "wrong.yml"
    for linter, word, other in ((SCHEMA, "runs-on:", "run-on:"), (SECURITY, "persist-credentials: false", "fetch-depth: 1")):
        assert word in text
        wrong.write_text(text.replace(word, other))
        assert tool(*linter, wrong).returncode != 0, word


@pytest.mark.parametrize(
    "platform, processor, wheels",
    [
        ("linux", "x86_64", {"manylinux_x86_64", "musllinux_x86_64"}),
        ("windows", "AMD64", {"win_amd64"}),
        ("macos", "arm64", {"macosx_arm64"}),
    ],
)
def test_wheels_of_the_workflow(platform, processor, wheels):
    """As cibuildwheel itself reads pyproject.toml: with CPython from 3.11 on, and no free-threaded one."""
    done = tool("cibuildwheel", "--print-build-identifiers", "--platform", platform, "--archs", processor, ROOT)
    found = {}
    for line in done.stdout.split():
        python, kind = line.split("-")
        found[kind] = (*found.get(kind, ()), python)
    assert done.returncode == 0 and found.keys() == wheels, done
    assert all(pythons[:4] == ("cp311", "cp312", "cp313", "cp314") for pythons in found.values()), found
    assert not [python for pythons in found.values() for python in pythons if python.endswith("t")]


# ---- the others ----


def test_a_demonstration_of_no_time():
    done = run(sys.executable, ROOT / "examples/python/demo.py", "soon")
    assert done.returncode == 2 and "argument seconds: invalid float value: 'soon'" in done.stderr


@pytest.mark.parametrize("words", [["soon"], ["-1"], ["1", "alquerque"]])
def test_wrong_words_set_no_benchmark_up(tmp_path, words):
    shutil.copytree(ROOT / "script", tmp_path / "script")
    done = run(tmp_path / "script/bench", *words)
    assert done.returncode == 1 and done.stderr == "error: usage: script/bench [SECONDS]\n", done
    assert [path.name for path in tmp_path.iterdir()] == ["script"]


def test_a_program_that_is_not_there_becomes_no_single_file(tmp_path):
    done = run(ROOT / "script/amalgamate", tmp_path / "out", "--bot", tmp_path / "nofile.c")
    assert done.returncode == 2 and done.stderr.endswith(f"error: --bot: there is no file {tmp_path / 'nofile.c'}\n")
    assert not list(tmp_path.iterdir())


PROGRAM = b"""/* nothing of this is included:
#include "nowhere.h"
*/
  # include "mine.h"  // \xe9crit en 2008
#include <stdio.h>
int main(void) { return puts("#include \\"no.h\\"") < 0 || MINE; }"""


def test_a_program_in_any_encoding_becomes_a_single_file(tmp_path):
    (tmp_path / "mine.h").write_bytes(b"#define MINE 0 /* \xe9 */")
    (tmp_path / "mine.c").write_bytes(PROGRAM.replace(b"puts(", b'puts("\xe9" '))
    done = run(ROOT / "script/amalgamate", tmp_path / "out", "--bot", tmp_path / "mine.c")
    single = tmp_path / "out/mine.c"
    assert done.returncode == 0 and done.stdout == f"{single}: {single.stat().st_size} bytes\n"
    end = b'#define MINE 0\n#include <stdio.h>\nint main(void) { return puts("\xe9" "#include \\"no.h\\"") < 0 || MINE; }\n'
    assert single.read_bytes().endswith(end)


NAMES = """#define SIDE 3
typedef struct grid { int squares; } grid;
enum { ALQ_LEFT = SIDE };
static int widen(int side) { return side; }
static int alq_apply(grid board) { return widen(board.squares); }
int main(void) { return alq_apply((grid){.squares = ALQ_LEFT}); }
"""


def test_a_program_may_have_names_of_the_librarys_sources(tmp_path):
    (tmp_path / "mine.c").write_text(NAMES)
    assert run(ROOT / "script/amalgamate", tmp_path / "out", "--bot", tmp_path / "mine.c").returncode == 0
    done = run("cc", "-fsyntax-only", tmp_path / "out/mine.c")
    assert (done.returncode, done.stderr) == (0, ""), done
    text = (tmp_path / "out/mine.c").read_text()
    assert text.endswith(NAMES) and "lg_own_alq_apply(" in text and "lg_own_widen(" in text and "lg_own_grid" in text


HEADERS = [
    ("#pragma once\n", ""),
    ("/* mine */\n#ifndef mine__included  /* once */\n#  define mine__included\n", "\n# endif // mine__included\n"),
    ("\n#ifndef MINE\n\n#define MINE\n#if 1\n#endif\n", "#endif"),
    ("#if !defined(MINE)\n#define MINE\n", "#endif\n"),
    ("# if ! defined MINE\n# define MINE\n", "#endif\n"),
]


@pytest.mark.parametrize("begin, end", HEADERS)
def test_a_header_of_a_program_counts_once(tmp_path, begin, end):
    (tmp_path / "mine.h").write_text(f'{begin}#include "mine.h"\nenum {{ MINE = 0 }};\n{end}')
    (tmp_path / "mine.c").write_text('#include "mine.h"\n#include "mine.h"\nint main(void) { return MINE; }\n')
    done = run(ROOT / "script/amalgamate", tmp_path / "out", "--bot", tmp_path / "mine.c")
    assert done.returncode == 0, done
    assert (tmp_path / "out/mine.c").read_text().count("enum { MINE = 0 };") == 1


@pytest.mark.parametrize("begin", ["", "#ifndef MINE\n#define MINE 1\n#endif\n#if 1\n#endif\n"])
def test_a_header_that_includes_itself(tmp_path, begin):
    (tmp_path / "mine.h").write_text(begin + '#include "other.h"\n')
    (tmp_path / "other.h").write_text('#include "mine.h"\n')
    (tmp_path / "mine.c").write_text('#include "mine.h"\n')
    done = run(ROOT / "script/amalgamate", tmp_path / "out", "--bot", tmp_path / "mine.c")
    assert done.returncode == 1 and done.stderr == f"{tmp_path / 'mine.h'}: includes itself, without a guard\n"
    assert not (tmp_path / "out").exists()


def test_a_folder_without_a_name_is_not_the_current_one():
    done = run(ROOT / "script/amalgamate", "")
    assert done.returncode == 2 and "argument folder: expected the name of a folder" in done.stderr, done


def test_both_files_are_written_or_none(tmp_path):
    (tmp_path / "libgames.c").mkdir()  # can't be replaced by a file
    (tmp_path / "libgames.c/mine").touch()
    (tmp_path / "libgames.h").write_text("mine")
    done = run(ROOT / "script/amalgamate", tmp_path)
    assert done.returncode == 2 and f"since {tmp_path / 'libgames.c'} would be overwritten" in done.stderr, done
    assert (tmp_path / "libgames.h").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["libgames.c", "libgames.h"]


def test_a_single_file_replaces_no_source(tmp_path):
    shutil.copytree(ROOT / "libgames", tmp_path / "libgames")
    (tmp_path / "script").mkdir()
    script = shutil.copy(ROOT / "script/amalgamate", tmp_path / "script")
    (tmp_path / "mine.c").write_text('#include "mine.h"\nint main(void) { return 0; }\n')
    (tmp_path / "mine.h").write_text("\n")
    (tmp_path / "link").symlink_to(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    overwritten = "error: folder: expected another one, since "
    for words, message in (([tmp_path / "link", "--bot", tmp_path / "mine.c"], overwritten),
                           ([tmp_path / "libgames/include/libgames"], overwritten),
                           ([tmp_path / "mine.c", "--bot", tmp_path / "mine.c"], "mine.c: File exists")):  # fmt: skip
        done = run(script, *words)
        assert done.returncode == 2 and "Traceback" not in done.stderr and message in done.stderr, done
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
