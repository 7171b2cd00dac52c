"""The libFuzzer targets of tests/fuzz, each on its seed corpus and on inputs that the fuzzer derives from it.

LIBGAMES_FUZZ_SECONDS is the time of all of them together, 12 by default. The seeds are unpacked into
build-auto/fuzz-seeds. New inputs stay in build-auto/fuzz-learned, where the next run continues; an input that breaks a
target stays in build-auto/fuzz-found."""

import gzip
import math
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from checks import Check, Failure
from tools import BUILD, CORES, ROOT, SANITIZERS, empty_folder, run, sanitized

sys.path.append(str(ROOT / "tests/fuzz"))
import seeds as archives  # noqa: E402


def seconds_in_all() -> int:
    text = os.environ.get("LIBGAMES_FUZZ_SECONDS") or "12"
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise Failure(f"LIBGAMES_FUZZ_SECONDS is {text!r}, not a number of seconds")
    return int(text)


def run_target(target: Path, seconds: int, seeds: Path, folder: Path) -> Check:
    """Runs one target for this time. Fails if an input breaks it, or if it ran no more than its seeds."""
    learned, found = folder / "fuzz-learned" / seeds.name, folder / "fuzz-found" / seeds.name
    for place in (learned, found):
        place.mkdir(parents=True, exist_ok=True)
    status, output = run(target, f"-max_total_time={seconds}", "-timeout=20", "-rss_limit_mb=2048",
                         "-print_final_stats=1", f"-artifact_prefix={found}/", learned, seeds, timeout=seconds + 300,
                         env=SANITIZERS)
    kept = re.findall(r"Test unit written to (.+)", output)
    executed = re.search(r"^stat::number_of_executed_units: +(\d+)$", output, re.MULTILINE)
    more_than_seeds = executed is not None and int(executed[1]) > len(list(seeds.glob("*"))) > 0
    detail = "".join(f"the input is kept; again: {target} {path}\n" for path in kept)
    return Check(f"{target.name}, {seconds} s", status == 0 and not kept and more_than_seeds,
                 f"{detail}{output}\nexit status {status}")


def unpack(archive: Path, folder: Path) -> Check:
    """Unpacks the seeds of a target. The archive must be the one that these seeds make."""
    data = gzip.decompress(archive.read_bytes())
    seeds = archives.unpacked(data)
    archives.write_folder(empty_folder(folder), seeds)
    again = archives.packed(archives.read_folder(folder))
    return Check(f"seeds of {folder.name}", again == data and bool(seeds),
                 f"{archive}: differs from the output of `tests/fuzz/seeds.py pack {folder.name} {folder}`")


def fuzz():
    """Every target, as many in parallel as there are cores."""
    names = {f"fuzz_{source.stem}" for source in (ROOT / "tests/fuzz").glob("*.c")}
    folder = sanitized(*sorted(names))
    targets = [folder / "tests/fuzz" / name for name in sorted(names)]
    found = set(archives.CORPUS.iterdir())
    expected = {archives.archive_of(name.removeprefix("fuzz_")) for name in names}
    yield Check("every target has an archive of seeds", found == expected, f"too few or too many: {found ^ expected}")
    seeds = [BUILD / "fuzz-seeds" / target.name.removeprefix("fuzz_") for target in targets]
    for place in seeds:
        yield unpack(archives.archive_of(place.name), place)
    seconds = math.ceil(seconds_in_all() / math.ceil(len(targets) / CORES))
    with ThreadPoolExecutor(CORES) as pool:
        yield from pool.map(lambda target, folder: run_target(target, seconds, folder, BUILD), targets, seeds)
