"""The requirements of programs that use the C library: headers, exported names, an installation, a subproject."""

import ast
import json
import os
import re
import shlex
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from checks import Check
from tools import CORES, PREFIX, ROOT, empty_folder, everything, must, run

INCLUDE = ROOT / "libgames/include"
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
PROGRAM = ROOT / "examples/c/play_alquerque.c"
PROGRAM_ARGUMENTS = ["20", "1"]
GPU = ROOT / "examples/python/gpu_rollouts.py"
COMPILERS = {"c17": ["gcc", "clang"], "c++17": ["g++", "clang++"]}


def headers():
    """Every public header compiles as the only thing in a file."""
    for header in sorted(INCLUDE.glob("**/*.h")):
        name = header.relative_to(INCLUDE)
        for standard, compilers in COMPILERS.items():
            for compiler in compilers:
                language = "c" if standard == "c17" else "c++"
                with TemporaryDirectory() as folder:
                    source = Path(folder, "alone")
                    source.write_text(f"#include <{name}>\n")
                    status, output = run(compiler, f"-std={standard}", *WARNINGS, "-I", INCLUDE, "-fsyntax-only",
                                         "-x", language, source)
                yield Check(f"{name} alone as {standard} with {compiler}", status == 0, output)



def newest_clang() -> list[str]:
    """The compiler of zig from the package index: much newer than those of systems."""
    inside = must("python", "-c", "import ziglang; print(ziglang.__path__[0])").strip()
    return [f"{inside}/zig", "clang", f"-resource-dir={inside}/lib", "-fsyntax-only", *WARNINGS]


# GCC 12 takes the number of a vector's elements for the bits of one.
ANALYZER = ["gcc", "-fanalyzer", "-Wno-analyzer-shift-count-overflow", "-Werror", "-c", "-o", os.devnull]


def without_warnings(*command):
    """This command takes all C files of the library, its tests, examples and benchmarks as the release build does. Code
    made by SWIG is compiled without the strictest warnings."""
    folder = everything("c_tests")  # sources that are made are there as well
    found = {}
    for entry in json.loads((folder / "compile_commands.json").read_text()):
        words = [word for word in shlex.split(entry["command"]) if word.startswith(("-I", "-D", "-isystem", "-std="))]
        found[entry["file"]] = [*command, *words, entry["file"]]
    names = [name for name in found if name.endswith(".c") and not name.startswith("bindings/") and (folder / name).exists()]
    with ThreadPoolExecutor(CORES) as pool:
        for name, (status, output) in zip(names, pool.map(lambda name: run(*found[name], cwd=folder), names)):
            yield Check(os.path.relpath(folder / name, ROOT), status == 0, output)


def newest():
    return without_warnings(*newest_clang())


def analyzer():
    return without_warnings(*ANALYZER)


def rules():
    """The files that the example for GPUs compiles are C++ as well, as its compiler demands."""
    assigned = [node for node in ast.parse(GPU.read_text()).body if isinstance(node, ast.Assign)]
    files = next(ast.literal_eval(node.value) for node in assigned if ast.unparse(node.targets[0]) == "FILES")
    words = ["-std=c++20", "-pedantic-errors", "-fsyntax-only", "-I", INCLUDE, "-I", ROOT / "libgames", "-x", "c++"]
    for game, names in files.items():
        for name in (*names, "game"):
            for compiler in COMPILERS["c++17"]:
                status, output = run(compiler, *words, ROOT / f"libgames/games/{game}/{name}.c")
                yield Check(f"{game}/{name}.c as C++ with {compiler}", status == 0, output)


def defined_names(library: Path, *options: str) -> list[str]:
    lines = must("nm", "--defined-only", "--extern-only", "--format=posix", *options, library).splitlines()
    return [line.split()[0] for line in lines if len(line.split()) > 1]


MOST_EXPORTS = 260
USES = ("benchmarks", "bindings", "docs", "examples", "README.md")  # without tests, and files with declarations only
TEXTS = (".c", ".h", ".i", ".java", ".js", ".md", ".mjs", ".py")
NO_USES = re.compile(r"/tests/|CHANGELOG|\.pyi$|docs/reference/")


def public_names(exported: list[str]):
    """Exported names are declared in a header of the reference, and used outside tests."""
    declared, used = {}, set()
    for header in INCLUDE.glob("**/*.h"):
        code = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.DOTALL)
        declared |= dict.fromkeys(re.findall(r"^LG_API [^;]*?\b(lg_\w+)\(", code, re.MULTILINE), header.name)
    reference = "".join(page.read_text() for page in (ROOT / "docs/reference").glob("*.md"))
    strange = [name for name in exported if f"doxygenfile}} {declared.get(name)}\n" not in reference]
    yield Check("all exported names are in the reference", not strange, "\n".join(strange))
    for place in USES:
        for file in must("git", "ls-files", place).splitlines():
            if not NO_USES.search(file) and Path(file).suffix in TEXTS:
                text = (ROOT / file).read_text().partition("\n## Omissions\n")[0]
                used.update(re.findall(r"\blg_\w+", text))
    unused = sorted(set(exported) - used)
    yield Check("an example, page, binding or benchmark uses each exported name", not unused, "\n".join(unused))
    yield Check(f"at most {MOST_EXPORTS} exports", len(exported) <= MOST_EXPORTS, f"{len(exported)} are")


