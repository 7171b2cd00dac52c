"""A referee that is stopped and continued: the time in between counts on no player's clock."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time

import pytest
from libgames.arena import stopwatch
from libgames.arena.stopwatch import Stopwatch

STOPPED = 2.0  # seconds
TOTAL = 1.0  # that players have for the whole game


@contextlib.contextmanager
def command(*arguments):
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGCONT)
        process.kill()
        process.communicate()


def pause(process, seconds=STOPPED):
    process.send_signal(signal.SIGSTOP)
    time.sleep(seconds)
    process.send_signal(signal.SIGCONT)


ANSWERS = {  # after the pause begins: the program's behaviour, and the offence that it then commits
    "answers meanwhile": ("sleep 0.4; echo z9; exec sleep 100", "illegal move"),
    "answers afterwards": (f"sleep {STOPPED + 0.5}; echo z9; exec sleep 100", "illegal move"),
    "ends meanwhile": ("sleep 0.4; exit 3", "ended"),
    "never answers": ("exec sleep 100", "time-out"),
}


@pytest.mark.parametrize("does", ANSWERS)
def test_programs(does, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines, kind = ANSWERS[does]
    bot = tmp_path / "bot"
    bot.write_text(f"#!/bin/sh\nread line\n: > asked\n{lines}\n")
    bot.chmod(0o755)
    options = ("--games", "1", "--total", str(TOTAL), "--json", "results")
    with command("-m", "libgames", "match", "alquerque", "./bot", *options, "random") as process:
        while not os.path.exists("asked"):
            time.sleep(0.01)
        pause(process)
        assert process.wait(30) == 0
    game = json.loads((tmp_path / "results").read_text())["games"][0]
    (offence,) = game["offences"]
    assert offence["kind"] == kind, offence
    seconds = game["seconds"][0]
    assert seconds == TOTAL if kind == "time-out" else seconds < TOTAL


LONG = 4.0  # seconds for a bot: at the end of its time it has little left if the machine is busy
STRONG = f"""
from libgames import arena
print("here", flush=True)
report = arena.play("alquerque", ["strong", "random"], time={{"total": {LONG}}})
print(report.fouls, report.clocks[0].total < {LONG})
"""


def test_players_with_a_clock():
    with command("-c", STRONG) as process:
        assert process.stdout.readline() == "here\n"
        time.sleep(0.3)  # it thinks about a move now
        pause(process, 1.2 * LONG)
        assert process.communicate(timeout=60)[0] == "[] True\n"


# ---- the stopwatch alone ----


def test_it_breaks_off():
    async def wait():
        begin = time.perf_counter()
        with pytest.raises(TimeoutError):
            async with Stopwatch(0.2):
                await asyncio.sleep(10)
        return time.perf_counter() - begin

    assert 0.2 <= asyncio.run(wait()) < 2


@pytest.mark.parametrize("limit", [0, -1.0])
def test_nothing_left(limit):
    async def wait():
        async with Stopwatch(limit):
            await asyncio.sleep(10)

    with pytest.raises(TimeoutError):
        asyncio.run(wait())


def test_only_gaps_without_waiting_are_pauses(monkeypatch):
    """A long wait counts as well, but no gap between two readings of the clock."""
    now = 100.0
    monkeypatch.setattr(stopwatch.time, "perf_counter", lambda: now)

    async def wait():
        nonlocal now
        async with Stopwatch(50) as watch:
            for _ in range(10):
                now += stopwatch._GAP * 0.9
                watch.taken()
            counted = watch.taken()
            now += 1000
            assert watch.taken() == pytest.approx(counted)
            assert watch.taken(until=100.5) == 0.5  # it came before the gap
            now += 0.1
            assert watch.taken() == pytest.approx(counted + 0.1)

    asyncio.run(wait())


def test_results_and_errors_pass_through():
    async def wait(work):
        async with Stopwatch(10):
            await work

    async def fails():
        raise KeyError("x")

    with pytest.raises(KeyError):
        asyncio.run(wait(fails()))

    async def cancelled():
        task = asyncio.create_task(wait(asyncio.sleep(100)))
        await asyncio.sleep(0)
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())


def test_a_gap_counts_up_to_the_answer(monkeypatch):
    """The machine stood still from before an answer came until after it: only the time before the answer is left
    out."""
    now = [100.0]
    monkeypatch.setattr(stopwatch.time, "perf_counter", lambda: now[0])

    async def work():
        async with Stopwatch(None) as watch:
            for _ in range(5):
                now[0] += 0.1
                watch.taken()
            now[0] += 0.5
            return watch.taken(until=100.55)

    assert asyncio.run(work()) == pytest.approx(0.5)
