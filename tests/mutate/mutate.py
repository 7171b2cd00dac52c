"""Do the tests notice? Makes random single mistakes in the library's C code, and runs the tests on each.

A mutant is the library with one operator, constant, condition, statement or returned value changed. The C suites run on
it, those of its game first, then the Python tests, until one notices. Mutants that the compiler translates to the same
code, and those in tests/mutate/equivalents.toml, do not count. Each result is a line of FOLDER/results.jsonl; a second
run with the same folder and seed continues the first, and tries changed ones again.
"""

import fcntl
import json
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

import click
import libgames as lg
import mutants
from libgames.arena import outputs
from mutants import Mutant
from rich.table import Table

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.append(str(ROOT / "tests/runner"))
import tools  # noqa: E402
from checks import Failure  # noqa: E402

PROGRAM = "tests/test_libgames"
OBJECTS = ("libgames/libgames.a.p/", f"{PROGRAM}.p/", "tests/libtest_played.a.p/",
           "tests/libtest_references.a.p/")  # tests contain functions of headers as well  # fmt: skip
MODULE = "bindings/python/_native.abi3.so"
OPTIONS = ["-Dtests=true", "-Dpython=true", "-Ddefault_library=static", "-Doptimization=2",
           "-Dpython.platlibdir=/site", "-Dpython.purelibdir=/site"]  # fmt: skip
VECTOR = ["vector", "vector_memory", "vector_refusals", "vector_resources", "vector_states"]
# The Python tests of C code; the others test Python, pages, or starting programs. Some folders need only a few of them,
# and the code of a game those that carry its name.
PYTHON = ["vectors", "fields", "players", "misuse", "messages", "game", "properties", *VECTOR, "search", "learners",
          "hidden", "gymnasium", "pettingzoo", "pictures", "loaded"]  # fmt: skip
PYTHON_OF = {"batch": [*VECTOR, "learners", "gymnasium"], "search": ["search", "players", "learners"],
             "players": ["players", "search", *VECTOR], "check": ["loaded", "game"], "load": ["loaded"],
             "core": [*VECTOR, "search", "properties"]}  # fmt: skip
SUITES, TESTS, SURVIVED, EQUIVALENT, INVALID = "C suites", "Python tests", "survived", "equivalent", "does not compile"
MEMORY = 16 << 20  # KiB of addresses for a test
LEAST = 10  # CPU seconds for a test that takes none


@dataclass(frozen=True)
class Result:
    """The result of a mutant; `by` names the test that noticed it, or why it is equivalent."""

    number: int
    mutant: Mutant
    line: int
    before: str
    after: str
    outcome: str
    by: str
    seconds: float

    def __str__(self) -> str:
        return (f"{self.number}. {self.mutant.path}:{self.line}: {self.mutant.kind}\n  - {self.before}\n"
                f"  + {self.after}\n  {self.outcome}{': ' * bool(self.by)}{self.by}, {self.seconds:.1f} s")  # fmt: skip


class Store:
    """The results of a folder, by number. Of two with the same number the later one counts."""

    def __init__(self, folder: Path):
        """Drops a last line that was not finished."""
        self.path = folder / "results.jsonl"
        self.results: dict[int, Result] = {}
        self._lock = threading.Lock()
        text = self.path.read_text() if self.path.exists() else ""
        for line in text[: text.rfind("\n") + 1].splitlines():
            facts = json.loads(line)
            self._add(Result(mutant=Mutant(**facts.pop("mutant")), **facts))
        self.path.write_text(text[: text.rfind("\n") + 1])

    def _add(self, result: Result) -> None:
        self.results[result.number] = result

    def add(self, result: Result) -> None:
        with self._lock, self.path.open("a") as file:
            file.write(json.dumps(asdict(result)) + "\n")
            self._add(result)


class Equivalents:
    """Mutants that can't be noticed, by the lines before and after and the file, each with the reason."""

    def __init__(self, path: Path = HERE / "equivalents.toml"):
        entries = tomllib.loads(path.read_text())["equivalent"]
        self.known = {(entry["file"], entry["before"], entry["after"]): entry["reason"] for entry in entries}

    def reason(self, path: str, before: str, after: str) -> str | None:
        return self.known.get((path, before, after))


