#!/usr/bin/env python3
"""The seeds of the fuzz targets, packed: tests/fuzz/corpus has an archive for each target.

    seeds.py unpack FOLDER           all of them, into FOLDER/TARGET
    seeds.py pack TARGET FOLDER      makes the archive of a target anew from the files of a folder
    seeds.py add TARGET FILE...      adds inputs that have failed, such as build-auto/fuzz-found/game/crash-...
    seeds.py minimise                keeps what libFuzzer's merge keeps, and every input that has a name
    seeds.py minimise TARGET FOLDER  does so with one target and a folder of more inputs: build-auto/fuzz-learned/TARGET

An input that is kept for its own sake, such as one that has failed, has a name. An input that a fuzzer has learned is
named by its SHA-1, and is dropped when others enter the same code. `minimise` runs the targets that `script/test fuzz`
has built.
"""

import gzip
import io
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "tests/fuzz/corpus"
ENDING = ".tar.gz"


def archive_of(target: str) -> Path:
    if not (ROOT / "tests/fuzz" / f"{target}.c").exists():
        sys.exit(f"{target}: there is no tests/fuzz/{target}.c")
    return CORPUS / (target + ENDING)


def targets() -> list[str]:
    """Those that have seeds."""
    return sorted(path.name.removesuffix(ENDING) for path in CORPUS.glob("*" + ENDING))


def packed(seeds: Mapping[str, bytes]) -> bytes:
    """An archive, not compressed yet. The same seeds always make the same bytes."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(seeds):
            entry = tarfile.TarInfo(name)  # without a time or an owner
            entry.size = len(seeds[name])
            archive.addfile(entry, io.BytesIO(seeds[name]))
    return stream.getvalue()


def unpacked(data: bytes) -> dict[str, bytes]:
    """Raises ValueError for an archive of anything but plain files without folders."""
    seeds = {}
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for entry in archive:
            if not entry.isreg() or Path(entry.name).name != entry.name:
                raise ValueError(f"{entry.name!r}: expected files without folders")
            seeds[entry.name] = archive.extractfile(entry).read()
    return seeds


def read(target: str) -> dict[str, bytes]:
    return unpacked(gzip.decompress(archive_of(target).read_bytes()))


def write(target: str, seeds: Mapping[str, bytes]) -> None:
    archive_of(target).write_bytes(gzip.compress(packed(seeds), mtime=0))


def read_folder(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def write_folder(folder: Path, seeds: Mapping[str, bytes]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in seeds.items():
        (folder / name).write_bytes(data)
    return folder


def is_learned(name: str) -> bool:
    return re.fullmatch("[0-9a-f]{40}", name) is not None


def minimise(target: str, *more: Path) -> None:
    program = ROOT / "build-auto/sanitize/tests/fuzz" / f"fuzz_{target}"
    if not program.exists():
        sys.exit(f"{program}: not built; script/test fuzz does that")
    seeds = read(target)
    learned = {name: data for name, data in seeds.items() if is_learned(name)}
    with tempfile.TemporaryDirectory() as name:
        folder = write_folder(Path(name, "kept"), {name: seeds[name] for name in seeds.keys() - learned.keys()})
        offered = write_folder(Path(name, "learned"), learned)
        subprocess.run([program, "-merge=1", folder, offered, *more], check=True)
        after = read_folder(folder)
    write(target, after)
    print(f"{target}: {len(seeds)} seeds, {len(after)} now")


def main(command: str = "", *words: str) -> None:
    match command, *words:
        case "unpack", folder:
            for target in targets():
                write_folder(Path(folder, target), read(target))
        case "pack", target, folder:
            write(target, read_folder(Path(folder)))
        case "add", target, _, *_:
            write(target, read(target) | {Path(name).name: Path(name).read_bytes() for name in words[1:]})
        case ("minimise",):
            for target in targets():
                minimise(target)
        case "minimise", target, folder:
            minimise(target, Path(folder))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(*sys.argv[1:])
