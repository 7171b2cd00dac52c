"""Programs as processes: everything that a hostile one may do, and that nothing of it remains."""

import asyncio
import gc
import os
import re
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import libgames as lg
import pytest
from helpers import amount
from libgames import arena
from libgames.arena import contests, matches, programs
from libgames.arena.contests import TimeRules
from libgames.arena.matches import Conditions
from libgames.arena.players import Folder, entrant
from libgames.arena.programs import LINE_LIMIT, STDERR_LIMIT, Limits, Offence, Program
from libgames.arena.referee import Referee, Table
from table import SHORT, random_players

QUICK = Limits(leave=0.05, terminate=0.05)
MARK = f"LIBGAMES_TEST_{os.getpid()}"  # in the environment of everything that these tests start


def left_over():
    """Processes that a program has started here and that still run."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if MARK.encode() in (entry / "environ").read_bytes():
                found.append((entry / "cmdline").read_bytes())
        except OSError:
            continue
    return found


@pytest.fixture(autouse=True)
def nothing_is_left(monkeypatch):
    monkeypatch.setenv(MARK, "1")
    before = len(os.listdir("/proc/self/fd"))
    yield
    until = time.monotonic() + 5
    while left_over() and time.monotonic() < until:
        time.sleep(0.01)  # killed, but not dead yet
    assert left_over() == []
    assert len(os.listdir("/proc/self/fd")) <= before


@pytest.fixture
def script(tmp_path):
    """A function: the command of a shell script with these lines."""

    def write(*lines, name="program"):
        path = tmp_path / name
        path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
        path.chmod(0o755)
        return [str(path)]

    return write


def referee(command, game="alquerque", seat=0, time=TimeRules(total=15), limits=QUICK):
    """A game of a program against random players; its report, and the program."""
    start = contests.setup(SHORT[game], 1)
    players = random_players(start.game.players)
    players[seat] = entrant(" ".join(command), limits).make("")
    table = Table(start, tuple("ab" * 4)[: start.game.players], 1, time)
    report = asyncio.run(asyncio.wait_for(Referee(table, players).play(), 20))
    return report, players[seat].program


FLOOD_LINE = "head -c 100000000 /dev/zero | tr '\\0' x"

HOSTILE = {
    "crashes": (["kill -SEGV $$"], "ended", "was ended by SIGSEGV"),
    "aborts": (["kill -ABRT $$"], "ended", "was ended by SIGABRT"),
    "ends at once": (["exit 0"], "ended", "ended with exit status 0"),
    "ends with a status": (["exit 3"], "ended", "ended with exit status 3"),
    "ends after reading": (["read line", "exit 4"], "ended", "ended with exit status 4"),
    "hangs": (["exec sleep 100"], "time-out", "used up its 0.5 s for the whole game"),
    "hangs and ignores SIGTERM": (["trap '' TERM", "while :; do sleep 1; done"], "time-out", "used up"),
    "spins": (["while :; do :; done"], "time-out", "used up"),
    "floods": (["exec yes"], "illegal move", "answered 'y': line 1, column 1: expected"),
    "floods empty lines": (["exec yes ''"], "illegal move", "answered '': "),
    "an endless line": ([FLOOD_LINE], "line too long", "wrote a line of more than 65536 bytes"),
    "binary": (
        ["printf '\\377\\376\\000\\001\\n'", "sleep 100"],
        "illegal move",
        r"answered '\\\\xff\\\\xfe\\x00\\x01': ",
    ),
    "endless binary": (["exec cat /dev/zero"], "line too long", "wrote a line of more than 65536 bytes"),
    "half a line": (["printf c3-d", "exec sleep 100"], "time-out", "used up"),
    "drop by drop": (["while :; do printf c; sleep 0.05; done"], "time-out", "used up"),
    "half a line, then the end": (["read line", "printf c3-d"], "illegal move", "answered 'c3-d': "),
    "closes its input": (["exec <&-", "exec sleep 100"], "time-out|input closed", "used up|closed its standard input"),
    "closes its output": (["exec >&-", "exec sleep 100"], "output closed", "closed its standard output"),
    "closes everything": (["exec <&- >&- 2>&-", "exec sleep 100"], "(out|in)put closed", "closed its standard"),
    "forks": (["sleep 100 &", "sleep 101 &", "exec sleep 102"], "time-out", "used up"),
    "forks and ends": (["sleep 100 &", "sleep 101 >&- 2>&- <&- &", "exit 5"], "time-out|ended", "used up|ended with"),
    "forks into another session": (["setsid sleep 100 &", "exit 5"], "time-out|ended", "used up|ended with"),
    "a daemon": (
        ["setsid sh -c 'setsid sleep 100 & exit' <&- >&- 2>&-", "exit 6"],
        "ended",
        "ended with exit status 6",
    ),
    "writes errors for ever": (["yes >&2"], "time-out", "used up"),
    "kills its group": (["kill 0"], "ended", "was ended by SIGTERM"),
    "stops itself": (["kill -STOP $$"], "time-out", "used up"),
    "another move than its own": (["read line", "echo a5-a4", "exec sleep 100"], "illegal move", "answered 'a5-a4': "),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile(name, script):
    lines, kind, text = HOSTILE[name]
    begin = time.monotonic()
    report, _ = referee(script(*lines), time=TimeRules(total=0.5 if "time-out" in kind else 15))
    assert report.finished and report.scores == (0, 12) and report.moves == 0
    (foul,) = report.fouls
    assert (foul.seat, foul.number) == (0, 1)
    assert re.fullmatch(kind, foul.kind), foul
    assert re.match(text, foul.text), foul
    assert time.monotonic() - begin < 10


@pytest.mark.parametrize(
    "make, text",
    [
        (lambda path: path.write_bytes(b"\x7fELF") and path.chmod(0o755), "Exec format error"),
        (lambda path: path.write_text("#!/no/such/interpreter\n") and path.chmod(0o755), "No such file or directory"),
    ],
)
@pytest.mark.parametrize("limits", [QUICK, Limits(cpu=10, leave=0.05, terminate=0.05)])
def test_not_started(tmp_path, make, text, limits):
    path = tmp_path / "program"
    make(path)
    report, _ = referee([str(path)], limits=limits)
    (foul,) = report.fouls
    if limits.cpu is None:
        assert foul.kind == "not started" and foul.text == f"could not be started: {path}: {text}"
    else:
        assert foul.kind == "ended" and "exit status 12" in foul.text  # the message of the shell that set the limits
    assert report.scores == (0, 12)


@pytest.mark.parametrize("make", [lambda path: path.write_text("#!/bin/sh\n"), lambda path: path.mkdir()])
def test_not_executable(tmp_path, monkeypatch, make):
    make(tmp_path / "program")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=r"^'\./program x': expected a file that may be executed \(chmod \+x\), or the name"):
        entrant("./program x")


def test_a_program_that_has_gone_when_its_turn_comes(tmp_path, script):
    command = script("exit 0")
    player = entrant(command[0], QUICK)
    Path(command[0]).unlink()
    start = contests.setup("alquerque", 1)
    report = asyncio.run(Referee(Table(start, ("a", "b")), [player.make(""), *random_players(1)]).play())
    assert report.fouls[0].text == f"could not be started: {command[0]}: No such file or directory"


@pytest.mark.parametrize("game", lg.games())
@pytest.mark.parametrize("seat", [0, 1])
def test_the_others_continue(game, seat, script):
    """Each contest deals with an offender in its own way; the game always comes to its end."""
    report, _ = referee(script("exit 7"), game, seat)
    assert report.finished and [foul.seat for foul in report.fouls] == [seat]
    assert report.fouls[0].text == "ended with exit status 7"
    if game in ("alquerque", "ontherun"):
        assert report.outcome[seat] == -1 and report.result == "illegal"
    elif game == "amazes":
        assert report.scores[seat] == 0 and report.moves == 4 and report.result == "turns"
    else:
        assert report.moves > 10


# ---- data that is kept, and its lifetime ----


def test_errors_are_kept_with_a_limit(script):
    report, _ = referee(
        script("echo the beginning >&2", "yes 0123456789 | head -c 50000 >&2", "echo the end >&2", "exit 1")
    )
    kept = report.fouls[0].stderr
    lost = len("the beginning\n") + 50000 + len("the end\n") - STDERR_LIMIT
    assert kept.startswith(f"[{lost} bytes left out]\n") and kept.endswith("the end\n")
    assert len(kept) == STDERR_LIMIT + len(f"[{lost} bytes left out]\n")


def test_a_traceback_is_in_the_report(tmp_path):
    program = tmp_path / "bot.py"
    program.write_text("input()\nraise RuntimeError('the reason')\n")
    report, _ = referee([sys.executable, str(program)], time=TimeRules(total=20))
    assert report.fouls[0].text == "ended with exit status 1"
    assert "RuntimeError: the reason" in report.fouls[0].stderr


def threads_settle(most):
    """A thread of asyncio that waited for a process may need a moment more to end."""
    end = time.monotonic() + 10
    while len(os.listdir("/proc/self/task")) > most and time.monotonic() < end:
        time.sleep(0.01)
    return len(os.listdir("/proc/self/task")) <= most


def memory():
    """KiB of this process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


