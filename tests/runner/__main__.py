"""Runs the phases of phases.py, those of every day or those named, as many at once as there are cores, and prints the true sum.
Started by script/test.

python tests/runner --list
python tests/runner [--all] [NAME ...]
"""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from checks import run_phase, summary
from phases import only_with_all, phases
from tools import CORES, LONG, ONE_THREAD


def main(words: list[str]) -> int:
    known = phases()
    rare = only_with_all(known)
    if words == ["--list"]:
        for name, (title, _) in known.items():
            print(f"{name:15} {title}{' (only with --all or by name)' if name in rare else ''}")
        return 0
    names = [word for word in words if word != "--all"]
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"error: no phase named {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    every = names != words
    if every:
        for name, value in LONG.items():
            os.environ.setdefault(name, value)
    chosen = [name for name in known if name in names or (not names and (every or name not in rare))]
    os.environ.update(ONE_THREAD)
    begin = time.monotonic()
    print(f"{len(chosen)} phases, {CORES} at a time; each reports when it ends", flush=True)
    with ThreadPoolExecutor(CORES) as pool:
        counts = list(pool.map(lambda name: run_phase(*known[name]), chosen))
    passed, failed = map(sum, zip(*counts))
    print(f"{time.monotonic() - begin:.0f} s in all")
    print(summary(passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
