"""Pictures of states: SVG, PNG, arrays of pixels and animations. All but SVG need the extra `libgames[viz]`.

    from libgames import pictures

    pictures.svg(state)                          # text of an SVG, as State.draw; notebooks show states this way
    pictures.png(state, viewer=1, zoom=2)        # bytes: the view of player 1, at twice the size
    pictures.png(state, theme="dark", legal=True)
    pictures.rgb_array(state)                    # uint8 [height, width, 3]
    pictures.gif("game.gif", states)             # an animation

For further keywords see State.draw.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .._errors import from_extra
from .._files import check_file, write_file
from .._words import integer, listed, number, shown
from ..game import State

_MOST_PIXELS = 16384  # a side; four bytes each


def svg(state: State, viewer: int | None = None, **options: Any) -> str:
    """The picture as SVG, as far as `viewer` may know the state; None knows everything."""
    if viewer is not None:
        integer("viewer", viewer, 0, _checked(state).game.players - 1, "None")
    return _checked(state).draw(viewer, **options)


def png(state: State, viewer: int | None = None, zoom: float = 1.0, **options: Any) -> bytes:
    """The picture as PNG; zoom 0.1 ... 10 enlarges it, up to 16384 pixels in each direction."""
    with from_extra("libgames.pictures", "viz"):
        import resvg_py

    zoom = number("zoom", zoom, 0.1, 10)
    picture = svg(state, viewer, **{"theme": "light", **options})
    width, height = (int(side) for side in re.findall(r" (?:width|height)='(\d+)'", picture.partition(">")[0]))
    if max(width, height) * zoom > _MOST_PIXELS:
        raise ValueError(f"zoom: expected a picture of at most {_MOST_PIXELS} pixels a side, not {width} x {height}, {zoom:g} times")
    # Fonts differ from machine to machine, or are missing: matplotlib brings its own.
    pixels = resvg_py.svg_to_bytes(
        svg_string=picture, zoom=zoom, skip_system_fonts=True,
        font_files=_fonts(), font_family="DejaVu Sans", sans_serif_family="DejaVu Sans",
        monospace_family="DejaVu Sans Mono",
    )
    return bytes(pixels)


def rgb_array(state: State, viewer: int | None = None, zoom: float = 1.0, **options: Any) -> np.ndarray:
    """The picture as uint8 [height, width, 3], in the order red, green, blue."""
    with from_extra("libgames.pictures", "viz"):
        from PIL import Image

    picture = Image.open(io.BytesIO(png(state, viewer, zoom, **options))).convert("RGBA")
    # The corners are round, and the area outside them is white.
    return np.array(Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture).convert("RGB"))


def gif(path: str | Path, states: Iterable[State], viewer: int | None = None, seconds: float = 0.5,
        zoom: float = 1.0, **options: Any) -> None:
    """Writes an animation, one picture a state, each shown for `seconds` (0.01 ... 655.35); it begins again at the end.
    Changes since the previous picture are marked."""
    with from_extra("libgames.pictures", "viz"):
        from PIL import Image

    duration = round(100 * number("seconds", seconds, 0.01, 655.35)) * 10  # GIF has 16 bits for it
    check_file(path)  # before the work
    shown_states = listed("states", states)
    pictures = [
        rgb_array(state, viewer, zoom, **{"before": before, **options})
        for before, state in zip([None, *shown_states], shown_states, strict=False)
    ]
    if not pictures:
        raise ValueError("states: expected at least one")
    # All share one palette: then parts that do not change from one picture to the next take no room in the file.
    samples = (pictures[0], pictures[len(pictures) // 2], pictures[-1])
    colours = Image.fromarray(np.concatenate([sample.reshape(-1, 1, 3) for sample in samples]))
    palette = colours.quantize(256, dither=Image.Dither.NONE)
    frames = [Image.fromarray(one).quantize(palette=palette, dither=Image.Dither.NONE) for one in pictures]
    data = io.BytesIO()
    frames[0].save(data, format="GIF", save_all=True, append_images=frames[1:], duration=duration, loop=0)
    write_file(path, data.getvalue())


def players(state: State) -> list[tuple[str, str]]:
    """The name of each player, and its colour on light paper, of the class p0, p1, ..."""
    colours = dict(re.findall(r"\.p(\d+)\{fill:(#\w+)\}", svg(state, theme="light")))
    return [(name, colours[str(seat % 8)]) for seat, name in enumerate(state.game.seats)]


def has_secrets(state: State) -> bool:
    """Whether players know different things, so that a picture depends on who looks."""
    return _checked(state).game.type.information == "hidden"


def _checked(state: State) -> State:
    if not isinstance(state, State):
        raise TypeError(f"state: expected a state of libgames, not {shown(state)}")
    return state


@cache
def _fonts() -> list[str]:
    with from_extra("libgames.pictures", "viz"):
        import matplotlib

    folder = Path(matplotlib.get_data_path(), "fonts", "ttf")
    return [str(folder / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf")]