@pytest.mark.parametrize("lines", [[FLOOD_LINE], ["exec yes"], ["yes >&2"]])
def test_memory_stays_bounded(lines, script):
    before = memory()
    _, program = referee(script(*lines), time=TimeRules(total=0.5))
    assert len(program._pipes.output) < LINE_LIMIT + 2**18 + 1
    assert len(program.stderr) < STDERR_LIMIT + 100
    assert memory() - before < 20_000


def run_program(command, work, limits=QUICK):
    """The result of `work(program)`, for a program that is started before and stopped after it."""

    async def conversation():
        program = Program(command, limits)
        await program.start()
        try:
            return await asyncio.wait_for(work(program), 10)
        finally:
            await program.stop()

    return asyncio.run(conversation())


def test_a_program_that_reads_nothing_is_not_sent_more_and_more(script):
    async def work(program):
        for number in range(1000):
            await program.ask("x" * 10_000 + "\n", 1, 0.5)

    with pytest.raises(TimeoutError):
        run_program(script("exec yes"), work)


def test_a_closed_input_is_an_offence_at_the_next_message(script):
    async def work(program):
        await program.ask("first\n", 1, 5)
        await asyncio.sleep(0.1)
        await program.ask("second\n", 1, 5)

    with pytest.raises(Offence, match="closed its standard input") as caught:
        run_program(script("read line", "exec <&-", "echo answer", "exec sleep 100"), work)
    assert caught.value.kind == "input closed"


