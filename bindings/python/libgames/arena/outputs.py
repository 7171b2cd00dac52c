"""The outputs of commands: the terminal, with boards in its colours, and files, which are checked before the work
begins."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from .._files import check_file, check_folder, target, write_file
from .._words import did_you_mean, shown
from ..game import State


def coloured(state: State, player: int | None = None) -> Text:
    """The position as `player` may know it, like State.board_for; without colours on terminals that lack them."""
    return Text.from_ansi(state.board_for(player, colour=True))


def harmless(text: str) -> str:
    """A string from outside, without terminal control sequences."""
    return "".join(character if character.isprintable() else " " for character in text)


def harmless_lines(text: str) -> str:
    """The same for several lines."""
    return "\n".join(map(harmless, text.split("\n")))


_WIDE = 1000  # columns where there is no terminal


def console() -> Console:
    made = Console(highlight=False)
    if not made.is_terminal and "COLUMNS" not in os.environ:
        made.width = _WIDE  # no line of a table is broken in a file or a pipe
    if made.width <= 0:  # if the number is unknown; in old consoles of Windows Rich takes one off
        made.width = 80
    return made


class _RateColumn(ProgressColumn):
    """The amount done in a second."""

    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else f"{task.speed:.3g}/s")


def progress(*columns: ProgressColumn) -> Progress:
    """Progress bars that disappear when the work is done, only on a terminal and never in a command's output. Unless
    columns are given, they show the elapsed time, the speed, and the remaining time."""
    screen = Console(stderr=True)
    times = (TimeElapsedColumn(), _RateColumn(), TimeRemainingColumn())
    shown_columns = columns or (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), *times)
    return Progress(*shown_columns, console=screen, transient=True, disable=not screen.is_terminal)


def reason(error: OSError) -> str:
    """An error of the system in a line."""
    if error.filename is None:
        return error.strerror or str(error)
    return f"{os.fsdecode(error.filename)}: {error.strerror}"


class _Output(click.Path):
    """A path that can be written, as far as that can be known before."""

    check: Callable[[str | os.PathLike[str]], None]

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not value:
            self.fail("expected the name of a file or folder", param, ctx)
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        try:
            type(self).check(path)
        except OSError as error:
            self.fail(f"{path} can't be written: {error.strerror}", param, ctx)
        return path


class OutputFile(_Output):
    """A separate file: if two options named the same one, output or input would be lost."""

    check = staticmethod(check_file)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = super().convert(value, param, ctx)
        _claim(self, path, param, ctx, written=True)
        return path


class InputFile(click.Path):
    """A file to read, and therefore not to write; with `allow_dash` - is the standard input."""

    def __init__(self, allow_dash: bool = False) -> None:
        super().__init__(exists=True, dir_okay=False, allow_dash=allow_dash, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        _claim(self, path, param, ctx, written=False)
        return path


def _claim(
    kind: click.Path, path: Path, param: click.Parameter | None, ctx: click.Context | None, written: bool
) -> None:
    """Notes the reader or writer of this file. Fails if there are two and one of them writes."""
    if param is None or ctx is None:
        return
    file: object = target(path)
    with contextlib.suppress(OSError):
        found = os.fstat(sys.stdin.fileno()) if str(path) == "-" and not written else os.stat(path)
        if not stat.S_ISREG(found.st_mode):
            return
        file = (found.st_dev, found.st_ino)  # under any name
    name = param.opts[0] if isinstance(param, click.Option) else (param.name or "").upper()
    owner, owner_writes = ctx.meta.setdefault(__name__, {}).setdefault(file, (name, written))
    if owner != name and (written or owner_writes):
        kind.fail(f"expected another file than that of {owner}", param, ctx)


class OutputFolder(_Output):
    """It need not exist: it is made when the work begins."""

    check = staticmethod(check_folder)


def write(path: Path | None, text: str) -> None:
    """Writes to a file, or to the standard output."""
    if path is None:
        click.echo(harmless_lines(text) if sys.stdout.isatty() else text, nl=False)
    else:
        write_file(path, text)


def _open_standard_streams() -> None:
    """Takes the numbers of closed standard streams, so that no other file gets them; printing then fails, as on a full
    disk."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDONLY if number < 2 else os.O_WRONLY)  # the lowest free number
            setattr(sys, name, open(nowhere, mode, closefd=False))


def _forget_output() -> None:
    """Does not write again when Python ends, which would report the same error once more."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


@contextlib.contextmanager
def _harmless_errors() -> Iterator[None]:
    """Messages may quote files, or their names."""
    try:
        yield
    except click.ClickException as error:
        vars(error).update(message=harmless_lines(error.message))
        raise


class Group(click.Group):
    """Lists the commands in the order in which they were written. Errors of the system, and too little memory, end them
    with one line."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with _harmless_errors():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _harmless_errors():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            meant = did_you_mean(args[0], self.commands)
            raise click.UsageError(f"No such command {shown(args[0])}{meant}", ctx) from None

    def main(self, *args: Any, **extra: Any) -> Any:
        _open_standard_streams()
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")  # an ASCII-only terminal is no reason to fail
        try:
            return super().main(*args, **extra)
        except MemoryError:
            click.ClickException(os.strerror(errno.ENOMEM)).show()
            sys.exit(1)
        except OSError as error:
            click.ClickException(harmless_lines(reason(error))).show()
            _forget_output()
            sys.exit(1)
