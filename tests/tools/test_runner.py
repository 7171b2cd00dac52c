"""The counts of `script/test`: a run must never look better than it was."""

import json
import os
import platform
import re
import sys
from collections import defaultdict
from pathlib import Path

import pytest

RUNNER = str(Path(__file__).resolve().parents[1] / "runner")
sys.path.insert(0, RUNNER)

import checks
import examples
import fuzzing
import package
import phases
import tools


def counts(found):
    return sum(check.passed for check in found), sum(not check.passed for check in found)


@pytest.mark.parametrize(
    "output, status, passed, failed",
    [
        ("ok 1 - a.c:core:test_a: Passed\nok 2 - b\n1..2\n", 0, 2, 0),
        ("1..2\nok 1 - a\nok 2 - b\n", 0, 2, 0),
        ("ok 1 - a\nnot ok 2 - b: wrong\n1..2\n", 1, 1, 1),
        ("ok 1 - a\nnot ok 2 - b: wrong\n1..2\n", 0, 1, 1),
        ("a line of the program's own\nok 1 - a\n1..1\n", 0, 1, 0),
        ("ok 1 - a\na line of the program's own\nnot ok 2 - b\n1..2\n", 1, 1, 1),
        ("ok 1 - a\n1..1\n", 139, 1, 1),  # crashed after its tests
        ("ok 1 - a\n", 134, 1, 1),  # crashed among its tests: no plan
        ("ok 1 - a\n1..4\n", 0, 1, 3),  # three tests never reported
        ("ok 1 - a\nok 2 - b\n1..1\n", 0, 2, 1),  # one more than planned
        ("1..0\n", 0, 0, 1),
        ("", 0, 0, 1),
        ("1..1\nok 1 - a\n1..1\n", 0, 1, 1),  # two plans
        ("ok 1 - a # SKIP no time\n1..1\n", 0, 0, 1),
        ("not ok 1 - a # TODO\n1..1\n", 0, 0, 1),
    ],
)
def test_tap(output, status, passed, failed):
    found = checks.from_tap(output, status)
    assert counts(found) == (passed, failed)
    told = "a line of the program's own\n" in output and failed > 0
    assert any("\na line of the program's own" in check.detail for check in found) == told


@pytest.mark.parametrize(
    "cases, status, passed, failed",
    [
        ('<testcase name="a"/><testcase name="b"/>', 0, 2, 0),
        ('<testcase name="a"/><testcase name="b"><failure message="m"/></testcase>', 1, 1, 1),
        ('<testcase name="a"><error message="m"/></testcase>', 1, 0, 1),
        ('<testcase name="a"><failure message="m"/><error message="n"/></testcase>', 1, 0, 1),
        ('<testcase name="a"/><testcase name="b"><skipped message="m"/></testcase>', 0, 1, 1),
        ('<testcase name="a"/>', 3, 1, 1),  # pytest broke down after the test
        ("", 5, 0, 1),
        ("", 0, 0, 1),
    ],
)
def test_junit(cases, status, passed, failed):
    report = f"<testsuites><testsuite>{cases}</testsuite></testsuites>"
    assert counts(checks.from_junit(report, status, "output")) == (passed, failed)


def two_pass_then(event):
    yield checks.Check("a", True)
    yield checks.Check("b", True)
    if event == "fails":
        yield checks.Check("c", False, "the reason")
    elif event == "stops":
        raise checks.Failure("the reason")
    elif event == "breaks":
        raise KeyError("the reason")


@pytest.mark.parametrize("event, passed, failed", [("ends", 2, 0), ("fails", 2, 1), ("stops", 2, 1), ("breaks", 2, 1)])
def test_phase(event, passed, failed, capsys):
    assert checks.run_phase("title", lambda: two_pass_then(event)) == (passed, failed)
    printed = capsys.readouterr().out
    assert printed.startswith("== title\n")
    assert f"   {passed} passed, {failed} failed" in printed
    assert ("the reason" in printed) == (failed > 0)


def test_phase_without_checks_fails(capsys):
    assert checks.run_phase("title", lambda: []) == (0, 1)
    assert "made no checks" in capsys.readouterr().out


