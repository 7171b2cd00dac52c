"""The arena: a referee for programs that speak a contest's protocol, matches, tournaments and replays.

    from libgames import arena

    report = arena.play("alquerque", ["./mybot", "greedy"], seed=7)
    print(report.scores, report.result, [foul.text for foul in report.fouls])

    lines = arena.match("alquerque", ["./mybot", "greedy"], games=100, jobs=2)
    print(lines[0].wins, lines[0].rating)

Players are texts as the command `libgames` takes them. Where an event loop runs already, as in a notebook, await
`Referee(...).play()` or `play_all(...)` instead.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .contests import TimeRules
from .matches import Conditions, Line, Pairing, Played, conditions, play_all, play_one, standings
from .players import Entrant, Player, entrant
from .programs import Limits, Offence
from .rating import Rating, rate
from .referee import Event, Foul, Move, Named, Referee, Report, Table, TakenBack
from .replays import Replay, ReplayError, Writer, load, read

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
    "Played",
    "Player",
    "Rating",
    "Referee",
    "Replay",
    "ReplayError",
    "Report",
    "Table",
    "TakenBack",
    "TimeRules",
    "Writer",
    "conditions",
    "entrant",
    "load",
    "match",
    "play",
    "play_all",
    "play_one",
    "rate",
    "read",
    "standings",
]


def play(
    game: str,
    players: Sequence[str],
    *,
    seed: int = 1,
    setup: str | None = None,
    time: Mapping[str, float | None] = {},
    limits: Limits = Limits(),
    replay: str | Path | None = None,
    watch: Callable[[Event], Any] = lambda event: None,
) -> Report:
    """One game, its players in the order of the seats; `watch` is called with every event, `replay` is a file to write.

    `setup` is the text of a file to play on, `time` has the fields of TimeRules that are to differ from the contest's.
    """
    what = conditions(game, players, setup=setup, time=time, limits=limits, seed=seed)
    file = None if replay is None else Path(replay)
    return asyncio.run(play_one(what, what.match(1, seed)[0], watch, file)).report


def match(
    game: str,
    players: Sequence[str],
    *,
    games: int = 20,
    jobs: int = 1,
    seed: int = 1,
    setup: str | None = None,
    time: Mapping[str, float | None] = {},
    limits: Limits = Limits(),
    replays: str | Path | None = None,
) -> list[Line]:
    """At least `games` games, each setup played from all seats, `jobs` at once: the table, in the players' order."""
    folder = None if replays is None else Path(replays)
    what = conditions(game, players, setup=setup, time=time, limits=limits, replays=folder, seed=seed)
    played: list[Played] = []
    asyncio.run(play_all(what, what.match(games, seed), jobs, played.append))
    return standings([one.label for one in what.entrants], played)