class Suite(NamedTuple):
    """A C suite: the seconds that it takes if it passes, and the first and last lines of the functions that it calls,
    by file."""

    name: str
    seconds: float
    functions: dict[str, list[list[int]]]

    def enters(self, path: str, line: int) -> bool:
        return any(first <= line <= last for first, last in self.functions.get(path, ()))


def suites() -> list[str]:
    """The names of all C suites, but for those that run with another one whose name they contain."""
    text = (ROOT / "tests/c/tests.h").read_text()
    names = sorted(set(re.findall(r"SUITE\((\w+)\)", text)) - {"name"})
    return [name for name in names if not any(other != name and other in name for other in names)]


def in_order(path: str, line: int, every: Sequence[Suite]) -> list[Suite]:
    """The suites that may notice a change of this line: those that enter its function, or all when it is in none, in one
    that none enters, or in a header, since tests have its functions in themselves. First those that enter it, of these
    those that carry its folder's name; quick ones first."""
    own = path.split("/")[-2]
    entering = [suite for suite in every if suite.enters(path, line)]
    noticing = every if path.endswith(".h") or not entering else entering
    return sorted(noticing, key=lambda suite: (suite not in entering, own not in suite.name, suite.seconds))


def python_tests(path: str, games: Sequence[str]) -> list[str]:
    """The arguments of pytest: tests of the file's game, its own tests first, or of its folder."""
    own = [game for game in games if f"/{game}/" in path or path.endswith(f"/{game}.h")]
    names = [file.name for game in own for file in sorted(ROOT.glob(f"tests/python/test_{game}*.py"))]
    names += [f"test_{name}.py" for name in PYTHON_OF.get(path.split("/")[1], PYTHON)]
    only = " or ".join([*own, *(re.sub(r"\W+", "_", lg.game_type(game).title.split(" (")[0].lower()) for game in own)])
    return [*(["-k", only] if own else []), *(f"tests/python/{name}" for name in names)]


def limited(command: Sequence[str | Path], seconds: float, folder: Path, **environment: str) -> tuple[bool, str]:
    """Whether a program ends well within its limits, and its output. Its CPU time may be five times as much as usual;
    one that waits for ever is ended as well, with all that it has started."""
    processor = int(LEAST + 5 * seconds)
    patience = 3 * processor
    shell = f'ulimit -v {MEMORY}; ulimit -t {processor}; ulimit -c 0; exec "$@"'
    process = subprocess.Popen(["sh", "-c", shell, "sh", *map(str, command)], cwd=folder, start_new_session=True,
                               env={**os.environ, **environment}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT)  # fmt: skip
    try:
        output = process.communicate(timeout=patience)[0].decode(errors="replace")
    except subprocess.TimeoutExpired:
        output = ""
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
    if process.returncode in (126, 127):
        raise Failure(f"{shlex.join(map(str, command))}\n{output}")
    if process.returncode in (-signal.SIGKILL, -signal.SIGXCPU):
        output += "\nnot finished in time"
    return process.returncode == 0, output


# In the place of Check's function of this name: the first check that fails ends the program.
STOP = """
#include <stdio.h>
#include <stdlib.h>

void __wrap__ck_assert_failed(const char *file, int line, const char *expression, const char *message, ...);

void __wrap__ck_assert_failed(const char *file, int line, const char *expression, const char *message, ...) {
    (void)message;
    (void)fprintf(stderr, "%s:%d: %s\\n", file, line, expression);
    _Exit(1);
}
"""


class Build:
    """The unchanged library: objects, the C test program, and the Python package."""

    def __init__(self, folder: Path):
        self.folder = tools.meson_build("mutate", *OPTIONS)
        self.site = tools.empty_folder(folder / "installed")
        tools.must("meson", "install", "-C", self.folder, "--no-rebuild", "--tags=runtime,python-runtime", "--destdir",
                   self.site.resolve())  # fmt: skip
        commands = json.loads((self.folder / "compile_commands.json").read_text())
        self.compiling = {entry["output"]: shlex.split(entry["command"]) for entry in commands
                          if entry["output"].startswith(OBJECTS)}  # fmt: skip
        self.objects: dict[str, list[str]] = {}  # which are made of a file
        for block in tools.must("ninja", "-C", self.folder, "-t", "deps").split("\n\n"):
            name, _, rest = block.partition(":")
            for line in rest.splitlines()[1:] if name in self.compiling else ():
                path = os.path.relpath(self.folder / line.strip(), ROOT)
                self.objects.setdefault(path, []).append(name)
        self.stop = self.folder / "stop.o"
        code = self.folder / "stop.c"
        code.write_text(STOP)
        tools.must("cc", "-c", code, "-o", self.stop)

    def link(self, target: str, output: Path, objects: Sequence[Path], *options: str) -> None:
        """Links a program or a module as the build does, with these objects in place of the library's own."""
        command = shlex.split(tools.must("ninja", "-C", self.folder, "-t", "commands", target).splitlines()[-1])
        command[command.index("-o") + 1] = str(output)
        at, replaced = command.index("-Wl,--start-group"), {path.name for path in objects}
        kept = [word for word in command[:at] if not (word.startswith(OBJECTS) and Path(word).name in replaced)]
        tools.must(*kept, *objects, *options, *command[at:], cwd=self.folder)

    def site_copy(self, folder: Path) -> Path:
        shutil.copytree(self.site / "site", folder)
        return folder