TARGET = """\
#include <stddef.h>
#include <stdint.h>
__attribute__((no_sanitize("coverage"))) static void use(const uint8_t *data, size_t size) {
    size_t same = 0;
    while (same < size && same < 8 && data[same] == "kaboom!!"[same]) same++;
    if (same == 8) __builtin_trap();
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    use(data, size);
    return 0;
}
"""


@pytest.fixture(scope="module")
def target(tmp_path_factory):
    """A fuzz target with one input that breaks it, which the fuzzer does not find by itself."""
    folder = tmp_path_factory.mktemp("target")
    (folder / "target.c").write_text(TARGET)
    tools.must("clang", "-fsanitize=fuzzer", folder / "target.c", "-o", folder / "fuzz_it")
    return folder / "fuzz_it"


@pytest.mark.parametrize(
    "seeds, passed",
    [(["calm"], True), (["calm", "kaboom!!"], False), ([], False)],
    ids=["sound", "broken", "no seeds"],
)
def test_fuzzing(target, tmp_path, seeds, passed):
    (tmp_path / "seeds").mkdir()
    for number, seed in enumerate(seeds):
        (tmp_path / "seeds" / str(number)).write_text(seed)
    check = fuzzing.run_target(target, 1, tmp_path / "seeds", tmp_path)
    assert check.passed == passed, check.detail
    kept = list((tmp_path / "fuzz-found/seeds").iterdir())
    assert [path.read_text() for path in kept] == seeds[1:]
    assert all(f"again: {target} {path}\n" in check.detail for path in kept)


@pytest.mark.parametrize("text, seconds", [(None, 12), ("", 12), ("1", 1), ("3600", 3600)])
def test_fuzzing_time(monkeypatch, text, seconds):
    monkeypatch.delenv("LIBGAMES_FUZZ_SECONDS", raising=False)
    if text is not None:
        monkeypatch.setenv("LIBGAMES_FUZZ_SECONDS", text)
    assert fuzzing.seconds_in_all() == seconds


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "a minute", "٣"])
def test_wrong_fuzzing_time(monkeypatch, text):
    monkeypatch.setenv("LIBGAMES_FUZZ_SECONDS", text)
    with pytest.raises(checks.Failure, match="LIBGAMES_FUZZ_SECONDS is"):
        fuzzing.seconds_in_all()


# ---- other Pythons ----


def python(folder, name, answer):
    """A program that prints a version like Python."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{answer}\n")
    (folder / name).chmod(0o755)


def what(version, prefix, implementation="CPython", without_gil=False):
    numbers = [int(part) for part in version.split(".")[:2]]
    return f"echo '{json.dumps([implementation, numbers, version, prefix, without_gil])}'"


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine with many Pythons and other programs whose names begin like theirs."""
    python(tmp_path / "bin", "python3", what("3.12.1", "/usr"))
    python(tmp_path / "bin", "python3.12", what("3.12.1", "/usr"))
    python(tmp_path / "bin", "python3.10", what("3.10.13", "/usr"))
    python(tmp_path / "bin", "python3-config", what("3.14.0", "/config"))
    python(tmp_path / "bin", "python3.13t", what("3.13.0", "/free", without_gil=True))
    python(tmp_path / "bin", "python3.14", "exit 127")
    python(tmp_path / "more", "python3", what("3.11.9", "/opt/pypy", "PyPy"))
    python(tmp_path / "more", "python3.12", what("3.12.1", "/opt/another"))
    python(tmp_path / "pyenv/shims", "python3", "exit 127")
    python(tmp_path / "pyenv/versions/3.13.0/bin", "python3", what("3.13.0", "/pyenv/3.13.0"))
    python(tmp_path / "pyenv/versions/own/bin", "python3", what(platform.python_version(), sys.base_prefix))
    folders = [tmp_path / "bin", tmp_path / "more", tmp_path / "pyenv/shims"]
    monkeypatch.setenv("PATH", os.pathsep.join(map(str, folders)))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(package, "FIRST", ())
    monkeypatch.setattr(package, "run", lambda path, *_: tools.run("/bin/sh", path))
    return tmp_path


