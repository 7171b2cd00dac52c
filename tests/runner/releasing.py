"""The files of script/release: the same bytes twice, and each file works in an empty environment."""

import os
import re
import zipfile
from pathlib import Path

from checks import Check
from library import PROGRAM, PROGRAM_ARGUMENTS
from machines import WINE, program_in, smoke_on_windows, windows_python
from package import interpreters, wheel_contents
from tools import BUILD, ROOT, empty_folder, meson_build, must, run

FOLDER = BUILD / "released"
MACHINE = BUILD / "machine-arm64"
# The oldest systems of the wheels.
GLIBC, MACOS = (2, 17), {"arm64": (11, 0), "x86_64": (10, 13)}
PLATFORMS = [*(f"{libc}_{machine}" for libc in ("manylinux_2_17", "musllinux_1_2") for machine in ("x86_64", "aarch64")),
             "win_amd64", *(f"macosx_{major}_{minor}_{machine}" for machine, (major, minor) in MACOS.items())]
SMOKE = ROOT / "tests/wheel_smoke.py"
REFUSED = "is not a supported wheel on this platform"  # pip's words


def release():
    version = must(ROOT / "script/version").strip()
    folders = [empty_folder(FOLDER / name) for name in ("first", "second")]
    for folder in folders:  # the second time without zig's cache
        caches = {"ZIG_GLOBAL_CACHE_DIR": empty_folder(FOLDER / "zig")} if folder != folders[0] else {}
        must(ROOT / "script/release", "--untagged", "--output", folder, timeout=5400, env={k: str(v) for k, v in caches.items()})
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
                *(f"libgames-{version}-cp311-abi3-{platform}.whl" for platform in PLATFORMS),
                "SHA256SUMS"}
    yield Check("the files of a release and no others", found == expected, f"different: {found ^ expected}")
    status, output = run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=folder)
    yield Check("the checksums are right and of all files", status == 0 and output.count(": OK\n") == len(expected) - 1,
                output)
    paths = [str(ROOT), str(Path.home())]
    inside = [(path.name, word) for path in folder.glob("*.whl") for name in zipfile.ZipFile(path).namelist()
              for word in paths if word.encode() in zipfile.ZipFile(path).read(name)]
    yield Check("nothing in the wheels depends on the folder of the build", not inside, str(inside))


def source_distribution(folder: Path, version: str):
    """The sdist, built and installed by pip as by users without a wheel."""
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
    found = {platform: next(folder.glob(f"*-{platform}.whl")) for platform in PLATFORMS}
    for platform, wheel in found.items():
        about = of_linux if "linux" in platform else module_of_macos if "macosx" in platform else of_windows
        for check in [*wheel_contents(wheel), *about(platform, native_module(wheel))]:
            yield Check(f"{wheel.name}: {check.name}", check.passed, check.detail)
    native = found["manylinux_2_17_x86_64"]
    for name, interpreter in interpreters().items():
        python = empty_environment(interpreter)
        must("pip", "--python", python, "install", "--quiet", f"--find-links={folder}", f"libgames=={version}")
        status, output = run(python, "-I", SMOKE, version, cwd=python.parent)
        yield Check(f"{native.name} in an empty environment of CPython {name}", status == 0, output)
    for wheel in found.values():
        status, output = run("pip", "--python", python, "install", "--dry-run", "--no-deps", wheel)
        fits = status == 0 if wheel == native else status == 1 and REFUSED in output
        yield Check(f"pip on this machine {'takes' if wheel == native else 'refuses'} {wheel.name}", fits, output)
    yield from on_old_processors(python)
    yield from in_systems(found, version)
    yield from under_qemu(found["manylinux_2_17_aarch64"], version)
    python = windows_python(empty_folder(FOLDER / "windows"))
    yield from smoke_on_windows(python, found["win_amd64"], version)
    status, output = run("wine", python, "-m", "pip", "install", "--no-index", "--no-deps", native, env=WINE)
    yield Check(f"pip on Windows refuses {native.name}", status == 1 and REFUSED in output, output)
    for machine in MACOS:
        yield from programs_for_macos(machine)


def native_module(wheel: Path) -> Path:
    place = empty_folder(FOLDER / "module")
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.startswith("libgames/_native.") and not name.endswith(".pyi")]
        return Path(archive.extract(name, place))


