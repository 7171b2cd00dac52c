"""Pictures of states: SVG, PNG, arrays of pixels and animations. Needs the extra `libgames[viz]`.

    from libgames import pictures

    pictures.svg(state)                          # text of an SVG; notebooks show states this way by themselves
    pictures.png(state, player=1, zoom=2)        # bytes: what player 1 may know, at twice the size
    pictures.rgb_array(state)                    # uint8 [height, width, 3]
    pictures.gif("game.gif", states)             # an animation

Each game has a module of its own name in here: the COLOURS of the players, and `draw(state, player)`. Games that were
loaded from files are drawn in letters.
"""

from __future__ import annotations

import importlib
import io
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .._files import check_file, write_file
from .._words import from_extra, integer, shown
from ..game import State, room

with from_extra(__name__, "viz"):
    import drawsvg


def svg(state: State, player: int | None = None) -> str:
    """The picture as SVG, as far as `player` may know the state; None knows everything."""
    return str(_drawing(state, player).as_svg())


def png(state: State, player: int | None = None, zoom: float = 1.0) -> bytes:
    """The picture as PNG; zoom 0.1 ... 10 enlarges it."""
    with from_extra("libgames.pictures", "viz"):
        import resvg_py

    if not 0.1 <= zoom <= 10:
        raise ValueError(f"zoom: expected a number in 0.1 ... 10, not {shown(zoom)}")
    # Fonts differ from machine to machine, or are missing: matplotlib brings its own.
    pixels = resvg_py.svg_to_bytes(
        svg_string=svg(state, player), zoom=float(zoom), skip_system_fonts=True, font_files=_fonts(),
        font_family="DejaVu Sans", sans_serif_family="DejaVu Sans",
    )
    return bytes(pixels)


def rgb_array(state: State, player: int | None = None, zoom: float = 1.0) -> np.ndarray:
    """The picture as uint8 [height, width, 3], in the order red, green, blue."""
    with from_extra("libgames.pictures", "viz"):
        from PIL import Image

    picture = Image.open(io.BytesIO(png(state, player, zoom))).convert("RGBA")
    # The corners are round, and what lies outside them is white.
    return np.asarray(Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture).convert("RGB"))


def gif(path: str | Path, states: Iterable[State], player: int | None = None, seconds: float = 0.5,
        zoom: float = 1.0) -> None:
    """Writes an animation, one picture a state, each shown for so many seconds; it begins again at the end."""
    with from_extra("libgames.pictures", "viz"):
        from PIL import Image

    if not seconds > 0:
        raise ValueError(f"seconds: expected a number above 0, not {shown(seconds)}")
    check_file(path)  # before the work
    pictures = [rgb_array(state, player, zoom) for state in states]
    if not pictures:
        raise ValueError("states: expected at least one")
    # All share one palette: then what does not change from one picture to the next takes no room in the file.
    samples = (pictures[0], pictures[len(pictures) // 2], pictures[-1])
    colours = Image.fromarray(np.concatenate([sample.reshape(-1, 1, 3) for sample in samples]))
    palette = colours.quantize(256, dither=Image.Dither.NONE)
    frames = [Image.fromarray(one).quantize(palette=palette, dither=Image.Dither.NONE) for one in pictures]
    data = io.BytesIO()
    frames[0].save(data, format="GIF", save_all=True, append_images=frames[1:], duration=round(1000 * seconds), loop=0)
    write_file(path, data.getvalue())


def players(state: State) -> list[tuple[str, str]]:
    """The name and the colour of each player."""
    colours = _module(state).COLOURS
    return list(zip(state.game.seats, colours[: state.game.players], strict=True))


def has_secrets(state: State) -> bool:
    """Whether players know different things, so that a picture depends on who looks."""
    return _checked(state).game.type.information == "hidden"


def _checked(state: State) -> State:
    if not isinstance(state, State):
        raise TypeError(f"state: expected a state of libgames, not {shown(state)}")
    return state


def _module(state: State) -> Any:
    return room(_checked(state).game, __name__) or importlib.import_module(f"{__name__}.lettered")


def _drawing(state: State, player: int | None) -> drawsvg.Drawing:
    module = _module(state)
    if player is not None:
        integer("player", player, 0, state.game.players - 1, "None")
    return module.draw(state, player)


@cache
def _fonts() -> list[str]:
    with from_extra("libgames.pictures", "viz"):
        import matplotlib

    folder = Path(matplotlib.get_data_path(), "fonts", "ttf")
    return [str(folder / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf")]
