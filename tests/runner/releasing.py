"""What script/release makes: the same bytes twice, and each file works in an empty environment."""

import zipfile
from pathlib import Path

from checks import Check
from library import PROGRAM, PROGRAM_ARGUMENTS
from package import interpreters, wheel_contents
from tools import BUILD, ROOT, empty_folder, must, run

FOLDER = BUILD / "released"
MACHINE = BUILD / "machine-arm64"
PLATFORM = "manylinux_2_34"  # Debian 12, Ubuntu 22.04, RHEL 9 and what is newer
SMOKE = ROOT / "tests/wheel_smoke.py"


def release():
    version = must(ROOT / "script/version").strip()
    folders = [empty_folder(FOLDER / name) for name in ("first", "second")]
    for folder in folders:
        must(ROOT / "script/release", "--untagged", "--output", folder, timeout=1800)
    first, second = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in folders)
    different = [name for name in first.keys() | second.keys() if first.get(name) != second.get(name)]
    yield Check("script/release makes the same bytes twice", bool(first) and not different, f"different: {different}")
    yield from complete(folders[0], version)
    yield from source_distribution(folders[0], version)
    yield from wheels(folders[0], version)
    yield from c_library(folders[0], version)
    yield from single_file(folders[0], version)


def complete(folder: Path, version: str):
    found = {path.name for path in folder.iterdir()}
    expected = {f"libgames-{version}.tar.gz", f"libgames-c-{version}.tar.gz", f"libgames-single-{version}.tar.gz",
                *(f"libgames-{version}-cp311-abi3-{PLATFORM}_{machine}.whl" for machine in ("x86_64", "aarch64")),
                "SHA256SUMS"}
    yield Check("the files of a release and no others", found == expected, f"different: {found ^ expected}")
    status, output = run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=folder)
    yield Check("the checksums are right and of all files", status == 0 and output.count(": OK\n") == len(expected) - 1,
                output)
    paths = [str(ROOT), str(Path.home())]
    inside = [(path.name, word) for path in folder.glob("*.whl") for name in zipfile.ZipFile(path).namelist()
              for word in paths if word.encode() in zipfile.ZipFile(path).read(name)]
    yield Check("nothing in the wheels tells where they were built", not inside, str(inside))


def source_distribution(folder: Path, version: str):
    """The sdist, built and installed by pip as anybody does who has no wheel."""
    python = empty_environment()
    status, output = run("pip", "--python", python, "install", "--no-compile", "--no-binary=libgames",
                         folder / f"libgames-{version}.tar.gz", timeout=1200)
    yield Check("pip builds and installs the sdist", status == 0, output)
    status, output = run(python, "-I", SMOKE, version, cwd=python.parent)
    yield Check("the sdist in an empty environment", status == 0, output)


def empty_environment(interpreter="python3") -> Path:
    environment = empty_folder(FOLDER / "environment")
    must(interpreter, "-m", "venv", "--without-pip", environment)
    return environment / "bin/python"


def wheels(folder: Path, version: str):
    [native], [foreign] = folder.glob("*x86_64.whl"), folder.glob("*aarch64.whl")
    for wheel in (native, foreign):
        for check in wheel_contents(wheel):
            yield Check(f"{wheel.name}: {check.name}", check.passed, check.detail)
    for name, interpreter in interpreters().items():
        python = empty_environment(interpreter)
        must("pip", "--python", python, "install", "--quiet", native)
        status, output = run(python, "-I", SMOKE, version, cwd=python.parent)
        yield Check(f"{native.name} in an empty environment of CPython {name}", status == 0, output)
    yield from under_qemu(foreign, version)


def under_qemu(wheel: Path, version: str):
    """The wheel for aarch64 beside a Python and a NumPy for aarch64."""
    must("bash", "-c", "set -eu; . script/setup.sh; set_up_foreign arm64 libpython3-dev python3-minimal libstdc++6", timeout=1200)
    site = empty_folder(MACHINE / "root/usr/local/lib/python3.11/dist-packages")
    must("pip", "install", "--quiet", "--no-compile", "--target", site, "--only-binary=:all:", "--implementation=cp",
         "--python-version=3.11", "--abi=cp311", "--abi=abi3", "--platform=manylinux_2_34_aarch64",
         "--platform=manylinux_2_28_aarch64", "--platform=manylinux_2_17_aarch64", "--platform=manylinux2014_aarch64",
         wheel)
    python = FOLDER / "python-aarch64"
    python.write_text(f'#!/bin/sh\nexec qemu-aarch64 -L {MACHINE}/root {MACHINE}/root/usr/bin/python3.11 "$@"\n')
    python.chmod(0o755)
    machine = must(python, "-c", "import platform; print(platform.machine())").strip()
    yield Check("a Python for aarch64 runs", machine == "aarch64", machine)
    smoke = (f"import runpy, sys; sys.executable = {str(python)!r}; sys.argv = ['', {version!r}]; "
             f"runpy.run_path({str(SMOKE)!r})")
    status, output = run(python, "-I", "-c", smoke, cwd=FOLDER, timeout=1200)
    yield Check(f"{wheel.name} under QEMU", status == 0, output)


def unpacked(archive: Path) -> Path:
    folder = empty_folder(FOLDER / "unpacked")
    must("tar", "--extract", "--file", archive, "--directory", folder)
    [inside] = folder.iterdir()
    return inside


def c_library(folder: Path, version: str):
    """The tarball, built, tested a little, and installed; and a program with it."""
    source, prefix = unpacked(folder / f"libgames-c-{version}.tar.gz"), empty_folder(FOLDER / "prefix")
    build = source / "build"
    must("meson", "setup", build, source, "--werror", "-Dtests=true", f"-Dprefix={prefix}", "-Dlibdir=lib")
    must("meson", "compile", "-C", build, timeout=1200)
    status, output = run(build / "tests/test_libgames", "vectors")
    yield Check("the tarball of the C library replays the vectors", status == 0, output)
    package = source / "libgames/__init__.py"
    yield Check("there is nothing in it that Python takes for the package", not package.exists(), str(package))
    must("meson", "install", "-C", build, "--no-rebuild")
    settings = {"PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig")}
    flags = must("pkg-config", "--cflags", "--libs", "libgames", env=settings).split()
    program = FOLDER / "program"
    must("gcc", "-std=c17", PROGRAM, *flags, f"-Wl,-rpath,{prefix}/lib", "-o", program)
    status, output = run(program, *PROGRAM_ARGUMENTS)
    yield Check("a program with the library of the tarball", status == 0 and "20 games" in output, output)


def single_file(folder: Path, version: str):
    source, program = unpacked(folder / f"libgames-single-{version}.tar.gz"), FOLDER / "single"
    text = PROGRAM.read_text().replace("<libgames/libgames.h>", '"libgames.h"')
    (source / "program.c").write_text(text)
    must("gcc", "-std=c17", "-O1", source / "program.c", source / "libgames.c", "-lm", "-pthread", "-o", program)
    status, output = run(program, *PROGRAM_ARGUMENTS)
    yield Check("a program with the library in one file", status == 0 and "20 games" in output, output)