def of_linux(platform: str, module: Path):
    """It requires no newer C library, and no other one."""
    header = must("readelf", "--file-header", "--wide", module)
    machine = {"x86_64": "X86-64", "aarch64": "AArch64"}[re.search("x86_64|aarch64", platform)[0]]
    yield Check("it is for its processor", machine in header, header)
    dynamic = must("readelf", "--dynamic", "--wide", module)
    needed = set(re.findall(r"NEEDED.*\[(.*)\]", dynamic))
    yield Check("its relocations are those that every loader knows", "RELR" not in dynamic, dynamic)
    versions = {tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_([0-9.]+)", must("readelf", "--version-info", module))}
    if platform.startswith("musllinux"):
        yield Check("it needs musl alone", needed == {"libc.so"} and not versions, f"{needed} {versions}")
    else:
        mine = {"libc.so.6", "libpthread.so.0", "libdl.so.2", "libm.so.6"}
        yield Check("it needs glibc alone", "libc.so.6" in needed <= mine, str(needed))
        yield Check("no symbol is newer than the wheel's name", bool(versions) and max(versions) <= GLIBC, str(versions))


def of_windows(platform: str, module: Path):
    """It requires only libraries of every Windows 10, and the library of Python's stable ABI."""
    needed = set(re.findall(r"DLL Name: (.*)", must("objdump", "--private-headers", module)))
    others = {name for name in needed if not re.fullmatch(r"api-ms-win-crt-\w+-l1-1-0\.dll|KERNEL32\.dll", name)}
    yield Check("it needs Windows and python3.dll alone", others == {"python3.dll"}, str(needed))


def module_of_macos(platform: str, module: Path):
    return of_macos(platform.split("_", 3)[3], module, "library", ("_Py", "__Py"))


def of_macos(machine: str, file: Path, kind: str, others: tuple[str, ...] = ()):
    """The information that the loader uses: the oldest system, libraries, and the library of each symbol, except for
    symbols that begin with `others`, which come from the program that loads this file."""
    from macholib import mach_o
    from macholib.MachO import MachO
    from macholib.SymbolTable import SymbolTable
    binary = MachO(str(file))
    [header] = binary.headers
    commands = {}
    for load, command, data in header.commands:
        commands.setdefault(load.cmd, []).append((command, data))
    processor = {"arm64": 0x0100000C, "x86_64": 0x01000007}[machine]
    yield Check("it is for its processor", header.header.cputype == processor, str(header.header.cputype))
    found = {2: "program", 6: "library"}.get(header.header.filetype)
    yield Check(f"it is a {kind}", found == kind, str(header.header.filetype))
    oldest = [command.minos if hasattr(command, "minos") else command.version
              for load in (mach_o.LC_BUILD_VERSION, mach_o.LC_VERSION_MIN_MACOSX) for command, _ in commands.get(load, [])]
    major, minor = MACOS[machine]
    yield Check("the oldest system is the one in the wheel's name", [int(word) for word in oldest] == [major << 16 | minor << 8], str(oldest))
    libraries = [data.rstrip(b"\0").decode() for _, data in commands.get(mach_o.LC_LOAD_DYLIB, [])]
    yield Check("it needs libSystem alone", libraries == ["/usr/lib/libSystem.B.dylib"], str(libraries))
    yield Check("no folder is looked in", mach_o.LC_RPATH not in commands, str(commands.keys()))
    by_library = {}
    for symbol, name in SymbolTable(binary, header).undefsyms:
        by_library.setdefault(symbol.n_desc >> 8 & 255, set()).add(name.decode())
    loaded = by_library.pop(0, set()) | by_library.pop(0xFE, set())  # looked up in what is loaded; zig writes 0 here
    where = "libSystem's and Python's" if others else "libSystem's"
    yield Check(f"its symbols are {where}", set(by_library) == {1} and bool(loaded) == bool(others) and
                all(name.startswith(others) for name in loaded), f"{by_library} {loaded}")
    yield Check("it is signed where it must be", machine != "arm64" or mach_o.LC_CODE_SIGNATURE in commands, str(commands.keys()))


def programs_for_macos(machine: str):
    """All C suites and an example, for macOS: compiled, linked and looked at, which is all that can be done here."""
    system, programs = f"macos-{machine}", ("tests/test_libgames", "examples/c/any_game")
    must("bash", "-c", f"set -eu; . script/setup.sh; set_up_venv; set_up_macos {system}", timeout=1800)
    cross = [f"--cross-file={BUILD / folder / 'cross.ini'}" for folder in (f"wheel-{system}", f"machine-{system}")]
    folder = meson_build(system, *cross, "-Dtests=true", "-Dexamples=true", "-Ddefault_library=static", "-Doptimization=1",
                         targets=tuple(map(os.path.basename, programs)))
    for program in programs:
        for check in of_macos(machine, program_in(folder, program), "program"):
            yield Check(f"{program} for {system}: {check.name}", check.passed, check.detail)


def on_old_processors(python: Path):
    """A processor without the instructions of the wheel is refused with a message, one with exactly these is not."""
    look = "import libgames; print(len(libgames.games()))"
    status, output = run("qemu-x86_64", "-cpu", "Conroe", python, "-I", "-c", look, cwd=FOLDER)
    yield Check("a processor below x86-64-v2 is refused in a sentence", status == 1 and "ImportError: libgames: expected a processor of "
                "at least x86-64-v2" in output, output)
    status, output = run("qemu-x86_64", "-cpu", "Nehalem", python, "-I", "-c", look, cwd=FOLDER)
    yield Check("the first processor of x86-64-v2 will do", status == 0 and output == "5\n", output)


# The systems in folders (script/setup.sh), and the wheels that run there. NumPy's wheels for musl contain, since 2.0, a
# kind of relocations that musl supports since 1.2.4; Debian 12 has 1.2.3.
SYSTEMS = {"old": ("manylinux_2_17_x86_64", ["numpy"], ["manylinux_2_28", "manylinux_2_27"]),
           "new": ("manylinux_2_17_x86_64", ["numpy"], ["manylinux_2_28", "manylinux_2_27"]),
           "musl": ("musllinux_1_2_x86_64", ["numpy==1.26.4"], ["musllinux_1_2", "musllinux_1_1"])}


def in_systems(wheels: dict[str, Path], version: str):
    """The wheel and NumPy in each of these systems, with each CPython in it."""
    for system, (platform, numpy, others) in SYSTEMS.items():
        must("bash", "-c", f"set -eu; . script/setup.sh; set_up_venv; set_up_system {system}", timeout=5400)
        root = BUILD / f"system-{system}/root"
        found = [path for place in ("usr/bin", "usr/local/bin") for path in sorted((root / place).glob("python3.*"))]
        pythons = [path for path in found if re.fullmatch(r"python3\.1\d", path.name)]
        yield Check(f"there is a CPython in the system {system}", bool(pythons), str(found))
        for path in pythons:
            python, digits = Path("/", path.relative_to(root)), path.name.removeprefix("python")
            site = must(*inside(system), python, "-c", "import site; print(site.getsitepackages()[0])").strip()
            must(*as_root(), "rm", "-rf", f"{root}{site}")
            must(*as_root(), must("sh", "-c", "command -v pip").strip(), "install", "--quiet", "--no-compile", "--target", f"{root}{site}",
                 "--only-binary=:all:", "--implementation=cp", f"--python-version={digits}", f"--abi=cp{digits.replace('.', '')}",
                 "--abi=abi3", *(f"--platform={name}_x86_64" for name in others), f"--platform={platform}",
                 f"--find-links={wheels[platform].parent}", f"libgames=={version}", *numpy)
            must(*as_root(), "cp", SMOKE, root)
            status, output = run(*inside(system), python, "-I", "/wheel_smoke.py", version)
            about = run(*inside(system), python, "-c", "import platform; print(platform.python_version(), *platform.libc_ver())")[1].strip()
            yield Check(f"{wheels[platform].name} in the system {system}: CPython {about}", status == 0, output)


def as_root() -> list[str]:
    return [] if os.getuid() == 0 else ["sudo", "-n"]


def inside(system: str) -> list[object]:
    return [*as_root(), "chroot", BUILD / f"system-{system}/root"]


def under_qemu(wheel: Path, version: str):
    """The wheel for aarch64 with a Python and a NumPy for aarch64."""
    must("bash", "-c", "set -eu; . script/setup.sh; set_up_foreign arm64 libpython3-dev python3-minimal libstdc++6", timeout=1200)
    site = empty_folder(MACHINE / "root/usr/local/lib/python3.11/dist-packages")
    must("pip", "install", "--quiet", "--no-compile", "--target", site, "--only-binary=:all:", "--implementation=cp",
         "--python-version=3.11", "--abi=cp311", "--abi=abi3", "--platform=manylinux_2_28_aarch64", "--platform=manylinux_2_17_aarch64", "--platform=manylinux2014_aarch64",
         f"--find-links={wheel.parent}", f"libgames=={version}")
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
    yield Check("Python finds no package in it", not package.exists(), str(package))
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
