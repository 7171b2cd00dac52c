"""Runs the phases of phases.py, all or those named, and prints the true sum. Started by script/test.

python tests/runner [--list] [NAME ...]
"""

import sys

from checks import run_phase, summary
from phases import PHASES


def main(names: list[str]) -> int:
    if names == ["--list"]:
        print("\n".join(f"{name:10} {title}" for name, (title, _) in PHASES.items()))
        return 0
    unknown = [name for name in names if name not in PHASES]
    if unknown:
        print(f"error: no phase named {', '.join(unknown)}; there are {', '.join(PHASES)}", file=sys.stderr)
        return 2
    passed = failed = 0
    for name in names or PHASES:
        more_passed, more_failed = run_phase(*PHASES[name])
        passed += more_passed
        failed += more_failed
    print(summary(passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
