"""The phases of `script/test`. Each is a generator of checks; a Failure raised in one counts as one failed check."""

from checks import Check, from_tap
from tools import meson_build, run

TAP = {"CK_TAP_LOG_FILE_NAME": "-", "CK_VERBOSITY": "silent", "CK_DEFAULT_TIMEOUT": "300"}


def c_tests(folder, *suites, env=None):
    """Runs the C tests of a build, all or the suites whose name contains a word."""
    for suite in suites or [""]:
        status, output = run(folder / "tests/test_libgames", *([suite] if suite else []), env={**TAP, **(env or {})})
        checks = from_tap(output, status)
        failed = any(not check.passed for check in checks)
        yield from checks
        if failed:
            print(output)


def release():
    yield from c_tests(meson_build("release", "-Dtests=true"))


def sanitize():
    folder = meson_build("sanitize", "-Dtests=true", "-Dbuildtype=debugoptimized", "-Db_sanitize=address,undefined",
                         "-Dc_args=-fno-sanitize-recover=all", "-Ddefault_library=static")
    yield from c_tests(folder, env={"ASAN_OPTIONS": "abort_on_error=1:detect_stack_use_after_return=1",
                                    "UBSAN_OPTIONS": "print_stacktrace=1"})


PHASES = {
    "c": ("C tests, release build (gcc)", release),
    "sanitize": ("C tests under ASan and UBSan (gcc)", sanitize),
}
