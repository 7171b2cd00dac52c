"""The counting of `script/test`: a run must never look better than it was."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "runner"))

import checks
import fuzzing
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
    """A fuzz target that one input breaks, which the fuzzer does not find by itself."""
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


@pytest.mark.parametrize("text, seconds", [(None, 60), ("", 60), ("1", 1), ("3600", 3600)])
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


def test_programs():
    assert tools.run("sh", "-c", "echo out; echo err >&2; exit 3") == (3, "out\nerr\n")
    assert tools.run("sh", "-c", "kill -9 $$")[0] != 0
    assert tools.run("a-program-that-does-not-exist")[0] != 0
    status, output = tools.run("sh", "-c", "echo begun; exec sleep 60", timeout=1)
    assert status != 0 and output.startswith("begun\n")
    with pytest.raises(checks.Failure, match="(?s)sh -c.*out.*exit status 3"):
        tools.must("sh", "-c", "echo out; exit 3")