def test_lines_written_too_early_are_the_next_answers(script):
    async def work(program):
        one = await program.ask("1\n", 1, 5)
        await asyncio.sleep(0.1)
        return [one, await program.ask("2\n", 2, 5), await program.ask("3\n", 1, 5)]

    answers = run_program(script("printf 'a\\nb\\r\\nc\\nd'"), work)
    assert [text for text, _ in answers] == ["a\n", "b\r\nc\n", "d"]
    assert answers[1][1] == 0.0


def test_the_longest_line(script):
    async def work(program):
        return len((await program.ask("", 1, 5))[0])

    line = "head -c {} /dev/zero | tr '\\0' x; echo"
    assert run_program(script(line.format(LINE_LIMIT - 1)), work) == LINE_LIMIT
    with pytest.raises(Offence, match="more than 65536 bytes"):
        run_program(script(line.format(LINE_LIMIT)), work)


def test_time_counts_only_while_the_referee_waits(script):
    async def work(program):
        _, first = await program.ask("1\n", 1, 5)
        await asyncio.sleep(0.5)
        _, second = await program.ask("2\n", 1, 5)
        return first, second

    first, second = run_program(script("read line", "sleep 0.3", "echo a", "read line", "echo b"), work)
    assert first >= 0.3 and second < 0.5


def test_limits_of_the_machine(script):
    async def work(program):
        return await program.ask("", 1, 10)

    limits = Limits(cpu=1, memory=200, leave=0.05, terminate=0.05)
    with pytest.raises(Offence, match="was ended by SIGXCPU .its CPU time is used up|was ended by SIGKILL"):
        run_program(script("while :; do :; done"), work, limits)
    assert run_program(script("ulimit -t", "exec sleep 100"), work, limits)[0] == "1\n"
    assert run_program(script("ulimit -v", "exec sleep 100"), work, limits)[0] == f"{200 * 1024}\n"


def test_the_folder_of_on_the_run(tmp_path, monkeypatch, script):
    """connect.txt is the game's, all other entries of the current folder are there, too; the folder is removed."""
    monkeypatch.chdir(tmp_path)
    Path("connect.txt").write_text("another map")
    Path("data.txt").write_text("some data\n")
    script("cat connect.txt data.txt >&2", "pwd >&2", "exit 8")
    report, program = referee(["./program"], "ontherun")
    start = contests.setup(SHORT["ontherun"], 1)
    map_text = start.game.shared_text
    assert report.fouls[0].text == "ended with exit status 8"
    told, folder = report.fouls[0].stderr.removesuffix("\n").rsplit("\n", 1)
    assert told == map_text + "some data"
    assert Path(folder).name.startswith("libgames-") and not Path(folder).exists()
    assert Path("connect.txt").read_text() == "another map" and Path("data.txt").exists()


