"""The commands `libgames analyse`, which evaluates a position by a search or by tables of endings, and `libgames
endings`, which makes such tables."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from concurrent import futures
from pathlib import Path
from typing import Any, Literal

import click
import libgames as lg
import numpy as np
from libgames import alquerque
from libgames._files import check_file
from libgames._bots import _AT_ONCE, _SIMPLE
from libgames.alphabeta import AlphaBetaResult
from libgames.alquerque import EndingProgress, Endings, EndingScore
from libgames.game import State
from libgames.search import Result
from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

from .._words import counted
from . import contests, outputs, report, tools
from .outputs import coloured
from .players import function_of, names_function
from .replays import Replay, ReplayError, load

_GLANCE = 0.1  # seconds between two steps of the progress bar
_DEPTH = 8
_SMALL = 49 - 3  # empty points of a position for which tables are made immediately
_PART = 20  # endings that are played in parallel


@click.command()
@tools.loading
@click.argument("game", required=False)
@click.option("--position", metavar="TEXT", help="Search this position; default: the start of the game with --seed.")
@click.option("--replay", type=outputs.InputFile(), help="Search a position of this replay, in place of GAME.")
@click.option("--move", type=click.IntRange(0),
              help="The position after this many moves of the replay; default: the last one.")
@click.option("--simulations", type=click.IntRange(1, 2**31 - 1), default=10_000, show_default=True,
              help="Simulations of the tree search.")
@click.option("--seconds", type=tools.Seconds(),
              help="Stop after about this many seconds, if the search has not ended before.")
@click.option("--seed", type=tools.SEED, default=1, show_default=True, help="Seed of the search, and of the start.")
@click.option("--policy", type=click.Choice(["uct", "puct", "gumbel"]), default="uct", show_default=True,
              help="How simulations choose actions in the tree.")
@click.option("--rollout", type=click.Choice(tuple(_SIMPLE)), default="random", show_default=True,
              help="The bot that plays from a leaf to the end.")
@click.option("--cutoff", type=click.IntRange(0, 2**31 - 1), metavar="DECISIONS",
              help="Use the game's evaluation after this many decisions of a rollout.")
@click.option("--alphabeta", is_flag=True,
              help="Alpha-beta search, for games of two players without hidden information.")
@click.option("--depth", type=click.IntRange(1, 255), metavar="MOVES",
              help=f"Depth of --alphabeta in whole moves; default: {_DEPTH}, or with --seconds as deep as time allows.")
@click.option("--endings", "tables", type=outputs.InputFile(),
              help="Tables of `libgames endings`: results of endings in them are shown, and searches look them up. "
                   "Default: tables of three pieces, if a position of Alquerque has no more.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def analyse(game: str | None, position: str | None, replay: Path | None, move: int | None, seed: int, alphabeta: bool,
            depth: int | None, seconds: float | None, tables: Path | None, as_json: bool, **options: Any) -> None:
    """Search a position and show the best moves.

    By default by Monte Carlo tree search, for every game: a line for each decision with its visits, its mean value for
    every player (-1 ... 1), its prior, and whether the value is proven; and the best whole move. With --alphabeta by
    alpha-beta. With hidden information, the search uses only the knowledge of the player to move. Ctrl-C ends it with
    the results so far.
    """
    if depth is not None and not alphabeta:
        raise click.UsageError("--depth requires --alphabeta")
    if alphabeta and (given := tools.given(*options)):
        raise click.UsageError(f"--alphabeta excludes {given}")
    state = _position(game, position, replay, move, seed)
    if state.is_over:
        raise click.ClickException(f"the game is over in this position: {state.result}")
    known = _endings(tables, state)
    if known is not None:
        state = lg.Game(state.game.config, endings=known).from_bytes(bytes(state))
    result: Result | AlphaBetaResult
    if alphabeta:
        result, finished = _alphabeta(state, depth, seconds)
    else:
        result, finished = _search(state, seed, seconds, **options)
    if as_json:
        click.echo(json.dumps({**_facts(result), **_ending(known, state)}, indent=1))
    else:
        console = outputs.console()
        console.print(coloured(state, state.player if contests.is_hidden(state.game) else None))
        report.show_search(console, result)
        if known is not None and (sentence := known.sentence(state)) is not None:
            report.say(console, f"the tables: {sentence}; best: {', '.join(known.best_moves(state))}")
        if not finished:
            console.print("interrupted")
    raise SystemExit(0 if finished else 130)


# ---- the position ----


def _position(game: str | None, position: str | None, replay: Path | None, move: int | None, seed: int) -> State:
    if move is not None and replay is None:
        raise click.UsageError("--move requires --replay")
    if replay is not None:
        if position is not None or game is not None:
            raise click.UsageError("expected neither a GAME nor --position with --replay, which contains both")
        return _of_replay(replay, move)
    if game is None:
        raise click.UsageError("expected a GAME or a --replay")
    made = tools.game_of(game)
    try:
        return made.new(seed) if position is None else made.parse(position)
    except ValueError as error:
        raise click.UsageError(f"--position: {error}") from error


def _of_replay(path: Path, move: int | None) -> State:
    try:
        game: Replay = load(path)
    except ReplayError as error:
        raise click.ClickException(f"{path}: {error}") from error
    moves = game.moves
    if move is not None and move > len(moves):
        raise click.UsageError(f"--move: expected at most {len(moves)}, the number of moves of the replay, not {move}")
    if move is None:
        return game.state
    return game.table.start if move == 0 else moves[move - 1].after


# ---- endings ----


def _endings(tables: Path | None, state: State) -> Endings | None:
    """The tables for a position: from a file, or the small ones if they contain it."""
    if state.game.type.name != "alquerque":
        if tables is not None:
            raise click.UsageError("--endings requires alquerque")
        return None
    if tables is None:
        return alquerque.endings() if sum(row.count(".") for row in alquerque.rows(state)) >= _SMALL else None
    return endings_of(tables)


def endings_of(tables: Path) -> Endings:
    """The tables of a file."""
    try:
        return Endings.load(tables)
    except lg.ParseError as error:
        raise click.ClickException(f"{tables}: {error}") from error


def _ending(endings: Endings | None, state: State) -> dict[str, Any]:
    """The tables' value of a position, with the moves that keep it; nothing where they do not contain it."""
    ending = None if endings is None else endings.probe(state)
    if endings is None or ending is None:
        return {}
    return {"ending": {**ending._asdict(), "moves": endings.best_moves(state)}}


