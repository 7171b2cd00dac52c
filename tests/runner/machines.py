"""The C tests on other machines: another byte order and words of 32 bits under QEMU, and another C library."""

import re
import shlex

from checks import Check, from_tap
from tools import BUILD, meson_build, must, patience, run

TAP = {"CK_TAP_LOG_FILE_NAME": "-", "CK_VERBOSITY": "silent", "CK_DEFAULT_TIMEOUT": "1200", "CK_TIMEOUT_MULTIPLIER": "20"}

# Those that compare with what is written down: all suites would take an hour on each machine.
SUITES = ["golden", "vectors", "base", "protocol", "fields", "states", "observations", "boards", "batch_slots",
          "search_evaluate"]

# Debian's architectures, and what readelf calls their programs: a big-endian one, two with words of 32 bits.
FOREIGN = {"s390x": "IBM S/390", "armhf": "ARM"}


def machines():
    for machine, processor in FOREIGN.items():
        yield from tests_on(machine, f"set_up_foreign {machine} check libcjson-dev", processor)
    yield from tests_on("musl", "set_up_from_source musl -DCMAKE_EXE_LINKER_FLAGS=-static", "X86-64")


def tests_on(machine: str, preparation: str, processor: str):
    must("bash", "-c", f"set -eu; . script/setup.sh; set_up_machine machines; {preparation}", timeout=1800)
    cross = BUILD / f"machine-{machine}/cross.ini"
    folder = meson_build(machine, f"--cross-file={cross}", "-Dtests=true", "-Ddefault_library=static")
    program = folder / "tests/test_libgames"
    header = must("readelf", "--file-header", program)
    yield Check(f"the tests are a program for {machine}", re.search(rf"Machine: .*{processor}$", header, re.MULTILINE)
                is not None, header)
    runner = re.search(r"exe_wrapper = \[(.*)\]", cross.read_text())[1].replace(",", " ")
    for suite in SUITES:
        status, output = run(*shlex.split(runner), program, suite, env=TAP, timeout=patience())
        for check in from_tap(output, status):
            yield Check(f"{machine}: {check.name}", check.passed, check.detail)
