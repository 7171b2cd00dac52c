"""Alpha-beta search, in C, for games of two players without hidden information or chance in play.

    search = lg.AlphaBeta("alquerque", depth=6)
    result = search(state)
    print(result)                 # the best move, its value, the principal variation
    state = state.apply(result.best_move)

The GIL is released while a search runs, and Ctrl-C ends it. A search used by two threads simultaneously raises
RuntimeError in one of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, SupportsFloat, SupportsIndex

from . import _native
from ._errors import GameOver
from ._exclusive import Unique, Use, exclusive
from ._results import best_line, best_move_of, moves_of
from ._types import memory
from ._words import counted, integer, number, time_limit
from .game import Game, State, made


@dataclass(frozen=True, slots=True)
class AlphaBetaResult:
    """The result of an alpha-beta search.

    :best: the action to play, the first decision of best_move.
    :value: for the player to move, -1 ... 1.
    :depth: whole moves that were searched to the end.
    :deepest: decisions of the longest line examined.
    :nodes: decisions played.
    :hits: positions settled by the table.
    :proven: whether the value is the result with best play.
    :end: decisions to the win or loss; 0: none was found.
    :pv: the principal variation, as actions.
    """

    state: State
    best: int
    value: float
    depth: int
    deepest: int
    nodes: int
    hits: int
    proven: bool
    end: int
    pv: tuple[int, ...]

    @property
    def best_move(self) -> str:
        """The best whole move, which `state.apply` reads. If the principal variation ends in the middle of it, the bot
        "greedy" decides the rest."""
        return best_move_of(self.state, self.best, self.pv) or ""

    @property
    def pv_moves(self) -> tuple[str, ...]:
        """The principal variation in whole moves: the first is best_move, and each can be applied after the ones
        before."""
        return moves_of(self.state, self.best, self.pv)

    @property
    def pv_text(self) -> str:
        """The principal variation in words: whole moves and their players, as in State.line_text."""
        return self.state.line_text(self.pv)

    def __str__(self) -> str:
        end = f", in {counted(self.end, 'decision')}" if self.end else ""
        how = f" (proven{end})" if self.proven else ""
        return "\n".join(
            [
                *best_line(self.state, self.best, self.pv),
                f"value for {self.state.game.seats[self.state.player or 0]}: {self.value:+.3f}{how}",
                f"principal variation: {self.pv_text}",
                f"depth {self.depth}, deepest {self.deepest}, {self.nodes:,} nodes, {self.hits:,} from the table",
            ]
        )


class AlphaBeta(Unique):
    """Alpha-beta search for games of two players without hidden information or chance in play.

    :depth: whole moves, 1 ... 255; None: as deep as the other limits allow.
    :nodes: decisions played, at least 1; None: no limit.
    :table: bytes of the transposition table. Its content stays for the next call, until clear().
    :levels: a line longer than this many decisions ends in an estimate, 1 ... 1024.
    :quiescence: largest number of whole moves beyond the depth while positions are not quiet, 0 ... 255.
    :noise: each position's estimate is off by a fixed random value up to this, 0 (none) ... 1.
    :seed: of the noise: another seed gives different play of similar strength.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        table: int = 1 << 24,
        levels: int = 256,
        quiescence: int = 64,
        noise: SupportsFloat = 0.0,
        seed: SupportsIndex = 0,
    ) -> None:
        self.game = made(game)
        self._limits = _limits(depth, nodes)
        self._use = Use("search")
        self._found: tuple[State, dict[str, Any]] | None = None
        config = {
            "table": table, "levels": levels, "quiescence": quiescence,
            "seed": integer("seed", seed, 0, 2**64 - 1), "noise": number("noise", noise, 0, 1),
        }  # fmt: skip
        for name, value in config.items():
            if value is None:
                raise TypeError(f"{name}: expected an integer, not None")
        words = f"game: expected two players, no hidden information and no chance in play, not {self.game.name}"
        if self.game.players != 2 or self.game.type.information == "hidden" or self.game.type.chance == "play":
            raise ValueError(words)
        room = memory(_native.lg_alphabeta_size(self.game._handle, config), "table: ")
        self._handle = _native.lg_alphabeta_create(self.game._handle, config, room)

    @exclusive
    def __call__(
        self, state: State, *, depth: int | None = None, nodes: int | None = None, seconds: float | None = None
    ) -> AlphaBetaResult:
        """Searches a state until a limit is reached or its result is proven. Raises GameOver.

        A run that is ended by the clock or by Ctrl-C is not reproducible; after the latter `result` is the result so
        far.
        """
        most, budget = self._limits if depth is None and nodes is None and seconds is None else _limits(depth, nodes)
        if most is None and budget is None and seconds is None:
            raise ValueError("expected a limit: depth, nodes or seconds")
        limits = {
            "depth": _native.LG_ALPHABETA_MAX_DEPTH if most is None else most,
            "nodes": 2**63 - 1 if budget is None else budget,
        }
        end = time_limit("seconds", seconds)
        data = self.game._bytes_of(state)
        if state.is_over:
            raise GameOver("the game is over: there is nothing to search")
        found: dict[str, Any] = {}
        try:
            _native.alphabeta_run(self._handle, data, limits, (end, None), found)
        finally:
            self._found = (state, found) if found else self._found
        return self.result

    @property
    @exclusive
    def result(self) -> AlphaBetaResult:
        """The result of the last call, also when Ctrl-C has ended it."""
        if self._found is None:
            raise ValueError("expected a search first: there is no result")
        state, found = self._found[0], dict(self._found[1])
        best, proven = found.pop("action"), found.pop("proven") != 0
        found["pv"] = found["pv"][: found.pop("pv_length")]
        return AlphaBetaResult(state, best, proven=proven, **found)

    @exclusive
    def clear(self) -> None:
        """Clears the table: the next call behaves like the first one of a new search."""
        _native.lg_alphabeta_clear(self._handle)

    def __repr__(self) -> str:
        return f"libgames.AlphaBeta({self.game.config!r})"


def _limits(depth: int | None, nodes: int | None) -> tuple[int | None, int | None]:
    most = None if depth is None else integer("depth", depth, 1, _native.LG_ALPHABETA_MAX_DEPTH)
    return most, None if nodes is None else integer("nodes", nodes, 1, 2**63 - 1)