class Workplace:
    """A copy of the library's sources in which mutants are made, one after another, and the objects linked to them."""

    def __init__(self, folder: Path, build: Build):
        self.root, self.build = tools.empty_folder(folder).resolve(), build
        for name in ("libgames", "tests/c"):
            shutil.copytree(ROOT / name, self.root / name)
        self.folder = self.root / build.folder.relative_to(ROOT)  # from which sources have the same names
        self.folder.mkdir(parents=True)
        self.site = build.site_copy(self.root / "site")
        self.program, self.made = self.root / "program", self.root / "made"

    def compiled(self, mutant: Mutant) -> list[Path] | None:
        """The objects that may change with this mutant, or None if one does not compile."""
        made = tools.empty_folder(self.made)
        names = {os.path.relpath(self.build.folder / self.build.compiling[name][-1], ROOT): name
                 for name in self.build.objects.get(mutant.path, ())}  # fmt: skip
        objects = []
        for source in mutants.used_in(ROOT, mutant, list(names)) if mutant.path.endswith(".h") else names:
            name = names[source]
            command = list(self.build.compiling[name])
            objects.append(made / Path(name).name)
            command[command.index("-o") + 1] = str(objects[-1])
            command[command.index("-MF") + 1] = str(objects[-1].with_suffix(".d"))
            if tools.run(*command, "-w", cwd=self.folder)[0] != 0:
                return None
        return objects

    def changed(self, objects: Sequence[Path]) -> list[Path]:
        """The objects that differ from the unchanged library's."""
        folders = [self.build.folder / name for name in OBJECTS]
        places = {path: [folder / path.name for folder in folders] for path in objects}
        return [path for path in objects if all(path.read_bytes() != built.read_bytes()
                                                for built in places[path] if built.exists())]  # fmt: skip

    def suite(self, suite: Suite) -> tuple[bool, str]:
        return limited([self.program, suite.name], suite.seconds, self.root / "tests", CK_FORK="no")

    def python(self, tests: Sequence[str], seconds: float) -> tuple[bool, str]:
        return limited([sys.executable, "-m", "pytest", "-x", "-q", "--color=no", "-p", "no:cacheprovider", *tests],
                       seconds, ROOT, PYTHONPATH=str(self.site), PYTHONDONTWRITEBYTECODE="1",
                       LIBGAMES_TESTS_SOURCES=str(self.root))  # fmt: skip

    def link_program(self, objects: Sequence[Path]) -> None:
        self.build.link(PROGRAM, self.program, [*objects, self.build.stop], "-Wl,--wrap=_ck_assert_failed")

    def link_module(self, objects: Sequence[Path]) -> None:
        self.build.link(MODULE, next(self.site.glob("libgames/_native*.so")), objects)

    def outcome(self, mutant: Mutant, line: int, every: Sequence[Suite], games: Sequence[str],
                python: float) -> tuple[str, str]:  # fmt: skip
        """The result of a mutant, and the test that noticed it. The file stays changed until then, since some tests
        read it."""
        path = self.root / mutant.path
        source = path.read_bytes()
        path.write_bytes(mutant.applied(source))
        try:
            return self._outcome(mutant, line, every, games, python)
        finally:
            path.write_bytes(source)

    def _outcome(self, mutant: Mutant, line: int, every: Sequence[Suite], games: Sequence[str],
                 python: float) -> tuple[str, str]:  # fmt: skip
        objects = self.compiled(mutant)
        if objects is None:
            return INVALID, ""
        if not (objects := self.changed(objects)):
            return EQUIVALENT, "the same code"
        self.link_program(objects)
        for suite in in_order(mutant.path, line, every):
            well, output = self.suite(suite)
            if not well:
                return SUITES, f"{suite.name}: {_last_line(output)}"
        self.link_module([path for path in objects if (self.build.folder / OBJECTS[0] / path.name).exists()])
        well, output = self.python(python_tests(mutant.path, games), python)
        if output.startswith("ERROR: "):
            raise Failure(output)  # of pytest itself
        if not well:
            noticed = re.findall("^(?:FAILED|ERROR) (.*)$", output, re.MULTILINE)
            return TESTS, noticed[0] if noticed else _last_line(output)
        return SURVIVED, ""


