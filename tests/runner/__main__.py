"""Runs the phases of phases.py, all or those named, as many at once as there are cores, and prints the true sum.
Started by script/test.

python tests/runner [--list] [NAME ...]
"""

import sys
import time
from concurrent.futures import ThreadPoolExecutor

from checks import run_phase, summary
from phases import PHASES
from tools import CORES


def main(names: list[str]) -> int:
    if names == ["--list"]:
        print("\n".join(f"{name:15} {title}" for name, (title, _) in PHASES.items()))
        return 0
    unknown = [name for name in names if name not in PHASES]
    if unknown:
        print(f"error: no phase named {', '.join(unknown)}; there are {', '.join(PHASES)}", file=sys.stderr)
        return 2
    begin = time.monotonic()
    print(f"{len(names or PHASES)} phases, {CORES} at a time; each reports when it ends", flush=True)
    with ThreadPoolExecutor(CORES) as pool:
        counts = list(pool.map(lambda name: run_phase(*PHASES[name]), names or PHASES))
    passed, failed = map(sum, zip(*counts))
    print(f"{time.monotonic() - begin:.0f} s in all")
    print(summary(passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
