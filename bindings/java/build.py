"""Steps of the build of the jar: `wrap` has SWIG write its sources into a new folder, `jar` compiles and packs, `doc`
makes the pages that describe the classes.

build.py wrap FOLDER SWIG ARGUMENT...
build.py jar JAR WRAPPED LIBRARY PLATFORM VERSION HEADERS SOURCES
build.py doc FOLDER JAR HEADERS SOURCES
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path


def run(*command: str | Path) -> None:
    """Runs a program, which reports its own errors."""
    status = subprocess.run(command).returncode
    if status != 0:
        sys.exit(status)


def wrap(folder: str, *command: str) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    Path(folder).mkdir(parents=True)
    run(*command[:2], "-outdir", folder, *command[2:])


def comments(headers: Path) -> dict[str, str]:
    """The comments on each function in the public headers, as a line of HTML."""
    found = {}
    for header in sorted(headers.glob("*.h")):
        text = header.read_text(encoding="utf-8")
        for comment, declarations in re.findall(r"^/\*((?:(?!\*/).)*)\*/\n((?:LG_API [^;]*;\n)+)", text, re.S | re.M):
            words = re.sub(r"\s*\n \* ?\s*", " ", comment).strip()
            words = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("@", "&#64;")
            words = re.sub(r"`([^`]*)`", r"<code>\1</code>", words)
            for name in re.findall(r"\b(lg_\w+)\(", declarations):
                found.setdefault(name, words)
    return found


def documented(source: str, said: dict[str, str]) -> str:
    """A source in which each line `C: lg_name` is followed by the header's comment on this function."""
    return re.sub(r"\bC: (lg_\w+)$", lambda line: f"C, <code>{line[1]}</code>: {said[line[1]]}", source, flags=re.M)


def copy_documented(headers: str, sources: str, written: Path) -> list[Path]:
    """The sources with the headers' words in them, in a new folder."""
    shutil.rmtree(written, ignore_errors=True)
    written.mkdir(parents=True)
    said = comments(Path(headers))
    for path in sorted(Path(sources).glob("*.java")):
        (written / path.name).write_text(documented(path.read_text(encoding="utf-8"), said), encoding="utf-8")
    return sorted(written.glob("*.java"))


def jar(target: str, wrapped: str, library: str, platform: str, version: str, headers: str, sources: str) -> None:
    work = Path(target).with_suffix(".d")
    shutil.rmtree(work, ignore_errors=True)
    written, classes = work / "sources/libgames", work / "classes"
    copy_documented(headers, sources, written)
    for path in sorted(Path(wrapped).glob("*.java")):
        text = path.read_text(encoding="utf-8").replace("public interface NativeConstants", "interface NativeConstants")
        (written / path.name).write_text(text, encoding="utf-8")
    run("javac", "--release", "17", "-encoding", "UTF-8", "-d", classes, *sorted(written.glob("*.java")))
    carried = classes / "libgames/native" / platform
    carried.mkdir(parents=True)
    shutil.copy(library, carried / "libgames_java.so")
    manifest = work / "manifest"
    manifest.write_text(f"Implementation-Title: libgames\nImplementation-Version: {version}\n"
                        "Automatic-Module-Name: libgames\n")
    run("jar", "--create", "--file", target, "--manifest", manifest, "-C", classes, ".")


def doc(folder: str, library: str, headers: str, sources: str) -> None:
    paths = copy_documented(headers, sources, Path(folder).with_suffix(".d") / "libgames")
    shutil.rmtree(folder, ignore_errors=True)
    run("javadoc", "-quiet", "-encoding", "UTF-8", "-notimestamp", "-Xdoclint:all,-missing", "-Werror", "-public",
        "-classpath", library, "-d", folder, *paths)


if __name__ == "__main__":
    {"wrap": wrap, "jar": jar, "doc": doc}[sys.argv[1]](*sys.argv[2:])
