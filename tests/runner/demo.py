"""script/demo as a newcomer sees it: in a new clone, on a machine with a C compiler and Python alone, in a terminal and
written to a file; and the tests' own set-up after it."""

import fcntl
import os
import pty
import re
import shutil
import struct
import subprocess
import termios
from pathlib import Path

from checks import Check
from tools import BUILD, ROOT, empty_folder, must, run

CLONE = BUILD / "newcomer"
COMMAND = [CLONE / "script/demo", "0.1"]
LEFT_OUT = re.compile(r"(clang|lld|wasm|zig|swig|meson|ninja|javac|chromium).*")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def clone() -> None:
    """The files of this checkout, without anything that was built in it."""
    built = shutil.ignore_patterns(".git", ".venv", "build*", "__pycache__", "*.pyc", "corpus", "results", "vectors")
    shutil.rmtree(CLONE, ignore_errors=True)
    shutil.copytree(ROOT, CLONE, ignore=built, symlinks=True)


def bare(folder: Path) -> dict[str, str]:
    """The environment of a machine without the board's compiler and without any other tool of the tests: the programs
    of the system's folders except these, and an empty home. The caches of pip, zig and ccache are kept. Without ccache
    C is compiled without optimisation, since its speed doesn't matter here."""
    for place in ("/usr/bin", "/bin"):
        for path in Path(place).iterdir():
            if not LEFT_OUT.fullmatch(path.name) and not (folder / path.name).is_symlink():
                (folder / path.name).symlink_to(path)
    home = empty_folder(folder.with_name("home"))
    kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "LANG", "LC_", "SSL_"))}
    cache = must("pip", "cache", "dir").strip()
    compiled = {"CCACHE_DIR": str(BUILD / "ccache")} if shutil.which("ccache") else {"CFLAGS": "-O0"}
    return {**kept, **compiled, "PATH": str(folder), "HOME": str(home), "PIP_CACHE_DIR": cache,
            "ZIG_GLOBAL_CACHE_DIR": str(BUILD / "zig"), "TERM": "xterm-256color"}


def in_clone(command: list, environment: dict[str, str]) -> tuple[int, str]:
    return run("env", "-i", *(f"{name}={value}" for name, value in environment.items()), *command, cwd=CLONE)


def in_terminal(columns: int, environment: dict[str, str]) -> tuple[int, str]:
    """Exit status and output of the demonstration in a terminal of this width."""
    terminal, its_side = pty.openpty()
    fcntl.ioctl(its_side, termios.TIOCSWINSZ, struct.pack("HHHH", 60, columns, 0, 0))
    process = subprocess.Popen(COMMAND, stdin=its_side, stdout=its_side, stderr=its_side, env=environment)
    os.close(its_side)
    output = b""
    try:
        while part := os.read(terminal, 65536):
            output += part
    except OSError:  # the other side is closed: the end
        pass
    os.close(terminal)
    return process.wait(timeout=60), output.decode()


def games() -> list[tuple[str, str]]:
    """Name and title of every game."""
    list_games = "import libgames as lg; [print(name, lg.make(name).type.title, sep='|') for name in lg.games()]"
    return [tuple(line.split("|")) for line in must(CLONE / ".venv/bin/python", "-c", list_games, cwd=BUILD).splitlines()]


def missing(output: str) -> list[str]:
    """What every game must have in the output: a board with its title, bars that are full, rows of the table."""
    plain = CONTROL.sub("", output)
    patterns = {}
    for name, title in games():
        patterns[f"a board of {name}"] = rf"─ {re.escape(title)}: the end after \d+ moves ─"
        patterns[f"a full bar of {name}"] = rf"{name}: .*100%"
        patterns[f"a row of {name}"] = rf"^ {name} +\S.* [\d,]+ +[\d,]+ +[\d,]+ *\r?$"
        patterns[f"a row of {name} in C"] = rf"^ {name} +random in C .* [\d,]+ +[\d,]+ +[\d,]+ *\r?$"
    return [what for what, pattern in patterns.items() if not re.search(pattern, plain, re.MULTILINE)]


def side_by_side(output: str) -> bool:
    return any(line.count("╮") == 2 for line in CONTROL.sub("", output).splitlines())


# The pages' promises after script/demo, without further installations.
SHOWS_THE_BOARD = """\
set -eu
. .venv/bin/activate
libgames match alquerque greedy random --games 1 --save games
libgames show games/*1.replay --html game.html
libgames serve --port 0 >served & trap "kill $!" EXIT
until address=$(grep -o "http://[^ ]*" served); do sleep 0.1; done
python -c "import sys, urllib.request as web; assert b'WebAssembly' in web.urlopen(sys.argv[1]).read()" "$address"
"""
AS_THE_TESTS_DO = 'set -eu; . script/setup.sh; set_up_venv; set_up_package arena'


def demo():
    clone()
    environment = bare(empty_folder(BUILD / "bare"))
    status, output = in_clone(COMMAND, environment)
    yield Check("script/demo in a new clone shows all games in a file", status == 0 and not missing(output),
                f"exit status {status}, missing: {missing(output) if status == 0 else 'all'}\n{output}")
    if status != 0:
        return
    yield Check("script/demo writes plain text to a file", "\x1b" not in output, output)
    status, output = in_clone(["bash", "-c", SHOWS_THE_BOARD], environment)
    yield Check("after it the board plays, and shows a game", status == 0, output)
    for columns, two in ((80, False), (150, True)):
        status, output = in_terminal(columns, environment)
        yield Check(f"script/demo shows all games in {columns} columns", status == 0 and not missing(output),
                    f"exit status {status}, missing: {missing(output)}\n{output}")
        yield Check(f"script/demo builds nothing a second time, in {columns} columns", "-- " not in output, output)
        yield Check(f"script/demo is coloured in {columns} columns", len(COLOUR.findall(output)) > 1000, output)
        widest = max(map(len, CONTROL.sub("", output).splitlines()))
        yield Check(f"script/demo uses {columns} columns", widest <= columns and side_by_side(output) == two, output)
    status, output = in_clone(["bash", "-c", AS_THE_TESTS_DO], {**environment, "PATH": os.environ["PATH"]})
    yield Check("the package as the tests set it up after that", status == 0, output)
    board = next(CLONE.glob(".venv/lib/python3*/site-packages/libgames/board.html"), None)
    yield Check("the package contains the board", board is not None, str(CLONE))
