"""The command `libgames`."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import io
import os
import signal
import sys
import webbrowser
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Self

import click
import libgames as lg
from libgames import alquerque

from .._files import read_file, target
from .._system import ENDING
from .._words import counted, shown
from ..pictures import page
from . import analyse, check, contests, matches, outputs, programs, report, rollouts, tools
from .outputs import harmless
from .humans import Human
from .matches import Conditions, Line, Pairings, Played
from .pictured import pictured
from .players import named
from .programs import Limits
from .referee import Event, Move
from .replays import Replay, ReplayError, load, recorder
from .serve import KEPT, KEPT_PICTURES, Hub, Match, server

HELP_PLAYERS = """

\b
A PLAYER is
  human                      you, at this terminal (in `play`)
  random, greedy             a simple bot; `libgames games` lists all bots
  strong                     the strongest bot, which uses the contest's clock
  "strong(simulations=500)"  a bot that searches, with this effort
  "mcts(seconds=2)"          the same with this time for each move
  mymodule:choose            a Python function: it is given a state, and returns an action or a move
  "./mybot -x 3"             a command that starts a program for the contest's protocol
Each can be given a name: "old=./mybot-1".

\b
A GAME is a name, optionally with parameters: alquerque, "snakecore(size=24,players=4)".
A game that you have written is loaded from its file first: connect_four --load ./connect_four.so
"""


@click.group(cls=outputs.Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@tools.loading
@click.version_option(lg.__version__, prog_name="libgames")
def main() -> None:
    """Exact engines of five programming-contest games: a referee for programs, replays, tools."""


# ---- shared by commands ----


def _seconds(ctx: click.Context, parameter: click.Parameter, value: str | None) -> float | None:
    """A number of seconds; `none`, no limit, becomes infinity."""
    if value is None:
        return None
    if value == "none":
        return float("inf")
    try:
        return contests.seconds(value)
    except ValueError as error:
        raise click.BadParameter(
            f"expected a number of seconds or `none`, above 0 and at most {contests.LONGEST}, not {shown(value)}"
        ) from error


def many_games(games_help: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The arguments and options of commands that play many games; `games_help` is the help of --games."""
    options = [
        click.argument("game"),
        click.argument("players", nargs=-1, required=True, metavar="PLAYER..."),
        click.option("--games", type=tools.COUNT, default=20, show_default=True, help=games_help),
        click.option("--jobs", type=tools.JOBS, default=1, show_default=True, help="Games at the same time."),
        click.option("--cluster", metavar="ADDRESS",
                     help="Play on all cores of this Ray cluster instead; `auto` finds a running one."),
        click.option("--save", type=outputs.OutputFolder(), help="Keep the replays in this folder."),
        click.option("--resume", is_flag=True, help="Play only the games that are not in the --save folder yet."),
        click.option("--csv", type=outputs.OutputFile(), help="Write the table to this file."),
        click.option("--json", type=outputs.OutputFile(), help="Write the table and all results to this file."),
        playing_options,
    ]
    return lambda command: _with_options(command, options)