def test_a_folder_with_files_is_private(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = Folder({"a": "text"})
    assert (folder.path / "a").read_text() == "text" and stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    folder.remove()
    assert not folder.path.exists()


def test_folders_of_a_referee_that_was_killed_are_removed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    Path("precious").mkdir()
    Path("precious/file").write_text("mine")
    making = "from libgames.arena.players import Folder; import sys; print(Folder({'a': 'text'}).path, flush=True); "
    killed, busy = (
        subprocess.Popen([sys.executable, "-c", making + end], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                         env={**os.environ, "TMPDIR": str(tmp_path)})
        for end in ("import os; os.kill(os.getpid(), 9)", "sys.stdin.read()")
    )  # fmt: skip
    folders = [Path(process.stdout.readline().strip()) for process in (killed, busy)]
    killed.communicate()
    for planted in ("libgames-game-link", "libgames-game-file"):
        Path(planted).symlink_to("precious") if planted.endswith("link") else Path(planted).write_text("x")
    own = Folder({"a": "text"})
    assert [folder.exists() for folder in (*folders, own.path)] == [False, True, True]
    Folder({}).remove()
    assert own.path.exists() and folders[1].exists() and Path("precious/file").read_text() == "mine"
    own.remove()
    busy.communicate()
    Folder({}).remove()
    assert sorted(os.listdir()) == ["libgames-game-file", "libgames-game-link", "precious"]


def test_a_folder_that_can_not_be_filled_is_removed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    descriptors = len(os.listdir("/proc/self/fd"))
    with pytest.raises(FileNotFoundError):
        Folder({"no/a": "text"})
    assert os.listdir() == [] and len(os.listdir("/proc/self/fd")) == descriptors


# ---- many ----

WALKER = ["while read line; do", "  case $line in Quit) exit;; [0-9]*) echo T;; esac", "done"]


def match_of(command, games, jobs, turns=1):
    """Plays games of Amazes between a program and itself; returns the moves."""
    player = entrant(" ".join(command))
    conditions = Conditions([player, player], lambda seed: lg.make("amazes", turns=turns).new(seed), {})
    played = []
    asyncio.run(matches.play_all(conditions, matches.match(2, 2, games, 1), jobs, played.append))
    return played


def test_eight_matches_in_parallel(script):
    slow = script("while read line; do", "  case $line in [0-9]*) sleep 0.4; echo T;; esac", "done")
    begin = time.monotonic()
    played = match_of(slow, 8, 8)
    assert time.monotonic() - begin < 8 * 0.8 * 0.7
    assert all(game.report.moves == 2 and not game.report.fouls for game in played) and len(played) == 8


def test_many_matches_in_a_row(script):
    command = script(*WALKER)
    match_of(command, 25, 1)
    threads, descriptors, kept = len(os.listdir("/proc/self/task")), len(os.listdir("/proc/self/fd")), memory()
    assert len(match_of(command, amount(150), 1)) == amount(150)
    assert len(os.listdir("/proc/self/fd")) <= descriptors
    assert threads_settle(threads)
    assert memory() - kept < 4_000


@pytest.mark.parametrize("times", [1, 2, 5])
def test_nothing_is_left_open_when_cancelled_again_and_again(script, times, capfd):
    """A signal may come several times while a program is being stopped: through the loop, and from a wait for input."""
    program = Program(script("trap '' TERM", "setsid sleep 100 &", "while :; do sleep 1; done"))

    async def burst():
        await program.start()
        await asyncio.sleep(0.05)
        stopping = asyncio.create_task(program.stop())
        await asyncio.sleep(0.01)
        for _ in range(times):
            stopping.cancel()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        with pytest.raises(asyncio.CancelledError):
            await stopping

    asyncio.run(burst())
    assert program._transport.is_closing()
    del program
    gc.collect()
    assert capfd.readouterr().err == ""


# ---- a long match with all faults together ----


def test_hostile_programs_leave_nothing(script):
    """All of them, again and again: in the end there is no descriptor, process, thread or byte more."""
    quick = {"total": 0.2}
    commands = [script(*lines, name=f"hostile{number}") for number, (lines, _, _) in enumerate(HOSTILE.values())]
    hostile = [entrant(" ".join(command), QUICK) for command in commands]
    setup, opponent = (lambda seed: contests.setup("alquerque", seed)), entrant("random")

    def rounds(count):
        """The number of games that ended by an offence; no game is kept, since ten thousand reports take 20 MB."""
        fouls = 0
        for number in range(count):
            played = []
            what = Conditions([hostile[number % len(hostile)], opponent], setup, quick)
            asyncio.run(matches.play_all(what, what.match(2, number)[:1], 1, played.append))
            fouls += [len(game.report.fouls) for game in played] == [1]
        return fouls

    rounds(len(hostile))
    gc.collect()
    threads, descriptors, kept = len(os.listdir("/proc/self/task")), len(os.listdir("/proc/self/fd")), memory()
    assert rounds(HOSTILE_MATCHES) == HOSTILE_MATCHES
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) <= descriptors and threads_settle(threads)
    assert memory() - kept < 8_000
    assert left_over() == []


