"""The board: a page for the browser, a single HTML file that needs no network, in which games are played, analysed and
replayed.

    from pathlib import Path
    from libgames.pictures import page

    Path("board.html").write_text(page.board(), encoding="utf-8")
    Path("game.html").write_text(page.replay_page(Path("game.replay").read_bytes()), encoding="utf-8")
"""

from __future__ import annotations

import base64
import gzip
import html
import importlib.resources

from .._words import shown

_TITLE = "<title>libgames board</title>"
_LARGEST = 500_000_000  # bytes that the page unpacks
_PLACE = '<script id="{}" type="text/plain"></script>'


def board() -> str:
    """The HTML of the board. Raises RuntimeError where libgames was built without it."""
    file = importlib.resources.files("libgames").joinpath("board.html")
    if not file.is_file():
        from .._install import rebuild_command

        raise RuntimeError(
            "this libgames was built without the board, since its compiler, the Python package ziglang, was not there; "
            f"this builds it with the board: {rebuild_command()}"
        )
    return file.read_text(encoding="utf-8")


def replay_page(replay: str | bytes, title: str | None = None, stored: str | None = None) -> str:
    """The board with a game inside: `replay` is the text that the arena writes, `title` the window's title.

    The board knows the library's own games. Of one that was loaded from a file it shows pictures, without an engine:
    `stored` is the data from `libgames.arena.pictured` for the replay.
    """
    page = _filled(board(), "replay", _packed(replay))
    return _titled(page if stored is None else _filled(page, "stored", _packed(stored)), title)


def live_page(events: str) -> str:
    """The board that shows the games of a match: `events` is the address that sends them."""
    if not isinstance(events, str):
        raise TypeError(f"events: expected an address, not {shown(events)}")
    return _filled(board(), "live", events.replace("<", "%3C"))


def _packed(text: str | bytes) -> str:
    if not isinstance(text, str | bytes):
        raise TypeError(f"replay: expected text or bytes, not {shown(text)}")
    try:
        data = text.encode(errors="surrogateescape") if isinstance(text, str) else text
    except UnicodeEncodeError:
        raise ValueError(f"replay: expected no lone surrogates, not {shown(text)}") from None
    if len(data) > _LARGEST:
        raise ValueError(f"replay: expected at most {_LARGEST} bytes and as many of its pictures, not {len(data)}")
    return base64.b64encode(gzip.compress(data, mtime=0)).decode()


def _filled(page: str, place: str, text: str) -> str:
    """The page with this text, which contains no `<`, in one of its places."""
    before, found, after = page.partition(_PLACE.format(place))
    assert found, place
    return before + found.replace("></", f">{text}</") + after


def _titled(page: str, title: str | None) -> str:
    if title is not None and not isinstance(title, str):
        raise TypeError(f"title: expected a text, not {shown(title)}")
    return page if title is None else page.replace(_TITLE, f"<title>{html.escape(title)}</title>", 1)
