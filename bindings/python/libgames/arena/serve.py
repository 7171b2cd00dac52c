"""The board at an address of this machine, with a match to watch: the command `libgames serve`."""

from __future__ import annotations

import asyncio
import contextlib
import http.server
import json
import queue
import socket
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator
from typing import Any

import libgames as lg
from libgames import alquerque
from libgames._system import most_open_files
from libgames.alquerque import Endings

from .._words import counted
from . import matches, replays, report
from .matches import Conditions, Pairing, Pairings, Played
from .pictured import Pictures
from .players import Player
from .referee import Event, Table
from .replays import Recorder

KEPT = 50  # games sent to a browser that connects later
KEPT_PICTURES = 8  # the same for games that are sent as pictures
_BEHIND = 10_000  # events after which a browser that does not read is dropped
_BEHIND_BYTES = 2**25  # the same, counted in bytes
_MOST = 32  # simultaneous connections, and no more than an eighth of the descriptors that this process may have
_PATIENCE = 10.0  # seconds within which a request must arrive, and within which a browser must read its data
_BREATH = 0.01  # seconds between two connections: a client that connects endlessly takes little time from a match
_BEAT = 10.0  # seconds between signs of life
_GLANCE = 0.25  # seconds between two checks of programs' standard error


class _Listener(queue.Queue[bytes | None]):
    """Events that a browser has not read yet."""

    def __init__(self, past: bytes) -> None:
        super().__init__()
        self._bytes = 0
        self._most = len(past) + _BEHIND_BYTES
        self.put(past)

    def _put(self, item: bytes | None) -> None:
        self._bytes += len(item or b"")
        super()._put(item)

    def _get(self) -> bytes | None:
        item: bytes | None = super()._get()
        self._bytes -= len(item or b"")
        return item

    @property
    def is_behind(self) -> bool:
        return self.qsize() >= _BEHIND or self._bytes > self._most


class Hub:
    """The events of a match, for every connected browser. One that connects later gets the last `kept` games, and all
    that are not over."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._lock = threading.Lock()
        self._listeners: list[_Listener] = []
        self._games: list[int] = []
        self._over: set[int] = set()
        self._lines: dict[int, list[bytes]] = {}
        self._last: dict[tuple[str, int, int], bytes] = {}  # of events that replace the one before

    def line(self, game: int, line: str) -> None:
        """A line of a game's replay."""
        self._add(game, _event("line", {"game": game, "line": line}))

    def picture(self, game: int, content: dict[str, Any]) -> None:
        """The data with which a page can show the next line of a game whose rules it may lack."""
        self._add(game, _event("picture", {"game": game, **content}))

    def _add(self, game: int, data: bytes) -> None:
        with self._lock:
            if game not in self._lines:
                self._games.append(game)
                for over in [one for one in self._games if one in self._over][: max(0, len(self._games) - self._kept)]:
                    self._forget(over)
            self._lines.setdefault(game, []).append(data)
            self._send(data)

    def tell(self, kind: str, content: dict[str, Any], game: int = 0, seat: int = 0) -> None:
        """An event that replaces the one before for this game and seat."""
        data = _event(kind, content)
        with self._lock:
            if self._last.get((kind, game, seat)) != data:
                self._last[kind, game, seat] = data
                self._send(data)

    def end(self, game: int) -> None:
        """A game has no more lines."""
        with self._lock:
            self._over.add(game)

    def _forget(self, game: int) -> None:
        self._games.remove(game)
        self._over.remove(game)
        del self._lines[game]
        for key in [key for key in self._last if key[1] == game]:
            del self._last[key]

    def _send(self, data: bytes) -> None:
        for listener in self._listeners[:]:
            if listener.is_behind:
                self._listeners.remove(listener)
                listener.put(None)
            else:
                listener.put(data)

    @contextlib.contextmanager
    def listening(self) -> Iterator[queue.Queue[bytes | None]]:
        """A queue of all events so far and all to come; None ends it."""
        with self._lock:
            past = [data for game in self._games for data in self._lines[game]]
            listener = _Listener(b"".join([*past, *self._last.values()]))
            self._listeners.append(listener)
        try:
            yield listener
        finally:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

    def close(self) -> None:
        with self._lock:
            for listener in self._listeners:
                listener.put(None)