def test_every_other_python_is_found(machine):
    found = {"3.12.1 in /usr": machine / "bin/python3",
             "3.13.0 in /pyenv/3.13.0": machine / "pyenv/versions/3.13.0/bin/python3"}  # fmt: skip
    assert package.other_interpreters() == found
    known = phases.phases()
    assert [name for name in known if name.startswith("python-3")] == ["python-3.12.1", "python-3.13.0"]
    assert known["python-3.12.1"].rare and not known["python-3.13.0"].rare


@pytest.mark.parametrize("works, told", [(False, "can't make a virtual environment"), (True, "no wheel of NumPy")])
def test_an_incomplete_python_is_reported(tmp_path, monkeypatch, works, told):
    monkeypatch.setattr(package, "BUILD", tmp_path)
    monkeypatch.setattr(package, "run", lambda program, *_: (0 if works and program != "pip" else 1, "its own words"))
    with pytest.raises(checks.Failure, match=rf"CPython 3.15.0 in /opt .*{told}[^\n]*\nits own words"):
        package.environment_of("3.15.0 in /opt", Path("/opt/bin/python3"), tmp_path / "wheel.whl")


# ---- longer runs ----


def test_patience(monkeypatch):
    for text, seconds in (("", 1200), ("junk", 1200), ("0", 1200), ("20", 24000)):
        monkeypatch.setenv("LIBGAMES_TESTS_TIMES", text)
        assert tools.patience() == seconds


SHOWS_WHAT_IT_SETS = f"""
import os, runpy, sys
sys.path.insert(0, {RUNNER!r})
import phases, tools
say = lambda text: print(text + "\\n", end="") or []  # in one piece: phases run side by side
phases.phases = lambda: {{"c": phases.Phase("title", lambda: say(" ".join(map(str, map(os.environ.get, tools.LONG))))),
                         "train": phases.Phase("title", lambda: say("trains"), rare=True)}}
runpy.run_path({RUNNER!r} + "/__main__.py")["main"](sys.argv[1:])
"""


@pytest.mark.parametrize("words, set_", [(["c"], "None 7"), (["--all", "c"], "20 7"), (["--all"], "20 7")])
def test_all_means_longer(monkeypatch, words, set_):
    """The environment takes precedence."""
    for name in tools.LONG:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LIBGAMES_FUZZ_SECONDS", "7")
    assert f"\n{set_}\n" in tools.must(sys.executable, "-c", SHOWS_WHAT_IT_SETS, *words)


@pytest.mark.parametrize("words, trains", [([], False), (["c"], False), (["train"], True), (["--all"], True)])
def test_slow_installations_run_only_on_request(words, trains):
    assert ("trains" in tools.must(sys.executable, "-c", SHOWS_WHAT_IT_SETS, *words)) == trains


def test_programs():
    assert tools.run("sh", "-c", "echo out; echo err >&2; exit 3") == (3, "out\nerr\n")
    assert tools.run("sh", "-c", "kill -9 $$")[0] != 0
    assert tools.run("a-program-that-does-not-exist")[0] != 0
    status, output = tools.run("sh", "-c", "echo begun; exec sleep 60", timeout=1)
    assert status != 0 and output.startswith("begun\n")
    with pytest.raises(checks.Failure, match="(?s)sh -c.*out.*exit status 3"):
        tools.must("sh", "-c", "echo out; exit 3")


@pytest.mark.parametrize(
    "output, wrong",
    [
        ("other\nTrue 1\nStart\nW\n3 line 3: cut off: here\n", []),
        ("True 1\nStart\nW\n", ["3 line 3: ..."]),
        ("True 12\nStart\nW\n3 line 3: x\n", ["True 1", "Start", "W", "3 line 3: ..."]),
        ("True 1\nW\nStart\n3 line 3: x\n", ["W", "3 line 3: ..."]),
    ],
)
def test_comments_that_state_output(output, wrong):
    source = 'print(a)  # -> True 1; a reason\nputs(b); /* -> Start | W */\nprint(c)  # a note\nprint(d)   # -> 3 line 3: ...\n'
    assert examples.unlike(source, output) == wrong


# ---- the needs of phases, and kept builds ----


