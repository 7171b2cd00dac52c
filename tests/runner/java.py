"""The jar: its tests under the virtual machine's own checks, a project that uses it once it is installed, and contest
programs in Java."""

import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from checks import Check, from_tap
from examples import code_on, plays
from left_out import left_out
from package import install_package
from tools import (BUILD, JAVA, ROOT, SHORT, empty_folder, everything, must, patience, run, sanitized,
                   sanitizers_in_programs)

LIBRARIES = [Path("/usr/share/java") / f"{name}.jar" for name in ("junit4", "hamcrest-all", "gson")]
TESTS = sorted((ROOT / "bindings/java/tests").glob("*.java"))
CLASSES = BUILD / "java-tests"
ALL = [path.stem for path in TESTS if path.stem.endswith("Test")]
HOSTILE = ["BatchTest", "FuzzTest", "HostileTest", "BatchSearchTest"]
# The virtual machine's output for errors of native functions.
COMPLAINTS = ("WARNING in native method", "WARNING: JNI", "FATAL ERROR in native method")


def jar() -> Path:
    return everything() / "bindings/java/libgames.jar"


def classpath(*parts: Path) -> str:
    return ":".join(map(str, parts))


def java():
    compile_tests()
    yield from unit_tests()
    yield from sanitized_tests()
    yield from user()
    yield from page()
    yield from left_out("Java", ROOT / "docs/java.md", has)
    yield from bots()


def has(name: str) -> bool:
    """Whether the classes, or the code made for them in C, call a function or set a member."""
    folder = ROOT / "bindings/java"
    classes = "".join(path.read_text() for path in sorted(folder.glob("libgames/*.java")))
    inside = "".join(path.read_text() for path in (folder / "typemaps.i", folder / "glue.h", folder.parent / "libgames.i"))
    if member := name.partition(".")[2]:
        return re.search(rf"\bset{member[0].upper()}{member[1:]}\b", classes) is not None
    return re.search(rf"\bNative(::|\.){name}\b", classes) is not None or re.search(rf"\b{name}\(", inside) is not None


def compile_tests():
    must("javac", *(f"-J{word}" for word in SHORT), "-Xlint:all", "-Werror", "-encoding", "UTF-8",
         "-classpath", classpath(jar(), *LIBRARIES), "-d", empty_folder(CLASSES), *TESTS)


def run_tests(names: list[str], folder: Path, *options: str, env=None):
    """Test classes, with the game that they load from a build."""
    status, output = run(*JAVA, "-Xcheck:jni", "-Xmx256m", f"-Dlibgames.root={ROOT}",
                         f"-Dlibgames.connect_four={folder}/examples/games/connect_four.so", *options,
                         "-classpath", classpath(jar(), *LIBRARIES, CLASSES), "libgames.Tap", *names,
                         env=env, timeout=patience())
    yield from from_tap(output, status)
    complaints = [line for line in output.splitlines() if line.startswith(COMPLAINTS)]
    yield Check("the virtual machine finds nothing wrong in native calls", not complaints, output)


def unit_tests():
    yield from run_tests(ALL, everything())


def sanitized_tests():
    """The tests of wrong arguments and of threads, with --all all of them, on a native library under ASan and UBSan.
    The virtual machine itself uses the signals of bad accesses."""
    folder, environment = sanitized(), sanitizers_in_programs()
    environment["ASAN_OPTIONS"] += ":handle_segv=0:allocator_may_return_null=1"
    module = folder / "bindings/java/libgames_java.so"
    yield Check("the library is under ASan and UBSan", "__asan_init" in must("nm", "--dynamic", module), str(module))
    names = ALL if "LIBGAMES_TESTS_TIMES" in os.environ else HOSTILE
    yield from run_tests(names, folder, f"-Dlibgames.library={module}", "-Dlibgames.steps=100000",
                         "-XX:-CreateCoredumpOnCrash", env=environment)


PROGRAM = """\
import libgames.Game;
import libgames.State;

public class Program {
  public static void main(String[] arguments) {
    State state = Game.of("blockdrop").newState(1);
    System.out.println(state.game() + " " + state.player() + " " + state.legalActions().length);
  }
}
"""


def user():
    """A project elsewhere, with nothing but the installed jar."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        must("meson", "install", "-C", everything(), "--no-rebuild", "--tags=java", "--destdir", folder / "installed")
        (installed,) = folder.glob("installed/**/libgames.jar")
        (folder / "Program.java").write_text(PROGRAM)
        must("javac", "-classpath", installed, "-d", folder, folder / "Program.java")
        status, output = run("java", "-classpath", classpath(installed, folder), "Program", cwd=folder,
                             env={"TMPDIR": name})
        yield Check("a project elsewhere uses the installed jar", status == 0 and output == "blockdrop 0 6\n", output)
        pages = [path.stem for path in folder.glob("installed/**/javadoc/libgames/*.html")]
        yield Check("its pages are installed", {"Game", "State", "Batch", "Search", "Bot"} <= set(pages), str(pages))
        page = next(folder.glob("installed/**/javadoc/libgames/State.html")).read_text()
        yield Check("they have the headers' own words", "action outside 0 ... actions-1" in page)


def page():
    """The programs on the page about Java; the first one is an example as well."""
    programs = code_on(ROOT / "docs/java.md", "java")
    yield Check("docs/java.md begins with an example", programs[0] == (ROOT / "examples/java/QuickStart.java").read_text())
    with TemporaryDirectory() as name:
        for number, source in enumerate(programs, start=1):
            program = Path(name, f"Program{number}.java")
            program.write_text(source)
            status, output = run(*JAVA, "-classpath", jar(), program)
            yield Check(f"program {number} on docs/java.md", status == 0 and output != "", output)


def bots():
    """Java's contest programs against those in C, without a single offence."""
    install_package()
    results = empty_folder(BUILD / "java-bots")
    for game, source in (("alquerque", "Alquerque"), ("blockdrop", "BlockDrop")):
        in_java = f"Java={' '.join(JAVA)} -classpath {jar()} {ROOT}/examples/java/bots/{source}.java 10"
        in_c = f"C={everything()}/examples/c/bot_{game}"
        yield plays(f"{source}.java plays {game} against the program in C", game, [in_java, in_c], 2, results)