def _event(kind: str, content: dict[str, Any]) -> bytes:
    return f"event: {kind}\ndata: {json.dumps(content)}\n\n".encode()


class _Handler(http.server.BaseHTTPRequestHandler):
    """Serves the page, its events, and results from tables of endings, but no files."""

    protocol_version = "HTTP/1.1"
    server: _Server

    def setup(self) -> None:
        super().setup()
        self.connection.settimeout(_PATIENCE)  # of each read, and of each complete write

    def do_GET(self) -> None:
        self.close_connection = True  # a connection without a request is closed
        # A foreign page that has found a name for this machine must not read this one.
        if self.headers.get("Host") not in self.server.names:
            self.send_error(403)
        elif self.path == "/":
            self._answer("text/html; charset=utf-8", self.server.page)
        elif self.path.startswith("/endings?"):
            self._answer("application/json", self.server.ending(urllib.parse.unquote(self.path.partition("?")[2])))
        elif self.path == "/events" and self.server.hub is not None:
            self._stream(self.server.hub)
        else:
            self.send_error(404)

    def _answer(self, kind: str, data: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(data)

    def handle(self) -> None:
        with contextlib.suppress(OSError):  # the client is gone, or too slow
            super().handle()

    def _stream(self, hub: Hub) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.server.stays(self.connection)
        with hub.listening() as events, contextlib.suppress(OSError):
            while True:
                try:
                    data = events.get(timeout=_BEAT)
                except queue.Empty:
                    data = b":\n\n"
                if data is None:
                    return
                self.wfile.write(data)
                self.wfile.flush()

    def log_message(self, *arguments: Any) -> None:
        """No browser reads it."""


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 128  # with socketserver's 5 a browser among many connections waits for seconds to try again

    def __init__(self, port: int, page: str, hub: Hub | None, endings: Callable[[], Endings]):
        super().__init__(("127.0.0.1", port), _Handler)
        self.page = page.replace("<html ", '<html data-endings="endings" ', 1).encode()
        self.endings = endings
        self.hub = hub
        self.address = f"http://127.0.0.1:{self.server_port}/"
        end = "" if self.server_port == 80 else f":{self.server_port}"  # which clients leave out
        self.names = {f"{host}{end}" for host in ("127.0.0.1", "localhost")}

        self._most = max(1, min(_MOST, most_open_files() // 8))
        self._ends: dict[socket.socket, float] = {}  # of connections: when they are given up
        self._changed = threading.Condition()

    def get_request(self) -> tuple[socket.socket, Any]:
        time.sleep(_BREATH)  # also after a failure for lack of descriptors, since then the next try follows immediately
        return super().get_request()

    def process_request(self, request: Any, client_address: Any) -> None:
        """A connection too many replaces the one that has been sending its request for the longest time, if there is one."""
        with self._changed:
            if len(self._ends) >= self._most:
                self._give_up(min(self._ends.values()))
                self._changed.wait_for(lambda: len(self._ends) < self._most, 1)
            if is_taken := len(self._ends) < self._most:
                self._ends[request] = time.monotonic() + _PATIENCE
        if is_taken:
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def shutdown_request(self, request: Any) -> None:
        super().shutdown_request(request)
        with self._changed:
            self._ends.pop(request, None)
            self._changed.notify_all()

    def ending(self, position: str) -> bytes:
        """The tables' result of a position of Alquerque, and the moves that keep it; null if it is not in them."""
        try:
            state = lg.make("alquerque").parse(position)
            sentence = self.endings().sentence(state)
        except lg.Error:
            sentence = None
        moves = [] if sentence is None else self.endings().best_moves(state)
        return json.dumps(sentence and {"text": sentence, "moves": moves}).encode()

    def stays(self, request: socket.socket) -> None:
        """This connection follows a match, for as long as it reads."""
        with self._changed:
            self._ends[request] = float("inf")

    def service_actions(self) -> None:
        with self._changed:
            self._give_up(time.monotonic())

    def _give_up(self, until: float) -> None:
        for request, end in self._ends.items():
            if end <= until < float("inf"):
                with contextlib.suppress(OSError):
                    request.shutdown(socket.SHUT_RDWR)  # its thread reads and writes no more, and closes it

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that fails, such as for lack of threads, is closed without a message."""

    @contextlib.contextmanager
    def running(self) -> Iterator[str]:
        """Answers until the block ends; its address."""
        thread = threading.Thread(target=self.serve_forever, name="serve", daemon=True)
        thread.start()
        try:
            yield self.address
        finally:
            if self.hub is not None:
                self.hub.close()
            self.shutdown()
            self.server_close()


def server(port: int, hub: Hub | None = None, endings: Callable[[], Endings] = alquerque.endings) -> _Server:
    """A server of the board at this port of 127.0.0.1; 0: a free one. `endings` is called for its tables when a
    position may be in them. Raises RuntimeError."""
    from ..pictures import page

    html = page.board() if hub is None else page.live_page("events")
    try:
        return _Server(port, html, hub, endings)
    except OSError as error:
        raise RuntimeError(f"port {port} can't be used: {error.strerror}; choose another one with --port") from error


# ---- a match that is watched ----


class Match:
    """Plays games and reports them to a hub."""

    def __init__(
        self, conditions: Conditions, pairings: Pairings, hub: Hub, lost: Callable[[OSError], object] = lambda error: None
    ):
        """`lost` is called for replays that can't be written."""
        self._lost = lost
        self._seated: dict[int, list[Player]] = {}
        self._conditions = conditions
        self._pairings = pairings
        self._hub = hub
        self._played: list[Played] = []

    async def play(self, jobs: int) -> None:
        """All games, and a message at their end."""
        looking = asyncio.create_task(self._look())
        try:
            self._standings()
            await matches.play_all(self._conditions, self._pairings, jobs, self._done, play=self._play_one)
        finally:
            looking.cancel()
        self._hub.tell("over", {"text": f"The match is over after {counted(len(self._played), 'game')}."})

    async def _play_one(self, conditions: Conditions, pairing: Pairing, replay: Recorder | None) -> Played:
        game, hub = pairing.number, self._hub
        drawn: Pictures | None = None

        def begin(table: Table, players: list[Player]) -> None:
            nonlocal drawn
            self._seated[game] = players
            if table.start.game.type.path is not None:
                drawn = Pictures(table, lg.__version__)
                hub.picture(game, drawn.begin())
            for line in replays.header(table):
                hub.line(game, line)

        def watch(event: Event) -> None:
            if drawn is not None:
                hub.picture(game, drawn.after(event))
            hub.line(game, replays.line_of(event))

        played = await matches.play_one(conditions, pairing, watch, replay, begin)
        if drawn is not None:
            hub.picture(game, drawn.end())
        hub.line(game, replays.last_line(played.report.state, played.report.loser))
        self._errors(game)
        del self._seated[game]
        hub.end(game)
        return played

    def _done(self, played: Played) -> None:
        self._played.append(played)
        if played.problem is not None:
            self._lost(played.problem)
        self._standings()

    def _standings(self) -> None:
        labels = [entrant.label for entrant in self._conditions.entrants]
        lines = matches.standings(labels, self._played)
        rows = [report.cells(line) for line in sorted(lines, key=report.order)]
        self._hub.tell("standings", {"columns": report.HEADINGS, "rows": rows})

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(_GLANCE)
            for game in list(self._seated):
                self._errors(game)

    def _errors(self, game: int) -> None:
        for seat, player in enumerate(self._seated[game]):
            if player.stderr:
                self._hub.tell("stderr", {"game": game, "seat": seat, "text": player.stderr}, game, seat)
