"""`libgames serve`: its server's answers, and a match watched in a browser."""

import asyncio
import contextlib
import http.client
import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import urllib.parse
from pathlib import Path

import libgames as lg
import pytest
from chromium import LOOKS, aside, browser, looked_at  # noqa: F401  (browser is a fixture)
from click.testing import CliRunner
from libgames.arena import matches, replays
from libgames.arena.cli import main
from libgames.arena.serve import Hub, Match, server
from helpers import compiled
from playwright.sync_api import expect

#: Prints that it does nothing, in Block drop.
CHATTY = f"""chatty={sys.executable} -c "
import os, sys
print('READY', flush=True)
while os.read(0, 65536):
    print('heard <b>', file=sys.stderr, flush=True)
    print('N', flush=True)
" """.strip()


@pytest.fixture
def running():
    """A function that starts a server of this hub, or of the board alone, until the test is over."""
    ends = []

    def running(hub=None):
        context = server(0, hub).running()
        ends.append(context)
        return context.__enter__()

    yield running
    for context in ends:
        context.__exit__(None, None, None)


def answer(address, path="/", method="GET", **headers):
    host = address.removeprefix("http://").rstrip("/")
    connection = http.client.HTTPConnection(host, timeout=5)
    connection.request(method, path, headers=headers)
    reply = connection.getresponse()
    found = reply.status, reply.getheader("Content-Type"), reply.read()
    connection.close()
    return found


def test_it_answers_for_the_page_alone(running):
    address = running()
    assert address.startswith("http://127.0.0.1:")
    status, kind, body = answer(address)
    assert (status, kind) == (200, "text/html; charset=utf-8") and b"libgames" in body
    for path in ("/events", "/board.html", "/../../etc/passwd", "//etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/?x", "*"):
        assert answer(address, path)[0] == 404
    for method in ("POST", "PUT", "DELETE"):
        assert answer(address, method=method)[0] == 501
    port = address.rstrip("/").rpartition(":")[2]
    assert answer(address, Host=f"localhost:{port}")[0] == 200
    for host in ("example.org", f"example.org:{port}", "127.0.0.1"):
        assert answer(address, Host=host)[0] == 403


def test_it_serves_results_of_endings(running):
    address = running()
    for position, expected in [
        ("3w3/7/3b3/7/7/7/7 w 0 - - -", {"text": "Black wins in 8 plies", "moves": ["d7-e7", "d7-c7"]}),
        ("3w3/7/3b3/7/7/7/7 w 200 - - -", None), (str(lg.make("alquerque").new()), None), ("", None), ("\xff\0", None),
    ]:  # fmt: skip
        status, kind, body = answer(address, f"/endings?{urllib.parse.quote(position)}")
        assert (status, kind, json.loads(body)) == (200, "application/json", expected)
    assert answer(address, "/endings")[0] == 404


def test_the_board_shows_the_value_of_an_ending(running, browser):  # noqa: F811
    page = browser.new_page()
    try:
        page.goto(f"{running()}#game=alquerque&seats=you;you&position=3w3/7/3b3/7/7/7/7 w 0 - - -")
        expect(page.locator("#known")).to_have_text("Black wins in 8 plies: d7-e7, d7-c7")
        page.locator("#typing input").fill("d7-e7")
        page.locator("#typing input").press("Enter")
        expect(page.locator("#known")).to_have_text("Black wins in 7 plies: d5-e5")
        page.click("#back")
        expect(page.locator("#known")).to_contain_text("in 8 plies")
    finally:
        page.close()


def events(address):
    """The events that a browser gets if it connects now."""
    connection = http.client.HTTPConnection(address.removeprefix("http://").rstrip("/"), timeout=5)
    connection.request("GET", "/events")
    reply = connection.getresponse()
    while (line := reply.readline()) != b"":
        if line.startswith(b"event: "):
            yield line[7:-1].decode(), json.loads(reply.readline()[6:])
    connection.close()


def test_all_readers_get_events_and_late_ones_the_newest_games(running):
    hub = Hub()
    for game in range(1, 60):
        hub.line(game, f"line of {game}")
        hub.tell("stderr", {"game": game, "seat": 0, "text": "x"}, game)
        hub.end(game)
    hub.tell("standings", {"old": 1})
    hub.tell("standings", {"new": 1})
    address = running(hub)
    first = events(address)
    got = [next(first) for _ in range(50 + 50 + 1)]
    assert [content["game"] for kind, content in got if kind == "line"] == list(range(10, 60))
    assert [content for kind, content in got if kind == "standings"] == [{"new": 1}]
    hub.line(59, "another <line>")
    assert next(first) == ("line", {"game": 59, "line": "another <line>"})
    hub.close()
    assert list(first) == []


