"""script/demo as a user sees it: in a terminal, and written to a file."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios

from checks import Check
from package import install_package
from tools import ROOT, must, run

COMMAND = [ROOT / "script/demo", "0.1"]
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def in_terminal(columns: int) -> tuple[int, str]:
    """Exit status and output of the demonstration in a terminal of this width."""
    terminal, its_side = pty.openpty()
    fcntl.ioctl(its_side, termios.TIOCSWINSZ, struct.pack("HHHH", 60, columns, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color"}
    for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"):
        environment.pop(name, None)
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
    return [tuple(line.split("|")) for line in must("python", "-c", list_games).splitlines()]


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


def demo():
    install_package()
    status, output = run(*COMMAND)
    yield Check("script/demo shows all games in a file", status == 0 and not missing(output),
                f"exit status {status}, missing: {missing(output)}\n{output}")
    yield Check("script/demo writes plain text to a file", "\x1b" not in output, output)
    for columns, two in ((80, False), (150, True)):
        status, output = in_terminal(columns)
        yield Check(f"script/demo shows all games in {columns} columns", status == 0 and not missing(output),
                    f"exit status {status}, missing: {missing(output)}\n{output}")
        yield Check(f"script/demo is coloured in {columns} columns", len(COLOUR.findall(output)) > 1000, output)
        widest = max(map(len, CONTROL.sub("", output).splitlines()))
        yield Check(f"script/demo uses {columns} columns", widest <= columns and side_by_side(output) == two, output)