def _last_line(output: str) -> str:
    return next((line for line in reversed(output.splitlines()) if line.strip()), "")[:200]


COVERAGE = ["-Dtests=true", "-Ddefault_library=static", "-Doptimization=1", "-Db_coverage=true",
            "-Dc_args=-fprofile-update=atomic"]  # fmt: skip


def measured(folder: Path, place: Workplace, games: Sequence[str], jobs: int) -> tuple[list[Suite], float]:
    """The functions called by the suites, and the time that they and the Python tests take on the unchanged library,
    where they must pass. Measured once for a folder, and the suites again when a source has changed."""
    path = folder / "suites.json"
    newest = max(file.stat().st_mtime for name in ("libgames", "tests/c") for file in (ROOT / name).rglob("*.[ch]"))
    fresh = path.exists() and path.stat().st_mtime > newest
    known = {one["name"]: Suite(**one) for one in json.loads(path.read_text())} if fresh else {}
    build = tools.meson_build("coverage", *COVERAGE)

    def look(name: str) -> None:
        counts = tools.empty_folder(folder / "counts" / name).resolve()
        seconds = _timed(name, lambda: limited([build / PROGRAM, name], 120, counts, GCOV_PREFIX=str(counts),
                                               CK_FORK="no"))  # fmt: skip
        known[name] = Suite(name, seconds, _functions(counts))
        with lock:
            path.write_text(json.dumps([suite._asdict() for suite in list(known.values())]))

    lacking, lock = [name for name in suites() if name not in known], threading.Lock()
    with outputs.progress() as progress, ThreadPoolExecutor(jobs) as workers:
        for _ in progress.track(workers.map(look, lacking), len(lacking), description="C suites"):
            pass
    path = folder / "python.json"
    if not path.exists():
        place.link_module([])
        tests = python_tests("libgames/", games)
        path.write_text(json.dumps(_timed("the Python tests", lambda: place.python(tests, 600))))
    return [known[name] for name in suites()], json.loads(path.read_text())


def _functions(counts: Path) -> dict[str, list[list[int]]]:
    """The functions of the library's files that were entered, read from the files of a program with b_coverage below
    this folder."""
    found: dict[str, set[tuple[int, int]]] = {}
    for written in counts.rglob("libgames.a.p/*.gcda"):
        notes = written.with_suffix(".gcno")
        if not notes.exists():
            notes.symlink_to(Path("/", notes.relative_to(counts)))
        for line in tools.must("gcov", "--json-format", "--stdout", written, cwd=counts).splitlines():
            facts = json.loads(line)
            for file in facts["files"]:
                path = os.path.relpath(Path(facts["current_working_directory"], file["file"]), ROOT)
                for function in file["functions"]:
                    if function["execution_count"] > 0:
                        found.setdefault(path, set()).add((function["start_line"], function["end_line"]))
    return {path: sorted(map(list, functions)) for path, functions in found.items()}


def _timed(name: str, call: Callable[[], tuple[bool, str]]) -> float:
    started = time.monotonic()
    well, output = call()
    if not well:
        raise click.ClickException(f"{name}: failed without any mutant\n{output}")
    return time.monotonic() - started