def playing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of all commands that play games."""
    options = [
        click.option("--seed", type=tools.SEED, default=1, show_default=True, help="Seed of the first setup."),
        click.option(
            "--setup",
            type=outputs.InputFile(),
            help="File to begin with: a position, a maze (Amazes), a connect.txt (On the Run), "
            "a getAction request (SnakeCore).",
        ),
        click.option("--first", callback=_seconds, metavar="SECONDS",
                     help="Time limit for a program's first line, or `none`; default: the contest's."),
        click.option("--answer", callback=_seconds, metavar="SECONDS",
                     help="Time limit for each answer, or `none`; default: the contest's."),
        click.option("--total", callback=_seconds, metavar="SECONDS",
                     help="Time limit for all answers, or `none`; default: the contest's."),
        tools.loading,
        click.option(
            "--cpu", type=click.IntRange(1, programs.MOST_CPU), metavar="SECONDS",
            help="Limit for a program's CPU time.",
        ),
        click.option(
            "--memory", type=click.IntRange(1, programs.MOST_MEMORY), metavar="MIB",
            help="Limit for a program's address space.",
        ),
    ]
    return _with_options(command, options)


def _with_options(command: Callable[..., Any], options: list[Callable[..., Any]]) -> Callable[..., Any]:
    for option in reversed(options):
        command = option(command)
    return command


def _conditions(
    game: str,
    players: tuple[str, ...],
    *,
    seed: int,
    setup: Path | None,
    replays: Path | None = None,
    make_human: Any = None,
    fill: bool = True,
    apart: bool = True,
    **limits: Any,
) -> Conditions:
    try:
        return matches.conditions(
            game,
            players,
            setup=_text_of(setup),
            **_limits(**limits),
            replays=replays,
            make_human=make_human,
            seed=seed,
            fill=fill,
            apart=apart,
            setup_name=str(setup),
        )
    except ValueError as error:
        raise tools.usage_error(error) from error


def _text_of(setup: Path | None) -> str | None:
    if setup is None:
        return None
    # These files are ASCII. Any other byte is one character, so that places in errors and cells of fields are right.
    return read_file(setup).decode("ascii", errors="replace").replace("\ufffd", "?")


def _limits(
    *, first: float | None, answer: float | None, total: float | None, cpu: int | None, memory: int | None
) -> dict[str, Any]:
    """The arguments of arena.conditions for limits of time and memory. Raises ValueError."""
    given = {"first": first, "answer": answer, "total": total}
    time = {name: None if value == float("inf") else value for name, value in given.items() if value is not None}
    return {"time": time, "limits": Limits(cpu, memory)}


class Signals:
    """While games are played and their results are written: the first Ctrl-C, SIGTERM or SIGHUP ends the games, and
    later ones wait. A signal that was ignored before, as under nohup, stays ignored."""

    def __init__(self) -> None:
        self._before: dict[signal.Signals, Any] = {}
        self._cancel: Callable[[], object] | None = None
        self._has_come = False

    def __enter__(self) -> Self:
        for number in ENDING:
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._come)
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _come(self, number: int, frame: FrameType | None) -> None:
        if not self._has_come and self._cancel is not None:
            self._cancel()
        self._has_come = True

    def run(self, work: Coroutine[Any, Any, None]) -> bool:
        """Runs to the end; False when it was interrupted, after everything is cleaned up. Raises the error of the
        system that ended it."""

        async def breakable() -> None:
            task, loop = asyncio.current_task(), asyncio.get_running_loop()
            assert task is not None
            self._cancel = lambda: loop.call_soon_threadsafe(task.cancel)
            if self._has_come:
                self._cancel()
            await work

        try:
            matches.run_alone(breakable())
        except (KeyboardInterrupt, asyncio.CancelledError):
            return False
        except BaseExceptionGroup as group:
            if isinstance(group.exceptions[0], OSError | MemoryError | lg.BrokenGame):
                raise group.exceptions[0] from group
            raise
        finally:
            self._cancel = None
            work.close()
        return True


# ---- commands ----


@main.command(epilog=HELP_PLAYERS)
@click.argument("game")
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@playing_options
@click.option("--save", type=outputs.OutputFile(), help="Write the replay to this file.")
@click.option("--quiet", is_flag=True, help="Show only the result.")
def play(game: str, players: tuple[str, ...], save: Path | None, quiet: bool, **options: Any) -> None:
    """Play one game and show it move by move."""
    console = outputs.console()
    people = [number for number, player in enumerate(players) if named(player)[1] == "human"]
    seats: list[int] = []  # theirs
    conditions = _conditions(
        game, players, make_human=lambda seed: Human(console, shares=len(seats) > 1), apart=False, **options
    )
    pairing = conditions.match(1, options["seed"])[0]
    seats += [seat for seat, who in enumerate(pairing.seats) if who in people]
    played: list[Played] = []
    keep = None if save is None else recorder(save)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a person may type anything

    show = report.Commentary(console, conditions.table(pairing), quiet, bool(people))

    async def work() -> None:
        with outputs.progress() if quiet and not people else contextlib.nullcontext() as bar:
            task = None if bar is None else bar.add_task("moves", total=None)

            def event(happened: Event) -> None:
                show.event(happened)
                if bar is not None and task is not None and isinstance(happened, Move):
                    bar.update(task, completed=happened.number)

            played.append(await matches.play_one(conditions, pairing, event, keep))

    with Signals() as signals:
        finished = signals.run(work())
    if played:
        report.show_game(console, played[0], seats)
    if keep is not None and keep.problem is not None:
        raise click.ClickException(outputs.reason(keep.problem))
    sys.exit(0 if finished and played[0].report.finished else 130)


@main.command(epilog=HELP_PLAYERS)
@many_games("Number of games; rounded up, so that each setup is played from all seats.")
def match(**given: Any) -> None:
    """Play many games between players, each in every seat.

    Ctrl-C ends the match with the games finished so far.
    """
    _play_all(Conditions.match, **given)


@main.command(epilog=HELP_PLAYERS)
@many_games("Games of each pair (or group); rounded up, so that each setup is played from all seats.")
def tournament(**given: Any) -> None:
    """Play a round robin: every player meets every other one.

    In a game with more than two seats, every group of players that fills them meets. Ctrl-C ends the tournament
    with the games finished so far.
    """
    _play_all(Conditions.round_robin, fill=False, **given)


def _play_all(
    pair: Callable[[Conditions, int, int], Pairings],
    game: str,
    players: tuple[str, ...],
    games: int,
    jobs: int,
    cluster: str | None,
    save: Path | None,
    resume: bool,
    csv: Path | None,
    json: Path | None,
    **options: Any,
) -> None:
    """Plays the games that `pair` draws from the conditions, the number of games and the seed; shows the table."""
    if resume and save is None:
        raise click.UsageError("--resume requires --save")
    for option, path in (("--csv", csv), ("--json", json)):
        if save and path and target(path).parent == target(save) and matches.is_replay(target(path).name):
            raise click.UsageError(f"{option}: expected another file than the replays of --save")
    conditions = _conditions(game, players, replays=save, **options)
    pairings = pair(conditions, games, options["seed"])
    played = _taken_up(conditions, pairings, resume)
    kept = {game.pairing.number: game.file or 0 for game in played}
    problems: list[str] = []
    finished = False
    with _nodes(cluster, players) as nodes, Signals() as signals:
        try:
            with outputs.progress() as progress:
                task = progress.add_task("games", total=len(pairings), completed=len(played))

                def done(game: Played, description: str = "games") -> None:
                    played.append(game)
                    progress.update(task, advance=1, description=description)

                if nodes is None:
                    finished = signals.run(matches.play_all(conditions, pairings, jobs, done, kept))
                else:
                    finished = _play_on(nodes, _recipe(game, players, **options), pairings, kept, save, done)
        except OSError as error:
            problems.append(outputs.reason(error))
        except MemoryError:
            problems.append(os.strerror(errno.ENOMEM))
        except lg.BrokenGame as error:
            problems.append(str(error))
        except RuntimeError as error:
            if nodes is None:
                raise
            problems.append(str(error))
        finally:
            # Files come first: even if the terminal fails, the results are saved.
            lines = matches.standings([entrant.label for entrant in conditions.entrants], played)
            problems += _written(lines, played, csv, json)
    console = outputs.console()
    if cluster is None and jobs > (os.cpu_count() or 1):
        console.print(
            f"note: {jobs} simultaneous games on {os.cpu_count()} processors; programs wait for each other, "
            "and their clocks keep running"
        )
    if not finished:
        console.print(f"interrupted after {len(played)} of {len(pairings)} games")
    report.show_match(console, lines, played)
    if problems:
        raise click.ClickException("; ".join(problems))
    sys.exit(0 if finished else 130)


@contextlib.contextmanager
def _nodes(address: str | None, players: tuple[str, ...]) -> Iterator[Any]:
    """A cluster to play on, to which the current folder is sent if a program plays; None without an address."""
    if address is None:
        yield None
        return
    from .. import cluster

    try:
        nodes = cluster.connect(address, folder=Path.cwd() if cluster.has_programs(players) else None)
    except (ImportError, cluster.ClusterError) as error:
        raise click.ClickException(str(error)) from error
    with nodes:
        yield nodes


def _recipe(
    game: str, players: tuple[str, ...], *, seed: int, setup: Path | None, fill: bool = True, **limits: Any
) -> Any:
    from ..cluster import Recipe

    given = _limits(**limits)
    return Recipe(game, players, _text_of(setup), tuple(given["time"].items()), given["limits"], seed, fill)


def _play_on(
    nodes: Any,
    recipe: Any,
    pairings: Pairings,
    kept: dict[int, int],
    save: Path | None,
    done: Callable[[Played, str], None],
) -> bool:
    """Plays on a cluster, the replays written here; False when it was interrupted."""
    from .. import cluster

    if save is not None:
        save.mkdir(parents=True, exist_ok=True)
    waiting = (pairing for pairing in pairings if pairing.number not in kept)
    with matches.keeping(save, pairings, kept) if save else contextlib.nullcontext(), cluster.Stop() as stop:
        files = None if save is None else matches.Files(save)
        run = cluster.play_all(nodes, ((recipe, pairing) for pairing in waiting), lambda: stop.asked)
        for ended in run:
            game: Played = ended.value.played
            done(game if files is None else matches.with_replay(files, game, ended.value.replay), run.words("games"))
    return not stop.asked


def _taken_up(conditions: Conditions, pairings: Pairings, resume: bool) -> list[Played]:
    """The games finished by an earlier run."""
    try:
        with outputs.progress() as progress:
            return list(progress.track(matches.kept(conditions, pairings, resume), description="replays"))
    except ValueError as error:
        raise click.UsageError(f"--save: {error}") from error


def _written(lines: list[Line], played: list[Played], csv: Path | None, json: Path | None) -> list[str]:
    """Writes the results of the games, if there are any; returns errors, including those of replays."""
    lost = [game.problem for game in played if game.problem is not None]
    problems = [outputs.reason(lost[0])] if lost else []
    if len(lost) > 1:
        problems.append(f"and {counted(len(lost) - 1, 'more replay')} could not be written")
    for path, text in ((csv, report.csv_of), (json, report.json_of)):
        try:
            if path is not None and played:
                outputs.write(path, text(lines, played))
        except OSError as error:
            problems.append(outputs.reason(error))
    return problems


@main.command()
@tools.loading
@click.argument("replay", type=outputs.InputFile())
@click.option("--move", type=click.IntRange(0), help="Show the position after this many moves; default: the last one.")
@click.option("--html", type=outputs.OutputFile(),
              help="Also write an interactive page to this file; it works offline.")
def show(replay: Path, move: int | None, html: Path | None) -> None:
    """Check a replay move by move, and show it."""
    console = outputs.console()
    problem, lines = None, list[bytes]()
    try:
        game = load(replay, lines)
    except ReplayError as error:
        if error.replay is None:
            raise click.ClickException(f"{replay}: {error}") from error
        problem, game = error, error.replay
    count = len(game.moves)
    if move is not None and move > count:
        raise click.BadParameter(f"expected 0 ... {count}, the number of moves of this replay, not {shown(move)}",
                                 param_hint="'--move'")
    report.show_replay(console, game, move)
    if html is not None:
        write_page(html, replay, game, b"".join(lines))
        report.say(console, f"{html}: a page of {counted(len(game.moves), 'move')}")
    if problem is not None:
        raise click.ClickException(f"{replay}: {problem}")


def write_page(path: Path, replay: Path, game: Replay, content: bytes) -> None:
    """The board with a replay inside."""
    kind = game.table.start.game.type
    title = f"{kind.title}: {' – '.join(map(harmless, game.table.labels))}"
    try:
        pictures = None if kind.path is None else pictured(game)
    except ValueError as error:
        raise click.ClickException(f"{replay}: {error}") from error
    outputs.write(path, _board(lambda: page.replay_page(content, title, pictures)))


def _board(make: Callable[[], Any]) -> Any:
    """Work that needs the board; an error if libgames was built without it, or if a replay is too long for it."""
    try:
        return make()
    except (RuntimeError, ValueError) as error:
        raise click.ClickException(str(error)) from error


@main.command(epilog=HELP_PLAYERS)
@click.argument("game", required=False)
@click.argument("players", nargs=-1, metavar="[PLAYER...]")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port; 0: a free one.")
@click.option("--open", "opens", is_flag=True, help="Open the board in the browser.")
@click.option("--games", type=tools.COUNT, default=20, show_default=True, help="Games of each pair (or group).")
@click.option("--jobs", type=tools.JOBS, default=1, show_default=True, help="Games played at the same time.")
@click.option("--save", type=outputs.OutputFolder(), help="Keep the replays in this folder.")
@click.option("--endings", "tables", type=outputs.InputFile(),
              help="Tables of `libgames endings`, with the results of endings; default: tables of three pieces.")
@playing_options
def serve(game: str | None, players: tuple[str, ...], port: int, opens: bool, games: int, jobs: int, save: Path | None,
          tables: Path | None, **options: Any) -> None:
    """Show the board in a browser: play, analyse, open replays.

    With a GAME and PLAYERs, they also play a round robin, and the page shows the running games, the table, and the
    standard error of programs. Only this machine can reach the page. Ctrl-C ends it.
    """
    if game is not None and not players:
        raise click.UsageError("expected players after the game, or no game")
    conditions = None if game is None else _conditions(game, players, replays=save, fill=False, **options)
    hub, pairings = None, None
    if conditions is not None:
        pairings = conditions.round_robin(games, options["seed"])
        _taken_up(conditions, pairings, resume=False)  # no replay may be lost
        own = conditions.setup(options["seed"]).game.type.path is None
        hub = Hub(KEPT if own else KEPT_PICTURES)
    console = outputs.console()
    given = None if tables is None else analyse.endings_of(tables)
    known = alquerque.endings if given is None else lambda: given
    with _board(lambda: server(port, hub, known)).running() as address:
        console.print(f"{address} shows the board; Ctrl-C ends it")
        if opens:
            programs.adopt(False)  # the browser must not end with the programs
            webbrowser.open(address)

        def lost(error: OSError) -> None:
            console.print(f"a replay could not be written: {outputs.reason(error)}", markup=False)

        async def work() -> None:
            if conditions is not None and pairings is not None and hub is not None:
                await Match(conditions, pairings, hub, lost).play(jobs)
            await asyncio.Event().wait()

        with Signals() as signals:
            signals.run(work())


@main.command()
@tools.loading
def games() -> None:
    """List the games and the bots."""
    report.show_games(outputs.console())


for _command in (analyse.analyse, analyse.endings, *tools.COMMANDS, rollouts.rollouts, check.check):
    main.add_command(_command)