@click.command()
@click.argument("game", type=click.Choice(["alquerque"]))
@click.option("--pieces", type=click.IntRange(2, Endings.MOST_PIECES), default=3, show_default=True,
              help="Largest number of pieces, both sides together.")
@click.option("--out", type=outputs.OutputFolder(), required=True, help="The folder for the tables.")
@click.option("--threads", type=click.IntRange(1, 64), help="Number of threads; default: one for each core.")
@click.option("--measure", "players", metavar="PLAYER", multiple=True,
              help="Measure how well a bot, or module:function, plays endings (may be repeated).")
@click.option("--positions", type=click.IntRange(1, 10**6), default=100, show_default=True,
              help="Positions drawn for --measure, for each number of pieces.")
@click.option("--seed", type=tools.SEED, default=1, show_default=True, help="Seed of these positions, and of players.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def endings(game: str, pieces: int, out: Path, threads: int | None, players: tuple[str, ...], positions: int, seed: int,
            as_json: bool) -> None:
    """Solve a game's endings: who wins, and in how many plies.

    Every position with up to --pieces pieces gets its value with best play on both sides. The tables are the file
    GAME-PIECES.endings in the folder; an existing one is checked and counted, not made again. After any interruption
    the same command continues from the part kept in the folder.

    With --measure, players decide in positions in which some move is a mistake. The result is how often they keep the
    value of the position, and how many of the won positions they win against perfect defence, with 95% intervals.
    """
    measured = dict(_player_of(player, game) for player in players)
    path, needed = out / f"{game}-{pieces}.endings", Endings.needs(pieces)
    console = outputs.console()
    if not as_json:
        console.print(f"{needed.total:,} positions; at most {needed.memory:,} bytes of memory, {needed.size:,} in {path}",
                      markup=False, soft_wrap=True)
    try:
        made = Endings.load(path) if path.exists() else _solved(pieces, threads, path)
    except lg.ParseError as error:
        raise click.ClickException(f"{path}: {error}") from error
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    if made is not None and made.pieces != pieces:
        raise click.ClickException(f"{path}: expected tables of {pieces} pieces, not {made.pieces}")
    if made is None:
        console.print("interrupted; the same command continues")
        raise SystemExit(130)
    rows = [{"pieces": list(material), **counts._asdict()} for material, counts in made.counts.items()]
    if as_json:
        facts = {"library": lg.__version__, "game": game, "file": str(path), "bytes": needed.size, "materials": rows}
    else:
        report.show_endings(console, made.counts)
    scores: dict[tuple[str, int], EndingScore] = {}
    finished = _breakable(lambda: _measure(made, game, measured, positions, seed, threads, scores))
    if as_json:
        told = [{"player": player, "pieces": count, **score._asdict()} for (player, count), score in scores.items()]
        click.echo(json.dumps({**facts, "players": told} if players else facts, indent=1))
    elif scores:
        report.show_ending_scores(console, scores)
    if not finished:
        console.print("interrupted")
        raise SystemExit(130)


def _player_of(text: str, game: str) -> tuple[str, lg.Bot | lg.Policy]:
    """A player and its name in tables."""
    try:
        if names_function(text):
            policy = function_of(text)
            policy.fits(lg.make(game))
            return text, policy
        player = lg.Bot(text)
        player.in_seat(lg.make(game), 0)
    except ValueError as error:
        raise click.UsageError(f"--measure: {error}") from error
    return player.config, player


def _answers(name: str, policy: lg.Policy, states: list[State], seed: int) -> list[int]:
    try:
        return policy.actions(states, seed)
    except Exception as error:  # the function may raise anything
        raise click.ClickException(f"--measure {name}: {type(error).__name__}: {error}") from error