def run(folder: Path, paths: Sequence[str], count: int, seed: int, jobs: int, again: bool) -> list[Result]:
    """The first `count` mutants that compile, in the order in which they were drawn."""
    own = (folder / "lock").open("w")
    try:
        fcntl.flock(own, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise click.ClickException(f"{folder}: another script/mutate is at work there") from None
    build, store, equivalents = Build(folder), Store(folder), Equivalents()
    games = sorted(path.name for path in (ROOT / "libgames/games").iterdir() if path.is_dir())
    places: queue.SimpleQueue[Workplace] = queue.SimpleQueue()
    for number in range(jobs):
        places.put(Workplace(folder / f"workplace-{number}", build))
    every, python = measured(folder, first := places.get(), games, jobs)
    places.put(first)
    candidates = list(mutants.drawn(ROOT, paths, seed))

    def looked_at(number: int) -> Result:
        mutant, known = candidates[number], store.results.get(number)
        line, before, after = mutant.lines((ROOT / mutant.path).read_bytes())
        if reason := equivalents.reason(mutant.path, before, after):
            result = Result(number, mutant, line, before, after, EQUIVALENT, reason, 0)
            if result != known:
                store.add(result)
            return result
        if known and known.mutant == mutant and not (again and known.outcome == SURVIVED):
            return known
        started, place = time.monotonic(), places.get()
        try:
            found = place.outcome(mutant, line, every, games, python)
        finally:
            places.put(place)
        result = Result(number, mutant, line, before, after, *found, time.monotonic() - started)
        store.add(result)
        return result

    done: dict[int, Result] = {}
    with outputs.progress() as progress, ThreadPoolExecutor(jobs) as workers:
        bar = progress.add_task("mutants", total=count)
        numbers, running = iter(range(len(candidates))), set()
        try:
            while True:
                valid = sum(result.outcome != INVALID for result in done.values())
                progress.update(bar, completed=min(valid, count))
                while valid + len(running) < count and len(running) < jobs:
                    if (number := next(numbers, None)) is None:
                        break
                    running.add(workers.submit(looked_at, number))
                if not running:
                    break
                ended, running = wait(running, return_when=FIRST_COMPLETED)
                for future in ended:
                    done[future.result().number] = future.result()
        except BaseException:
            workers.shutdown(cancel_futures=True)
            raise
    return [result for _, result in sorted(done.items()) if result.outcome != INVALID]


def report(results: Sequence[Result]) -> Table:
    counts = Counter(result.outcome for result in results)
    killed = counts[SUITES] + counts[TESTS]
    table = Table("mutants", "")
    for name, what in ((SUITES, "noticed by C suites"), (TESTS, "noticed by Python tests"), (SURVIVED, SURVIVED),
                       (EQUIVALENT, EQUIVALENT)):  # fmt: skip
        table.add_row(what, str(counts[name]))
    matter = killed + counts[SURVIVED]
    table.add_row("noticed of those that matter", f"{killed} of {matter}, {100 * killed / max(matter, 1):.1f}%")
    return table


@click.command(help=__doc__, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--count", type=click.IntRange(1), default=300, show_default=True, help="Mutants that compile.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Which ones.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default="all processors",
              help="Mutants at the same time.")  # fmt: skip
@click.option("--file", "patterns", multiple=True, metavar="PATTERN",
              help="Only in these files, such as 'libgames/batch/*' (may be repeated).")  # fmt: skip
@click.option("--folder", type=outputs.OutputFolder(), default="build-mutate", show_default=True,
              help="Where results are kept.")  # fmt: skip
@click.option("--again", is_flag=True, help="Run the tests again on survivors.")
@click.option("--show", type=int, metavar="NUMBER", help="Show this mutant and its result, and do nothing else.")
def main(count: int, seed: int, jobs: int, patterns: tuple[str, ...], folder: Path, again: bool,
         show: int | None) -> None:  # fmt: skip
    paths = [path for path in mutants.files(ROOT) if not patterns or any(fnmatch(path, one) for one in patterns)]
    if not paths:
        raise click.UsageError(f"no C file of the library matches {' or '.join(patterns)}")
    folder.mkdir(parents=True, exist_ok=True)
    try:
        if show is not None:
            found = Store(folder).results.get(show)
            if found is None:
                raise click.UsageError(f"{folder} has no result of a mutant with the number {show}")
            click.echo(found)
            return
        results = run(folder, paths, count, seed, jobs, again)
    except Failure as error:
        raise click.ClickException(str(error)) from error
    for result in results:
        if result.outcome == SURVIVED:
            click.echo(result)
    outputs.console().print(report(results))


if __name__ == "__main__":
    main(prog_name="script/mutate")
