"""A check is the unit that `script/test` counts: one test of one program, with the reason when it failed.

This module converts the reports of other test programs into checks. Promised but missing tests, skipped tests and a bad
exit status are failures: the total must never look better than the truth.
"""

import re
import time
import traceback
import xml.etree.ElementTree as xml
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Check:
    name: str
    passed: bool
    detail: str = ""


class Failure(Exception):
    """A step without which its phase can't continue; the text is the command and all its output."""


def with_output(checks: list[Check], output: str) -> list[Check]:
    """These checks; the last failed one also contains the rest of the program's output."""
    failed = [number for number, check in enumerate(checks) if not check.passed]
    if failed:
        last = checks[failed[-1]]
        checks[failed[-1]] = replace(last, detail=f"{last.detail}\n{output}")
    return checks


_TAP_LINE = re.compile(r"^(not )?ok\b\s*(\d*)\s*-?\s*(.*)$")
_TAP_PLAN = re.compile(r"^1\.\.(\d+)\s*$")
_TAP_NOT_RUN = re.compile(r"#\s*(skip|todo)", re.IGNORECASE)


def from_tap(output: str, status: int) -> list[Check]:
    """The checks in the TAP output of a program that ended with `status`."""
    checks = []
    plans = []
    rest = []  # without the lines of tests, of which there are thousands
    for line in output.splitlines():
        if plan := _TAP_PLAN.match(line):
            plans.append(int(plan[1]))
        elif test := _TAP_LINE.match(line):
            passed = not test[1] and not _TAP_NOT_RUN.search(test[3])
            checks.append(Check(test[3] or f"test {test[2]}", passed, "" if passed else line))
        else:
            rest.append(line)
    planned = plans[0] if len(plans) == 1 else 0
    if planned == 0:
        checks.append(Check("TAP plan", False, f"one plan with at least one test expected, found: {plans}"))
    elif planned != len(checks):
        counted = f"{planned} tests planned, {len(checks)} reported"
        missing = max(1, planned - len(checks))
        checks += [Check("TAP plan", False, counted)] * missing
    if status != 0 and all(check.passed for check in checks):
        checks.append(Check("exit status", False, f"exit status {status}"))
    return with_output(checks, "\n".join(rest))


def from_junit(report: str, status: int, output: str) -> list[Check]:
    """The checks in pytest's JUnit report (`report` is its text) of a run that ended with `status`."""
    checks = []
    for case in xml.fromstring(report).iter("testcase"):
        name = f"{case.get('classname')}::{case.get('name')}"
        problems = [child for child in case if child.tag in ("failure", "error", "skipped")]
        detail = "\n".join(f"{problem.tag}: {problem.get('message')}" for problem in problems)
        checks.append(Check(name, not problems, detail))
    if not checks:
        checks.append(Check("collection", False, "no tests were collected"))
    if status != 0 and all(check.passed for check in checks):
        checks.append(Check("exit status", False, f"exit status {status}"))
    return with_output(checks, output)


def run_phase(title, phase) -> tuple[int, int]:
    """Runs one phase (a function that returns an iterable of checks), prints at its end what failed in full, and
    returns how many checks passed and how many failed. A Failure or another exception on the way, and making no checks
    at all, count as one failed check."""
    begin = time.monotonic()
    passed = 0
    failed = []
    try:
        for check in phase():
            passed += check.passed
            if not check.passed:
                failed.append(f"FAILED {check.name}\n{check.detail}\n")
        if passed == 0 and not failed:
            raise Failure("the phase made no checks")
    except Failure as failure:
        failed.append(f"FAILED {title}\n{failure}\n")
    except Exception:
        failed.append(f"FAILED {title}\n{traceback.format_exc()}")
    took = f"{time.monotonic() - begin:.1f} s"
    print(f"== {title}\n{''.join(failed)}   {summary(passed, len(failed))}, {took}\n", end="", flush=True)
    return passed, len(failed)


def summary(passed: int, failed: int) -> str:
    """The last line of a run."""
    return f"{passed} passed, {failed} failed"