def _measure(endings: Endings, game: str, players: dict[str, lg.Bot | lg.Policy], positions: int, seed: int, threads: int | None,
             scores: dict[tuple[str, int], EndingScore]) -> None:
    """Measures all players in the same positions; players that choose immediately run on one thread."""
    made = lg.make(game)
    with outputs.progress() as progress, futures.ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        task = progress.add_task("", total=len(players) * (endings.pieces - 1) * positions)
        for name, player in players.items():
            for pieces in range(2, endings.pieces + 1):
                progress.update(task, description=f"{name}, {pieces} pieces")
                rng = np.random.default_rng([seed, pieces])
                parts = [[endings.draw(made, pieces, rng) for _ in range(min(_PART, positions - first))]
                         for first in range(0, positions, _PART)]

                def choose(states: list[State], name: str = name, player: lg.Bot | lg.Policy = player) -> list[int]:
                    if isinstance(player, lg.Policy):
                        return _answers(name, player, states, seed)
                    return list((map if player.name in _AT_ONCE else pool.map)(lambda one: one.choose(player, seed), states))

                for part in parts:
                    found = endings.measure(choose, part)
                    before = scores.get((name, pieces), EndingScore(0, 0, 0, 0))
                    scores[name, pieces] = EndingScore(*map(sum, zip(before, found, strict=True)))
                    progress.advance(task, len(part))


def _solved(pieces: int, threads: int | None, path: Path) -> Endings | None:
    """New tables, written to a file; None after Ctrl-C. A file next to it keeps unfinished work."""
    path.parent.mkdir(parents=True, exist_ok=True)
    check_file(path)
    kept = path.with_name(path.name + ".part")
    made: list[Endings] = []
    with outputs.progress() as progress:
        task = progress.add_task("positions", total=None)

        def show(now: EndingProgress) -> None:
            progress.update(task, description=f"ply {now.ply}", completed=now.done, total=now.total)

        if not _breakable(lambda: made.append(Endings.solve(pieces, threads, show, kept))):
            return None
    made[0].save(path)
    return made[0]


# ---- searching ----


def _search(state: State, seed: int, seconds: float | None, simulations: int,
            policy: Literal["uct", "puct", "gumbel"], rollout: str, cutoff: int | None) -> tuple[Result, bool]:
    """The result, and whether the search was completed."""
    search = lg.Search(state.game, simulations, seed=seed, policy=policy, rollout=rollout, cutoff=cutoff)
    search.begin(state)
    with outputs.progress() as progress:
        task = progress.add_task("simulations", total=simulations)

        def work() -> None:
            left = seconds
            while left is None or left > 0:
                found = search.run(_GLANCE if left is None else min(left, _GLANCE)).statistics
                progress.update(task, completed=found.simulations)
                if found.simulations >= simulations or found.proven:
                    break
                left = None if left is None else left - _GLANCE

        finished = _breakable(work)
    return search.result, finished


def _alphabeta(state: State, depth: int | None, seconds: float | None) -> tuple[AlphaBetaResult, bool]:
    try:
        search = lg.AlphaBeta(state.game)
    except ValueError as error:
        raise click.UsageError(f"--alphabeta: {error}") from error
    most = _DEPTH if depth is None and seconds is None else depth
    with outputs.progress(SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()) as progress:
        progress.add_task("alpha-beta" if most is None else f"alpha-beta, {counted(most, 'move')} deep", total=None)
        finished = _breakable(lambda: search(state, depth=most, seconds=seconds))
    return search.result, finished


def _breakable(work: Callable[[], object]) -> bool:
    """Whether it was completed; Ctrl-C ends it early."""
    try:
        work()
    except KeyboardInterrupt:
        return False
    return True


# ---- JSON ----


def _facts(result: Result | AlphaBetaResult) -> dict[str, Any]:
    state, game = result.state, result.state.game
    facts: dict[str, Any] = {
        "library": lg.__version__,
        "game": game.config,
        "position": str(state),
        "player": state.player,
        "best_move": None if result.best_move is None else contests.one_line(state, result.best_move),
        "pv_moves": [move.replace("\n", "/") for move in result.pv_moves],
        "line": result.pv_text,
        "best": None if result.best is None else game.action_text(result.best),
        "pv": [game.action_text(action) for action in result.pv],
    }
    if isinstance(result, AlphaBetaResult):
        names = ("value", "proven", "end", "depth", "deepest", "nodes", "hits")
        return {**facts, **{name: getattr(result, name) for name in names}}
    facts["statistics"] = result.statistics._asdict()
    facts["actions"] = [
        {
            "action": game.action_text(action),
            "words": state.decision_text(action),
            "number": action,
            "visits": int(result.visits[action]),
            "values": [round(float(value), 6) for value in result.values[action]],
            "prior": round(float(result.priors[action]), 6),
            "policy": round(float(result.policy[action]), 6),
            "proven": bool(result.proven[action]),
        }
        for action in result.actions
    ]
    return facts