def test_the_lines_of_a_match_are_replays():
    """The arena can read every game that was sent."""
    hub, told = Hub(), {}
    conditions = matches.conditions("blockdrop(turns=12)", ["a=greedy", "b=random"], seed=4)
    aside(asyncio.run, Match(conditions, conditions.round_robin(4, 4), hub).play(2))
    with hub.listening() as listener:
        for event in listener.get().decode().strip().split("\n\n"):
            kind, data = (line.partition(": ")[2] for line in event.splitlines())
            if kind == "line":
                told.setdefault(json.loads(data)["game"], []).append(json.loads(data)["line"].encode() + b"\n")
    games = {number: replays.read(lines) for number, lines in told.items()}
    assert sorted(games) == [1, 2, 3, 4] and all(game.state.is_over for game in games.values())
    assert {game.table.labels for game in games.values()} == {("a", "b") * 2, ("b", "a") * 2}


def test_a_match_is_watched(running, browser):  # noqa: F811
    hub = Hub()
    conditions = matches.conditions("blockdrop(turns=40)", [CHATTY, "random"], time={"first": None, "answer": None}, seed=2)
    match = Match(conditions, conditions.round_robin(2, 2), hub)
    thread = threading.Thread(target=lambda: asyncio.run(match.play(1)))
    address = running(hub)
    page = browser.new_page()
    problems = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(address)
    thread.start()
    expect(page.locator("#board svg")).to_be_visible()
    expect(page.locator(".moves button").nth(9)).to_be_visible()
    expect(page.locator("#notice:visible")).to_contain_text("The match is over after 2 games", timeout=60_000)
    thread.join()
    assert sorted(page.locator(".standings strong:visible").all_inner_texts()) == ["chatty", "random"]
    standing = re.compile("games 2 won [0-2] drawn [0-2] lost [0-2]")
    expect(page.locator(".standings div:visible").first).to_contain_text(standing)
    page.select_option("#live-game", "1")
    expect(page.locator("#players .who:visible").first).to_have_text("chatty")
    page.click("#games-list summary")
    expect(page.locator("#games-list pre:visible").first).to_contain_text("heard <b>")
    expect(page.locator("#live-game option").first).to_contain_text("Game 2")
    page.evaluate("libgames.live.line({ game: 9, line: 'nothing' })")
    page.select_option("#live-game", "2")  # games that arrive by themselves do not hide an error of another one
    expect(page.locator("#notice:visible")).to_contain_text("Game 9: line 1: expected the line")
    looked_at(page, LOOKS)
    assert max(page.locator(".standings li").evaluate_all("all => all.map(one => one.clientHeight)")) < 90
    page.set_viewport_size({"width": 1600, "height": 900})
    page.click("#games button >> nth=0")  # a game by hand meanwhile
    expect(page.locator("#title:visible")).to_contain_text("Alquerque")
    page.close()
    assert problems == []


def test_a_match_of_a_loaded_game_is_watched_in_pictures(heaps, running, browser):  # noqa: F811
    """The page does not know its rules."""
    hub = Hub(3)
    conditions = matches.conditions("heaps", ["a=random", "b=greedy"], seed=2)
    match = Match(conditions, conditions.round_robin(4, 2), hub)
    page, problems = browser.new_page(), []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(running(hub))
    aside(asyncio.run, match.play(2))
    expect(page.locator("#notice:visible")).to_contain_text("The match is over after 4 games", timeout=60_000)
    page.select_option("#live-game", "4")
    with page.expect_download() as download:
        page.click("#save")
    replay = replays.load(download.value.path())
    assert replay.state.is_over and page.locator("#verdict").is_visible() and page.locator("#engine").is_disabled()
    assert page.locator(".moves button:visible").all_inner_texts() == [move.text for move in replay.moves]
    before = replay.moves[-2].after
    for viewer in (None, 0, 1):
        page.select_option("#view", "" if viewer is None else str(viewer))
        assert page.evaluate("libgames.shown().draw({viewer: libgames.looks})") == replay.state.draw(viewer, before=before, theme="light")
    late = browser.new_page()
    late.goto(page.url)
    expect(late.locator("#live-game option")).to_have_count(3)  # the last games
    assert problems == []
    late.close()
    page.close()