def installation():
    """`meson install` into an empty folder, and a program built with it as in docs/start.md."""
    folder, prefix = everything("games:static_library", "games:shared_library"), empty_folder(PREFIX)
    must("meson", "install", "-C", folder, "--no-rebuild", "--tags=runtime,devel")
    shared, static = prefix / "lib/libgames.so", prefix / "lib/libgames.a"

    exported = defined_names(shared, "--dynamic")
    wrong = [name for name in exported if not name.startswith("lg_") or name.startswith("lg_i_")]
    yield Check("the shared library exports lg_* and nothing else", bool(exported) and not wrong, f"exported: {wrong}")
    yield from public_names(exported)
    inside = defined_names(static)
    wrong = [name for name in inside if not name.startswith("lg_")]
    yield Check("the static library defines lg_* and nothing else", bool(inside) and not wrong, f"defined: {wrong}")
    dynamic = must("readelf", "--dynamic", shared)
    yield Check("soname libgames.so.0", "[libgames.so.0]" in dynamic, dynamic)

    version = must(ROOT / "script/version").strip()
    settings = {"PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig")}
    found = must("pkg-config", "--modversion", "libgames", env=settings).strip()
    yield Check("pkg-config knows the version", found == version, f"{found}, expected {version}")
    cflags = must("pkg-config", "--cflags", "libgames", env=settings).split()
    libs = must("pkg-config", "--libs", "libgames", env=settings).split()
    for compiler in COMPILERS["c17"]:
        for kind, link in (("shared", [*libs, f"-Wl,-rpath,{prefix}/lib"]), ("static", [static, "-pthread"])):
            program = prefix / f"program-{compiler}-{kind}"
            must(compiler, "-std=c17", PROGRAM, *cflags, "-o", program, *link)
            status, output = run(program, *PROGRAM_ARGUMENTS)
            yield Check(f"a program with the installed {kind} library, {compiler}",
                        status == 0 and "20 games" in output, output)
    yield from commands_on_pages(settings)
    with TemporaryDirectory() as name:
        yield built_by_cmake("an installed library", Path(name), cmake_on_page(), f"-DCMAKE_PREFIX_PATH={prefix}")
    with TemporaryDirectory() as name:
        status, output = run("cmake", "-B", name, "-S", cmake_project(Path(name), cmake_on_page().replace("0.2", "0.3")),
                             f"-DCMAKE_PREFIX_PATH={prefix}")
        yield Check("CMake refuses another minor version", status != 0 and "0.3" in output, output)


def commands_on_pages(settings: dict[str, str]):
    """The compilers' lines with pkg-config make programs that find the library when they run."""
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]:
        text = page.read_text()
        for line in re.findall(r"^cc .*?(?<!\\)\n", text, re.DOTALL | re.MULTILINE):
            if "pkg-config --cflags --libs libgames" in line:
                with TemporaryDirectory() as name:
                    os.symlink(ROOT / "examples", Path(name, "examples"))
                    Path(name, "player.c").write_text(PROGRAM.read_text())
                    must("bash", "-c", line, cwd=name, env=settings)
                    output = must("ldd", Path(name, line.split()[-1]))
                yield Check(f"{page.name}: {line}", "libgames.so" in output and "not found" not in output, output)


def cmake_on_page() -> str:
    """The lines for CMake of docs/start.md."""
    return re.search(r"^```cmake\n(.*?)^```$", (ROOT / "docs/start.md").read_text(), re.DOTALL | re.MULTILINE)[1]


def cmake_project(folder: Path, lines: str) -> Path:
    (folder / "CMakeLists.txt").write_text(f"cmake_minimum_required(VERSION 3.19)\nproject(player C)\n{lines}")
    (folder / "player.c").write_text(PROGRAM.read_text())
    return folder


def built_by_cmake(what: str, folder: Path, lines: str, *options: str) -> Check:
    """A program with these lines in its CMakeLists.txt."""
    must("cmake", "-B", folder / "build", "-S", cmake_project(folder, lines), *options)
    must("cmake", "--build", folder / "build", "--parallel", CORES)
    status, output = run(folder / "build/player", *PROGRAM_ARGUMENTS)
    return Check(f"a program of CMake with {what}", status == 0 and "20 games" in output, output)


SUBPROJECT = """\
project('user', 'c', default_options: ['c_std=c17'])
executable('program', 'program.c', dependencies: dependency('libgames', fallback: 'libgames'))
"""


def subproject():
    """A project that has libgames below subprojects/ and asks for it by name; and one of CMake, with it in a folder."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "meson.build").write_text(SUBPROJECT)
        (folder / "program.c").write_text(PROGRAM.read_text())
        (folder / "subprojects").mkdir()
        os.symlink(ROOT, folder / "subprojects/libgames")
        must("meson", "setup", folder / "build", folder, "-Dlibgames:buildtype=debug")
        must("meson", "compile", "-C", folder / "build", env={"CCACHE_DISABLE": "1"})  # the folder has a new name
        status, output = run(folder / "build/program", *PROGRAM_ARGUMENTS)
        yield Check("a program with libgames as a subproject", status == 0 and "20 games" in output, output)
    with TemporaryDirectory() as name:
        os.symlink(ROOT, Path(name, "libgames"))
        lines = re.sub(r"find_package.*", "add_subdirectory(libgames/libgames)", cmake_on_page())
        yield built_by_cmake("libgames as a subproject", Path(name), lines, "-DCMAKE_BUILD_TYPE=Debug")
