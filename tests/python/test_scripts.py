"""The scripts of script/: what they say to somebody who asks for help or has made a mistake."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*command):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("name", ["train", "net", "ladder", "demo", "bench", "mutate", "test", "release"])
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
        ("script/mutate", "tests/mutate"),
        ("demo.py", "examples/python/demo.py"),
    ],
)
def test_help_names_what_was_started(name, tool):
    done = run(sys.executable, ROOT / tool, "--help")
    assert done.returncode == 0 and done.stdout.lower().startswith(f"usage: {name} ["), done


def test_a_demonstration_of_no_time():
    done = run(sys.executable, ROOT / "examples/python/demo.py", "soon")
    assert done.returncode == 2 and "argument seconds: invalid float value: 'soon'" in done.stderr


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