@pytest.mark.parametrize("change", [("", ""), ("? 'x' : 'o'", "? 'o' : 'x'")])
def test_the_tutorials_game_is_watched_by_the_rules_of_the_page_as_far_as_they_are_the_same(change, running, browser, tmp_path):  # noqa: F811
    source = (Path(__file__).parents[2] / "examples/games/connect_four.c").read_text(encoding="utf-8")
    file = compiled(tmp_path, "connect_four", source.replace(*change))
    words = ["serve", "--load", str(file), "connect_four", "a=greedy", "b=random", "--games", "2", "--port", "0"]
    process = subprocess.Popen([sys.executable, "-u", "-m", "libgames", *words], stdout=subprocess.PIPE, text=True)
    try:
        page = browser.new_page()
        page.goto(process.stdout.readline().split()[0])
        expect(page.locator("#notice:visible")).to_contain_text("The match is over after 2 games", timeout=60_000)
        expect(page.locator("#verdict:visible")).to_contain_text("won")
        assert page.locator("#engine").is_disabled() == (change[0] != "")
        assert page.locator(".moves button").count() >= 7
        page.close()
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


def test_the_command(monkeypatch):
    """It plays, serves, and ends with Ctrl-C."""
    said = []

    def interrupt(self, work):
        work.close()
        said.append("worked")
        return False

    monkeypatch.setattr("libgames.arena.cli.Signals.run", interrupt)
    run = CliRunner().invoke
    assert "127.0.0.1" in run(main, ["serve", "--port", "0"]).output
    assert run(main, ["serve", "alquerque", "random", "greedy", "--port", "0"]).exit_code == 0
    assert said == ["worked", "worked"]
    for arguments, problem in ((["alquerque"], "expected players after the game"), (["chess", "random", "random"], "chess"),
                               (["alquerque", "human", "random"], "a person can take part")):
        result = run(main, ["serve", *arguments])
        assert result.exit_code == 2 and problem in result.output
    taken = server(0)
    try:
        result = run(main, ["serve", "--port", str(taken.server_port)])
        assert result.exit_code == 1 and "choose another one with --port" in result.output
    finally:
        taken.server_close()


def test_replays_are_not_written_over(tmp_path):
    (tmp_path / "00001.replay").write_text("of another match")
    words = ["serve", "alquerque", "random", "greedy", "--port", "0", "--save", str(tmp_path)]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2 and "contains replays already, such as 00001.replay" in result.output


