"""The arena: a referee for programs that speak a contest's protocol, matches, tournaments and replays.

    from libgames import arena

    report = arena.play("alquerque", ["./mybot", "greedy"], seed=7)
    print(report.scores, report.result, [foul.text for foul in report.fouls])

    lines = arena.match("alquerque", ["./mybot", "greedy"], games=100, jobs=2)
    print(lines[0].wins, lines[0].rating)

Players are strings as in the command `libgames`, or functions that take a state and return an action or a move as a
text, see libgames.Policy. Where an event loop runs already, as in a notebook, await `Referee(...).play()` or
`play_all(...)` instead.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import libgames as lg

from .._words import yes_or_no
from .contests import TimeRules
from .matches import (
    Conditions,
    Line,
    Pairing,
    Pairings,
    Played,
    Seat,
    conditions,
    kept,
    play_all,
    play_one,
    run_through,
    standings,
)
from .pictured import pictured
from .players import Entrant, Player, Who, entrant
from .programs import Limits, Offence
from .rating import Rating, rate
from .referee import Event, Foul, Move, Named, Referee, Report, Table, TakenBack
from .replays import Record, Recorder, Replay, ReplayError, Writer, load, read, recorder

__all__ = [
    "Conditions",
    "Entrant",
    "Event",
    "Foul",
    "Limits",
    "Line",
    "Move",
    "Named",
    "Offence",
    "Pairing",
    "Pairings",
    "Played",
    "Player",
    "Rating",
    "Record",
    "Recorder",
    "Referee",
    "Replay",
    "ReplayError",
    "Report",
    "Seat",
    "Table",
    "TakenBack",
    "TimeRules",
    "Writer",
    "conditions",
    "entrant",
    "kept",
    "load",
    "match",
    "pictured",
    "play",
    "play_all",
    "play_one",
    "rate",
    "read",
    "recorder",
    "standings",
    "tournament",
]


def play(
    game: str | lg.Game,
    players: Sequence[Who],
    *,
    seed: int = 1,
    setup: str | None = None,
    time: Mapping[str, float | None] = {},
    limits: Limits = Limits(),
    replay: str | Path | None = None,
    watch: Callable[[Event], Any] = lambda event: None,
) -> Report:
    """One game, its players in the order of the seats; `watch` is called with every event, `replay` is a file to write.

    A Game stands for its configuration, which leaves out parameters with their defaults; so one of On the Run with map
    0 gets the seed's map, and only the text "ontherun(map=0)" gets map 0.

    `setup` is the text of a file to begin with, `time` the fields of TimeRules that differ from the contest's. A replay
    that can't be written causes a warning, and no game is lost.
    """
    what = conditions(game, players, setup=setup, time=time, limits=limits, seed=seed, apart=False)
    keep = None if replay is None else recorder(replay)
    return _warned([run_through(play_one(what, what.match(1, seed)[0], watch, keep))])[0].report


def match(
    game: str | lg.Game,
    players: Sequence[Who],
    *,
    games: int = 20,
    jobs: int = 1,
    seed: int = 1,
    setup: str | None = None,
    time: Mapping[str, float | None] = {},
    limits: Limits = Limits(),
    replays: str | Path | None = None,
    resume: bool = False,
) -> list[Line]:
    """At least `games` games, each setup played from all seats, `jobs` at a time: the table, in the players' order.

    `replays` is a folder for a replay of each game. With `resume` the games whose replays it contains are not played
    again; without, it must contain none. The first offence of each function is a warning.
    """
    return _many(Conditions.match, True, game, players, games, jobs, seed, setup, time, limits, replays, resume)


def tournament(
    game: str | lg.Game,
    players: Sequence[Who],
    *,
    games: int = 20,
    jobs: int = 1,
    seed: int = 1,
    setup: str | None = None,
    time: Mapping[str, float | None] = {},
    limits: Limits = Limits(),
    replays: str | Path | None = None,
    resume: bool = False,
) -> list[Line]:
    """A round robin: at least `games` games of each pair, or in a game of more seats of each group of players that
    fills them. The rest as in `match`."""
    return _many(Conditions.round_robin, False, game, players, games, jobs, seed, setup, time, limits, replays, resume)


def _many(
    pair: Callable[[Conditions, int, int], Pairings],
    fill: bool,
    game: str | lg.Game,
    players: Sequence[Who],
    games: int,
    jobs: int,
    seed: int,
    setup: str | None,
    time: Mapping[str, float | None],
    limits: Limits,
    replays: str | Path | None,
    resume: bool,
) -> list[Line]:
    """The table of the games that `pair` draws from the conditions, the number of games and the seed."""
    if yes_or_no("resume", resume) and replays is None:
        raise ValueError("resume: expected a folder of replays as well")
    folder = None if replays is None else Path(replays)
    what = conditions(game, players, setup=setup, time=time, limits=limits, replays=folder, seed=seed, fill=fill)
    pairings = pair(what, games, seed)
    played = list(kept(what, pairings, resume))
    run_through(play_all(what, pairings, jobs, played.append, {game.pairing.number: game.file or 0 for game in played}))
    _warn_of_functions(what, played)
    return standings([one.label for one in what.entrants], _warned(played, 4))


def _warn_of_functions(what: Conditions, played: list[Played]) -> None:
    """Warns of each function's first offence: the table alone would only show that the player loses."""
    fouls = [(game.pairing.seats[foul.seat], game.pairing.number, foul) for game in played for foul in game.report.fouls]
    for player, game, foul in {player: (player, game, foul) for player, game, foul in reversed(fouls)}.values():
        if what.entrants[player].policy is not None:
            where = f"game {game}, turn {foul.number}"
            warnings.warn(f"player {what.entrants[player].label}: {foul.text} ({where})", RuntimeWarning, stacklevel=4)


def _warned(played: list[Played], level: int = 3) -> list[Played]:
    for problem in (game.problem for game in played if game.problem is not None):
        warnings.warn(f"a replay is not written: {problem}", RuntimeWarning, stacklevel=level)
    return played