HOSTILE_MATCHES = 10_000 if amount(1) > 1 else 30


@pytest.mark.parametrize("limits", [{"cpu": 0}, {"memory": 0}])
def test_a_limit_of_nothing_is_refused(limits):
    """It would be no limit."""
    with pytest.raises(ValueError, match="expected an integer in 1 ... "):
        programs.check_limits(Limits(**limits))


# ---- first lines ----


def named(tmp_path, answer):
    """SnakeCore's name for a program that answers these bytes, and its offences."""
    path = tmp_path / "named.py"
    path.write_text(f"import os\nos.read(0, 99)\nos.write(1, {answer!r})\nwhile os.read(0, 9999): os.write(1, b'N\\n')\n")
    report, _ = referee([sys.executable, str(path)], "snakecore", time=TimeRules())
    return report.names.get(0), report.fouls


def test_names_of_any_bytes(tmp_path):
    """A name has up to 32 bytes in any encoding: one is in CP1251, the usual one in that contest's country."""
    assert named(tmp_path, "Питон".encode("cp1251") * 2 + b"\n") == ("ПитонПитон", [])
    assert named(tmp_path, "Питон".encode() + b"\r\n") == ("Питон", [])
    assert named(tmp_path, b"\x98" + b"\xff" * 31 + b"\n") == ("\ufffd" + "я" * 31, [])  # 0x98 has no letter
    (foul,) = named(tmp_path, b"\xff" * 33 + b"\n")[1]
    assert foul.kind == "wrong opening"


@pytest.mark.parametrize(
    ("lines", "engine", "page"),
    [
        (["READY"], None, None),
        (["READY "], None, "did not begin as it must"),
        (["\tREADY\r"], None, "did not begin as it must"),
        (["my bot 1.0", "", "READY"], None, "did not begin as it must"),
        (["ready"], "did not answer within 0.5 s", "did not begin as it must"),
        (["READY now"], "did not answer within 0.5 s", "did not begin as it must"),
        (["hello"] * 50_000, "did not answer within 0.5 s", "did not begin as it must"),
    ],
)
def test_first_lines_of_blockdrop(tmp_path, lines, engine, page):
    """The published engine trims each line and reads until one is READY (P8); the page wants it immediately (P1)."""
    path = tmp_path / "opens.py"
    path.write_text(f"import os\nos.write(1, {chr(10).join([*lines, '']).encode()!r})\n"
                    "while os.read(0, 9999): os.write(1, b'N\\n')\n")
    for rules, text in (("engine", engine), ("page", page)):
        bots = [f"{sys.executable} -S {path}", "random", "random", "random"]
        report = arena.play(f"blockdrop(rules={rules},turns=8)", bots, time={"first": 0.5, "answer": 60})
        assert [foul.text.partition(":")[0] for foul in report.fouls] == ([] if text is None else [text]), rules


def test_a_first_line_that_never_comes_is_not_waited_for(tmp_path):
    """Not even while other lines come as fast as they can."""
    path = tmp_path / "flood.py"
    path.write_text("import os\nwhile True: os.write(1, b'\\n' * 60_000)\n")
    bots = [f"{sys.executable} -S {path}", "random", "random", "random"]
    begin = time.monotonic()
    report = arena.play("blockdrop(rules=engine,turns=8)", bots, time={"first": 0.5, "answer": 60})
    assert [foul.text for foul in report.fouls] == ["did not answer within 0.5 s"]
    assert time.monotonic() - begin < 10


def test_every_program_has_the_same_time_for_its_first_line(tmp_path):
    """Also a program that plays after others that took long."""
    def ready(seconds):
        path = tmp_path / f"after{seconds}.py"
        path.write_text(f"import time\ntime.sleep({seconds})\nprint('READY', flush=True)\ntime.sleep(60)\n")
        return f"{sys.executable} {path}"

    bots = [ready(1.5), ready(0), ready(0), ready(3.5)]
    report = arena.play("blockdrop", bots, time={"first": 2.5, "answer": 0.1})
    assert [foul.text for foul in report.fouls if foul.seat == 3] == ["did not answer within 2.5 s"]