def test_every_need_is_one_of_the_scripts():
    """A word that script/setup.sh does not know ends it; one that nothing needs is gone."""
    wanted = {need for phase in phases.PHASES.values() for need in phase.needs.split()} - {"build", "test"}
    script = (tools.ROOT / "script/setup.sh").read_text()
    known = set(re.findall(r"^      ([a-z0-9]+)\)", script, re.MULTILINE))
    assert wanted <= known and known - wanted == {"ccache", "python"}, wanted ^ known
    status, output = tools.run("bash", "-c", ". script/setup.sh; missing_packages nonsense")
    assert status == 1 and "no such need: nonsense" in output


def test_a_build_is_for_the_tools_that_were_there(tmp_path, monkeypatch):
    """Another compiler or another version of a tool is another build; the same ones are not. A run makes each once."""
    made = []
    monkeypatch.setattr(tools, "made", defaultdict(set))
    monkeypatch.setattr(tools, "BUILD", tmp_path)
    monkeypatch.setattr(tools, "must", lambda *command, **_: made.append(command[1]))
    versions = {"gcc": "12", "meson": "1"}
    monkeypatch.setattr(tools, "version", lambda program: versions.get(program, ""))

    def build(*options, targets=(), in_a_new_run=True):
        made.clear()
        if in_a_new_run:
            tools.made.clear()
        tools.meson_build("it", *options, targets=targets, uses=("swig",))
        (tmp_path / "it/build.ninja").touch()
        return made

    assert build() == ["setup", "compile"]
    assert build() == ["compile"]
    versions["swig"] = "4.5"
    assert build() == ["setup", "compile"]
    versions["gcc"] = "13"
    assert build() == ["setup", "compile"]
    assert build("-Dx=y") == ["setup", "compile"]
    assert build("-Dx=y") == ["compile"]
    assert build("-Dx=y", targets=("part",), in_a_new_run=False) == []
    assert build("-Dx=z", targets=("part",), in_a_new_run=False) == ["setup", "compile"]
    assert build("-Dx=z", targets=("part",), in_a_new_run=False) == []
    assert build("-Dx=z", targets=("another",), in_a_new_run=False) == ["compile"]
    assert build("-Dx=z", in_a_new_run=False) == ["compile"]
    for option in ("-Dx=y", "-Dx=z"):  # in the same folder
        assert build(option, in_a_new_run=False) == ["setup", "compile"]


def test_a_warning_that_ccache_repeats_is_a_failure(tmp_path, monkeypatch):
    """It was none in the build from which ccache has the object. The next run makes the whole build again."""
    monkeypatch.setattr(tools, "made", defaultdict(set))
    monkeypatch.setattr(tools, "BUILD", tmp_path)
    monkeypatch.setattr(tools, "must", lambda *_, **__: "a.c:1:2: warning: unused variable 'x' [-Wunused-variable]")
    for _ in range(2):
        with pytest.raises(checks.Failure, match="unused variable"):
            tools.meson_build("it", "--werror")
        assert not (tmp_path / "it/options.stamp").exists()
    tools.meson_build("it")


SCRIPT = """
set -eu
cp -r "$1/script" .
. script/setup.sh
step() { shift; "$@"; }
unfinished_now() { if unfinished "$BUILD/it"; then echo unfinished; else echo whole; fi; }
mkdir -p "$BUILD"
"""


@pytest.mark.parametrize("command, left", [("true", "whole"), ("false", "whole"), ("kill -9 0", "unfinished")])
def test_interrupted_installations_are_recognised(tmp_path, command, left):
    """A step that ends, successfully or not, leaves a folder that can be trusted; a step that was killed does not."""
    program = tmp_path / "program"
    program.write_text(f'{SCRIPT}cut() {{ {command}; }}\n(fill "$BUILD/it" title cut) || true\n')
    tools.run("setsid", "--wait", "bash", program, tools.ROOT, cwd=tmp_path)  # the signal is for this group alone
    program.write_text(SCRIPT + "unfinished_now\n")
    assert tools.must("bash", program, tools.ROOT, cwd=tmp_path).strip() == left


def test_an_interruption_starts_nothing_more(monkeypatch):
    monkeypatch.setattr(tools, "_interrupted", tools.Event())
    tools.interrupt()
    with pytest.raises(checks.Failure, match="^interrupted$"):
        tools.run("true")
