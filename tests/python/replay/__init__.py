"""Conformance vectors: whole games as data, replayed through the library. Their format: tests/vectors/README.md."""

import gzip
import importlib
import json
import os
from pathlib import Path
from typing import NamedTuple

import libgames as lg

from .compare import Mismatch

DEFAULT_FOLDER = Path(__file__).parents[2] / "vectors"

# One function for each game: it replays a line and raises Mismatch or an error of the library.
REPLAYERS = {game: importlib.import_module(f".{game}", __package__).replay for game in lg.games()}


class Vector(NamedTuple):
    """One line of a file: one whole game."""

    path: Path
    number: int
    game: str
    line: dict

    @property
    def name(self):
        return f"{self.path.name.removesuffix('.gz').removesuffix('.jsonl')}:{self.line['id']}"


def folder():
    """The folder of the vectors: the environment variable LIBGAMES_VECTORS, by default tests/vectors."""
    return Path(os.environ.get("LIBGAMES_VECTORS") or DEFAULT_FOLDER)


def _game_of(path):
    """The game of a file <game>*.jsonl or <game>*.jsonl.gz."""
    for game in lg.games():
        if path.name.startswith(game):
            return game
    raise Mismatch(f"{path}: the name does not begin with that of a game")


def _line(path, number, text, game):
    try:
        line = json.loads(text)
    except ValueError as error:
        raise Mismatch(f"{path}:{number}: not JSON: {error}") from error
    if not isinstance(line, dict) or not isinstance(line.get("id"), str):
        raise Mismatch(f"{path}:{number}: expected an object with an id")
    if line.get("game") != game:
        raise Mismatch(f"{path}:{number}: unknown game {line.get('game')!r}")
    return Vector(path, number, game, line)


def read(folder):
    """Every game in the files of a folder. An unknown game, a missing folder or an empty one is an error."""
    if not folder.is_dir():
        raise Mismatch(f"{folder}: no such folder")
    vectors = []
    for path in sorted([*folder.glob("*.jsonl"), *folder.glob("*.jsonl.gz")]):
        game = _game_of(path)
        data = path.read_bytes()
        lines = (gzip.decompress(data) if path.suffix == ".gz" else data).decode().splitlines()
        vectors += [_line(path, number, text, game) for number, text in enumerate(lines, 1)]
    if not vectors:
        raise Mismatch(f"{folder}: no games")
    return vectors


def replay(vector):
    """Replays one game and compares everything that its line states."""
    try:
        REPLAYERS[vector.game](vector.line)
    except (Mismatch, ValueError, TypeError) as error:
        raise Mismatch(f"{vector.path}:{vector.number}: {vector.line['id']}: {error}") from error
