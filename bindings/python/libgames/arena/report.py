"""Output for people: games move by move, results, tables, so that the owner of a program can follow the games."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence

import libgames as lg
from libgames._words import counted
from libgames.alphabeta import AlphaBetaResult
from libgames.alquerque import EndingCounts, EndingScore
from libgames.game import Game
from libgames.search import Result
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable
from rich.text import Text

from .outputs import coloured, harmless, harmless_lines
from . import contests
from .contests import TimeRules
from .matches import Line, Played, Seat
from .referee import ILLEGAL, Event, Foul, Move, Named, Report, Table, TakenBack
from .replays import Replay


_SHOWN = 20  # offences listed one by one
_ACTIONS = 20  # actions of a search listed one by one


def say(console: Console, text: str) -> None:
    """Prints lines unchanged: without line breaks, markup or control sequences."""
    console.print(harmless_lines(text), markup=False, soft_wrap=True)


class Commentary:
    """Shows a game while it is played."""

    def __init__(self, console: Console, table: Table, quiet: bool = False, watched: bool = False):
        """`watched`: a person plays, who must not see information hidden by the contest."""
        self._console = console
        self._table = table
        self._quiet = quiet
        self._hidden = watched and contests.is_hidden(table.start.game)  # only that something happened is shown
        if not quiet:
            for seat, (name, label) in enumerate(zip(table.seats, table.labels, strict=True)):
                say(console, f"seat {seat}, {name}: {label}")

    def event(self, event: Event) -> None:
        if self._quiet or (self._hidden and isinstance(event, Move)):
            return
        if self._hidden and isinstance(event, Foul) and not event.after.is_over:
            say(self._console, f"{_when(event)}: OFFENCE of {self._table.seats[event.seat]}: {event.kind}")
        else:
            say(self._console, sentence(self._table, event))


def sentence(table: Table, event: Event) -> str:
    """One event in words."""
    if isinstance(event, TakenBack):
        return f"{counted(event.moves, 'move')} taken back"
    who = f"{table.seats[event.seat]} ({table.labels[event.seat]})"
    if isinstance(event, Named):
        return f"{who} is called {harmless(event.name)}"
    if isinstance(event, Move):
        remark = f"   [{event.remark}]" if event.remark else ""
        return f"{event.number:4d}  {table.seats[event.seat]}  {event.text}{remark}"
    lost = "; this ends the game with a loss" if event.lost else ""
    return f"{_when(event)}: OFFENCE of {who}: {event.text}{lost}" + _tail(event.stderr)


def _when(foul: Foul) -> str:
    return "before the game" if foul.number == 0 else f"move {foul.number}"


def _tail(stderr: str, lines: int = 6) -> str:
    """The last lines that a program wrote to its standard error, indented."""
    kept = [harmless(line) for line in stderr.rstrip().splitlines()[-lines:]]
    return "".join(f"\n      | {line}" for line in (["its standard error ends with:", *kept] if kept else []))


def result(report: Report) -> str:
    """The end of a game, in a line."""
    table = report.table
    if not report.finished:
        return f"not finished; {counted(report.moves, 'move')} played"
    who = [
        f"{name} ({label}) {score}" for name, label, score in zip(table.seats, table.labels, report.scores, strict=True)
    ]
    reason = "decided by an offence" if report.result == ILLEGAL else report.result
    return f"{', '.join(who)}; {reason}, {counted(report.moves, 'move')}"


def verdict(report: Report, seat: int) -> str:
    """The result of a finished game for this seat, in a sentence."""
    own, others = report.outcome[seat], [value for other, value in enumerate(report.outcome) if other != seat]
    if not others:
        return "The game is over."
    if own == max(others):
        return "It is a tie." if own == min(others) else "You share the best result."
    if own > max(others):
        return "You have won!" if own == 1.0 else "You are ahead at the end."
    return "You have lost." if max(others) == 1.0 else "You are behind at the end."


def show_game(console: Console, played: Played, people: Sequence[int] = ()) -> None:
    """The end of one game. `people` are the seats of people at this terminal: a single one is told the result, and
    nothing hidden is shown of an unfinished game."""
    report = played.report
    if report.finished or not people:
        console.print(coloured(report.state), soft_wrap=True)
    if report.finished and len(people) == 1:
        say(console, verdict(report, people[0]))
    say(console, result(report))
    for seat, clock in enumerate(report.clocks):
        if clock.answers and seat not in people:
            times = f"{counted(clock.answers, 'answer')} in {clock.total:.3f} s, the slowest {clock.slowest:.3f} s"
            say(console, f"{report.table.seats[seat]}: {times}")


def show_match(console: Console, lines: list[Line], played: list[Played]) -> None:
    """The table of a match, and every offence in it."""
    if played:
        seats = played[0].report.table.seats
        console.print(table_of(lines))
        if len(seats) > 1 and len(lines) * len(seats) <= _ROWS:
            console.print(table_by_seat(lines, seats))
        if any(line.rating for line in lines):
            console.print("Elo: 0 is the average of these players; ± is the 95% interval", style="dim")
    fouls = [
        (game, foul) for game in sorted(played, key=lambda game: game.pairing.number) for foul in game.report.fouls
    ]
    for game, foul in fouls[:_SHOWN]:
        where = f"game {game.pairing.number} (setup {game.pairing.seed})"
        say(console, f"{where}, {sentence(game.report.table, foul)}")
        say(console, f"      the game: {result(game.report)}")
    if len(fouls) > _SHOWN:
        say(console, f"and {counted(len(fouls) - _SHOWN, 'more offence')}; --json writes all of them")


def table_of(lines: list[Line]) -> RichTable:
    table = RichTable(box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
    table.add_column(HEADINGS[0], min_width=12, overflow="fold")
    for column in HEADINGS[1:]:
        table.add_column(column, justify="right", no_wrap=True)
    for line in sorted(lines, key=order):
        label, *numbers = cells(line)
        table.add_row(escape(harmless(label)), *numbers)
    return table


def table_by_seat(lines: list[Line], seats: Sequence[str]) -> RichTable:
    """The results of each player in each seat, the best player first."""
    table = RichTable(box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
    table.add_column("player", min_width=12, overflow="fold")
    table.add_column("as", no_wrap=True)
    for column in _BY_SEAT:
        table.add_column(column, justify="right", no_wrap=True)
    for line in sorted(lines, key=order):
        for name, seat in zip(seats, line.seats, strict=False):
            table.add_row(escape(harmless(line.label)), escape(name), *(f"{value:g}" for value in _of_seat(seat)))
    return table


_BY_SEAT = ("games", "won", "drawn", "lost", "points")
_ROWS = 32  # of the table by seat; a longer one is written only to files


def _of_seat(seat: Seat) -> tuple[int | float, ...]:
    return (seat.games, seat.wins, seat.draws, seat.losses, seat.score)


HEADINGS = ("player", "games", "won", "drawn", "lost", "points", "Elo", "offences", "slowest")


def cells(line: Line) -> list[str]:
    """A line of the table, under these headings."""
    elo = "" if line.rating is None else f"{round(line.rating.elo):+d} ± {line.rating.error:.0f}"
    counts = map(str, (line.games, line.wins, line.draws, line.losses))
    return [line.label, *counts, f"{line.score:g}", elo, str(line.fouls), f"{line.slowest:.3f} s"]


def order(line: Line) -> tuple[float, float]:
    """Sorts the best first."""
    return (-(line.rating.elo if line.rating else 0.0), -line.score)


_COLUMNS = ("player", "games", "won", "drawn", "lost", "points", "elo", "elo_error", "offences", "slowest")


def _values(line: Line) -> list[str | int | float | None]:
    elo, error = (None, None) if line.rating is None else (round(line.rating.elo, 1), round(line.rating.error, 1))
    slowest = round(line.slowest, 6)
    return [line.label, line.games, line.wins, line.draws, line.losses, line.score, elo, error, line.fouls, slowest]


def csv_of(lines: list[Line], played: list[Played]) -> str:
    """The table, the best first, with further columns for each seat."""
    seats = played[0].report.table.seats if played else ()
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([*_COLUMNS, *(f"{column} as {name}" for name in seats for column in _BY_SEAT)])
    for line in sorted(lines, key=order):
        own = [line.seats[seat] if seat < len(line.seats) else Seat() for seat in range(len(seats))]
        writer.writerow([*_values(line), *(value for seat in own for value in _of_seat(seat))])
    return text.getvalue()


def json_of(lines: list[Line], played: list[Played]) -> str:
    """The table, and a line of facts about every game."""
    names = played[0].report.table.seats if played else ()
    table: list[dict[str, object]] = [
        dict(zip(_COLUMNS, _values(line), strict=True))
        | {"seats": [{"seat": name} | dict(zip(_BY_SEAT, _of_seat(seat), strict=True))
                     for name, seat in zip(names, line.seats, strict=False)]}
        for line in sorted(lines, key=order)
    ]  # fmt: skip
    games = [_facts(game) for game in sorted(played, key=lambda game: game.pairing.number)]
    return json.dumps({"library": lg.__version__, "table": table, "games": games}, indent=1) + "\n"


def _facts(game: Played) -> dict[str, object]:
    report, table = game.report, game.report.table
    fouls = [{"seat": foul.seat, "move": foul.number, "kind": foul.kind, "text": foul.text} for foul in report.fouls]
    return {
        "number": game.pairing.number,
        "game": table.start.game.config,
        "seed": game.pairing.seed,
        "players": list(table.labels),
        "scores": list(report.scores),
        "result": report.result,
        "moves": report.moves,
        "seconds": [round(clock.total, 6) for clock in report.clocks],
        "offences": fouls,
    }


def show_replay(console: Console, replay: Replay, move: int | None) -> None:
    table = replay.table
    commentary = Commentary(console, table)
    for event in replay.events:
        commentary.event(event)
    moves = replay.moves
    if move is None or move >= len(moves):
        state = replay.state
    else:
        state = table.start if move == 0 else moves[move - 1].after
    console.print(coloured(state), soft_wrap=True)


def show_search(console: Console, result: Result | AlphaBetaResult) -> None:
    """The best action and the statistics of the others."""
    if isinstance(result, AlphaBetaResult):
        say(console, str(result))
        return
    actions, table = result.actions, RichTable(box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
    for column in result.columns():
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("")
    for action in actions[:_ACTIONS]:
        table.add_row(*map(Text, result.row(action)), style="bold" if action == result.best else "")
    console.print(table)
    if len(actions) > _ACTIONS:
        say(console, f"and {counted(len(actions) - _ACTIONS, 'more action')}; --json prints all of them")
    for line in result.summary():
        say(console, line)


def show_endings(console: Console, counts: dict[tuple[int, int], EndingCounts]) -> None:
    """A line for each material, the side to move first."""
    table = RichTable(box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
    for column in ("pieces", "won", "drawn", "lost", "longest win", "longest loss"):
        table.add_column(column, justify="right", no_wrap=True)
    for (mover, other), all_of_it in counts.items():
        *numbers, longest_win, longest_loss = all_of_it[:5]
        table.add_row(f"{mover} against {other}", *(f"{number:,}" for number in numbers), str(longest_win),
                      str(longest_loss))
    console.print(table)


def show_ending_scores(console: Console, scores: dict[tuple[str, int], EndingScore]) -> None:
    """A line for each player and number of pieces, and one for all together where there are several."""
    table = RichTable(box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
    table.add_column("player", overflow="fold")
    for column in ("pieces", "decisions", "kept", "won endings", "won"):
        table.add_column(column, justify="right", no_wrap=True)
    for player in dict.fromkeys(player for player, _ in scores):
        rows: list[tuple[str, EndingScore]] = [(str(pieces), score) for (of, pieces), score in scores.items() if of == player]
        if len(rows) > 1:
            rows.append(("all", EndingScore(*map(sum, zip(*(score for _, score in rows), strict=True)))))
        for pieces, (decisions, kept, games, won) in rows:
            table.add_row(Text(player), pieces, f"{decisions:,}", _share(kept, decisions), f"{games:,}", _share(won, games))
    console.print(table)


def _share(some: int, of_all: int) -> str:
    """In percent, with its interval."""
    share, low, high = EndingScore.share(some, of_all)
    return "–" if of_all == 0 else f"{share:.1%} ({low:.1%} … {high:.1%})"


def show_games(console: Console) -> None:
    for name in lg.games():
        game = lg.make(name)
        console.print(Text(f"{name}: {game.type.title}", style="bold"))
        say(console, f"    seats: {', '.join(game.seats)}")
        say(console, f"    {game.type.information} information, {_CHANCE[game.type.chance]}")
        say(console, f"    longest game: {counted(game.longest, 'decision')}")
        say(console, f"    a program's time: {time_text(contests.time_rules(game))}")
        for parameter in game.type.parameters:
            say(console, f"    {parameter.name}={parameter.default}: {parameter.meaning}")
        say(console, f"    strong: {strong_text(game)}")
    console.print(Text("bots", style="bold"))
    for kind in map(lg.bot_type, lg.bots()):
        say(console, f"    {kind.name}: {kind.meaning}")
        for parameter in kind.parameters:
            say(console, f"        {parameter.name}={parameter.default}: {parameter.meaning}")


def strong_text(game: Game) -> str:
    """The bot behind `strong` in this game."""
    seats = [lg.Bot("strong").in_seat(game, seat).config for seat in range(game.players)]
    if len(set(seats)) == 1:
        return seats[0]
    return "; ".join(f"as {name} {config}" for name, config in zip(game.seats, seats, strict=True))


_CHANCE = {"none": "no chance", "start": "chance in the start", "play": "chance in play"}


def time_text(time: TimeRules) -> str:
    """Time rules in words."""
    parts = [(time.first, "for the first line"), (time.answer, "an answer"), (time.total, "a game")]
    return ", ".join(f"{seconds:g} s {what}" for seconds, what in parts if seconds is not None) or "any"