def test_aborted_requests_leave_no_traces(running, capfd):
    address = running()
    host, port = address.removeprefix("http://").strip("/").split(":")
    for _ in range(5):
        with socket.create_connection((host, int(port))) as asking:
            asking.sendall(f"GET / HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
            asking.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # a reset at the end
    assert answer(address)[0] == 200
    assert "Traceback" not in capfd.readouterr().err


def test_a_browser_that_it_opens_outlives_the_programs(tmp_path):
    script, number, kept = tmp_path / "browser", tmp_path / "number", tmp_path / "kept"
    script.write_text(f"#!/bin/sh\necho $$ >{number}.part; mv {number}.part {number}; exec sleep 60\n")
    script.chmod(0o755)
    words = ["serve", "blockdrop(turns=4)", CHATTY, "random", "--games", "2", "--port", "0", "--open", "--save", str(kept)]
    environment = {**os.environ, "BROWSER": f"{script} %s &"}
    process = subprocess.Popen([sys.executable, "-m", "libgames", *words], env=environment, stdout=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 60
        while not (number.exists() and len(list(kept.glob("*.replay"))) >= 2) and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(0.5)  # the last program is cleared away
        assert b"sleep" in Path(f"/proc/{number.read_text().strip()}/cmdline").read_bytes()
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)
        os.kill(int(number.read_text()), signal.SIGKILL)


def test_a_browser_that_does_not_read_is_given_up():
    hub = Hub()
    with hub.listening() as listener:
        begin = time.monotonic()
        for number in range(10_010):
            hub.line(1, str(number))
        assert time.monotonic() - begin < 5
        assert listener.qsize() <= 10_001
    hub.line(1, "more")


def test_running_games_are_kept():
    """A finished game makes room, a running one does not: its later lines would have no beginning."""
    hub = Hub(1)
    for game in (1, 2):
        hub.line(game, f"header {game}")
    hub.line(1, "move")
    with hub.listening() as queue:
        past = queue.get().decode()
    assert [past.count(words) for words in ("header 1", "header 2", "move")] == [1, 1, 1]
    hub.end(1)
    hub.line(3, "header 3")
    with hub.listening() as queue:
        past = queue.get().decode()
    assert [past.count(f"header {game}") for game in (1, 2, 3)] == [0, 1, 1]


# ---- clients that send no request, never finish it, or do not read ----


def connected(address, words=b""):
    """A connection on which these bytes have been sent."""
    host, port = address.removeprefix("http://").strip("/").split(":")
    connection = socket.create_connection((host, int(port)), timeout=10)
    connection.sendall(words.replace(b"HERE", f"{host}:{port}".encode()))
    return connection


EVENTS = b"GET /events HTTP/1.1\r\nHost: HERE\r\n\r\n"
BEGINNING = b"GET / HTTP/1.1\r\nHost: HERE\r\nX: "


def is_closed(connection):
    connection.settimeout(0)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def test_slow_requests_are_dropped(running, monkeypatch):
    monkeypatch.setattr("libgames.arena.serve._PATIENCE", 1.0)
    address = running(Hub())
    listens = connected(address, EVENTS)
    slow = [connected(address), connected(address, BEGINNING)]
    until = time.monotonic() + 10
    while not all(map(is_closed, slow)) and time.monotonic() < until:
        time.sleep(0.1)
        if not is_closed(slow[1]):
            with contextlib.suppress(ConnectionError):
                slow[1].sendall(b"x")
    assert all(map(is_closed, slow)) and time.monotonic() < until
    assert listens.recv(15) == b"HTTP/1.1 200 OK"
    for connection in (listens, *slow):
        connection.close()


def test_there_is_always_room_for_another_request(running):
    """The connection that waits longest without a request makes room; those that follow a match stay."""
    address = running(Hub())
    before = len(os.listdir("/proc/self/fd"))
    idle = []
    listens = [connected(address, EVENTS) for _ in range(20)]
    for connection in listens:
        assert connection.recv(15) == b"HTTP/1.1 200 OK"
    for _ in range(100):
        idle.append(connected(address))
    assert answer(address)[0] == 200
    assert len(os.listdir("/proc/self/fd")) - before <= len(listens) + len(idle) + 32
    assert sum(map(is_closed, idle)) >= 100 - 32
    more = [connected(address, EVENTS) for _ in range(12)]
    assert all(connection.recv(15) == b"HTTP/1.1 200 OK" for connection in more)
    refused = connected(address, EVENTS)
    with contextlib.suppress(ConnectionError):
        assert refused.recv(15) == b""
    for connection in (*listens, *idle, *more, refused):
        connection.close()


def test_who_does_not_read_is_given_up(running, monkeypatch):
    """When the buffers are full, a client gets the same time as for a request; unread data are limited in bytes as
    well."""
    monkeypatch.setattr("libgames.arena.serve._PATIENCE", 1.0)
    hub = Hub()
    address = running(hub)
    listens = connected(address, EVENTS)
    assert listens.recv(15) == b"HTTP/1.1 200 OK"
    with hub.listening() as listener:
        for _ in range(70):
            hub.line(1, "x" * 2**20)
        assert 30 <= listener.qsize() <= 40
    until = time.monotonic() + 10
    while hub._listeners and time.monotonic() < until:
        time.sleep(0.05)
    assert hub._listeners == []
    listens.close()


@pytest.mark.parametrize("words", [b"", BEGINNING, EVENTS])
def test_no_connection_costs_a_match_anything(words, tmp_path):
    """With few descriptors: all games are played, and no player is blamed."""
    command = f'{sys.executable} -u -m libgames serve "blockdrop(turns=6)" "$CHATTY" random --games 12 --port 0 --save kept'
    environment = {**os.environ, "CHATTY": CHATTY}
    with subprocess.Popen(["bash", "-c", f"ulimit -n 64; exec {command}"], cwd=tmp_path, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            address, connections = process.stdout.readline().split()[0], []
            until = time.monotonic() + 60
            while len(list((tmp_path / "kept").glob("*.replay"))) < 12 and time.monotonic() < until:
                if len(connections) < 150:
                    connections.append(connected(address, words))
                time.sleep(0.01)
            time.sleep(0.5)  # the last game ends
            assert process.poll() is None
            if words != EVENTS:
                assert answer(address)[0] == 200
        finally:
            process.send_signal(signal.SIGINT)
            said = "".join(process.communicate(timeout=30))
            for connection in connections:
                connection.close()
    assert "Traceback" not in said and "OFFENCE" not in said, said
    games = [replays.load(file) for file in sorted((tmp_path / "kept").glob("*.replay"))]
    assert len(games) == 12 and all(game.state.is_over and not game.report().fouls for game in games)
