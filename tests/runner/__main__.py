"""Runs the phases of phases.py, by default the daily ones, otherwise those named or those that test touched files, in
parallel (one more than there are cores), and prints the totals. Started by script/test.

python tests/runner --list
python tests/runner [--all] [NAME ...]
python tests/runner --touched [BASE]
"""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import rooms
import tools
from checks import run_phase, summary
from phases import Phase, phases
from tools import CORES, LONG, ONE_THREAD, ROOT, interrupt

OF_PYTHON = {"build", "test"}


def set_up(needs: set[str]) -> None:
    """Installs what the phases need: Debian's packages, and Python's beside them, since each keeps one core busy."""
    steps = [f"set_up_machine {' '.join(sorted(needs - OF_PYTHON))}"]
    if needs & OF_PYTHON:
        steps.append("; ".join(["set_up_venv", "set_up_extras build", *["set_up_extras test"] * ("test" in needs)]))
    begun = [subprocess.Popen(["bash", "-c", f"set -eu; . script/setup.sh; {step}"], cwd=ROOT) for step in steps]
    if any([process.wait() for process in begun]):
        sys.exit(1)


def run_all(chosen: list[Phase]) -> tuple[int, int]:
    """The sum of these phases, tools.at_once of them in parallel."""
    with ThreadPoolExecutor(tools.at_once) as pool:
        try:
            counts = list(pool.map(lambda phase: run_phase(phase.title, phase.run), chosen))
        except KeyboardInterrupt:
            interrupt()
            raise
    passed, failed = map(sum, zip(*counts))
    return passed, failed


def main(words: list[str]) -> int:
    known = phases()
    if words == ["--list"]:
        for name, phase in known.items():
            print(f"{name:15} {phase.title}{' (only with --all or by name)' if phase.rare else ''}")
        return 0
    if words[:1] == ["--touched"] and len(words) <= 2:
        base = words[1] if len(words) == 2 else "HEAD"
        files = rooms.changed(base)
        if not files:
            print(f"error: no file has changed since {base}", file=sys.stderr)
            return 2
        words = sorted(rooms.phases_for(files) or ())
        print(f"{len(files)} files have changed since {base}: {', '.join(words) or 'every phase'}", flush=True)
    names = [word for word in words if word != "--all"]
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"error: no phase named {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    every = names != words
    if every:
        for name, value in LONG.items():
            os.environ.setdefault(name, value)
    chosen = [phase for name, phase in known.items() if name in names or (not names and (every or not phase.rare))]
    os.environ.update(ONE_THREAD)
    needs = {need for phase in chosen for need in phase.needs.split()}
    if needs >= {"headers", "check"}:  # the library, for the package and for the tests in C
        needs.add("ccache")
    if needs:
        set_up(needs)
    tools.at_once = min(len(chosen), CORES + 1)  # one more than there are cores, since many wait now and then
    begin = time.monotonic()
    print(f"{len(chosen)} phases, {tools.at_once} at a time; each reports when it ends", flush=True)
    passed, failed = run_all(chosen)
    print(f"{time.monotonic() - begin:.0f} s in all")
    print(summary(passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(130)
