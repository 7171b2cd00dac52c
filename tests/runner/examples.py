"""Everything that the repository shows to its readers runs: the examples, the benchmarks, and the code on the pages."""

import json
import re
import shlex
import tomllib
from html import unescape
from pathlib import Path
from urllib.parse import unquote

from checks import Check
from library import COMPILERS, INCLUDE, WARNINGS
from package import environment_with, install_package, pytest
from tools import BUILD, JAVA, ROOT, empty_folder, everything, must, run


GAMES = ROOT / "examples/games"
GAME_PAGES = sorted((ROOT / "docs/games").glob("[a-z]*.md"))


def sources() -> set[str]:
    """The examples, one source file each, and the benchmarks; in C these are one program. Games and modules shared by
    several programs don't count."""
    files = [*ROOT.glob("examples/*/*"), *ROOT.glob("benchmarks/*.py"), *ROOT.glob("benchmarks/*.java"),
             ROOT / "benchmarks/bench.c"]
    files = [path for path in files if path.parent != GAMES
             and (path.suffix != ".py" or '__name__ == "__main__"' in path.read_text())]
    return {str(path.relative_to(ROOT)) for path in files if path.suffix in (".c", ".py", ".java")}


def examples():
    install_package()
    listed = {entry["source"] for entry in entries()}
    yield Check("tests/examples.toml lists all programs and no others", listed == sources(), f"{listed ^ sources()}")
    yield from run_entries(None, "python")


def entries() -> list[dict]:
    return tomllib.loads((ROOT / "tests/examples.toml").read_text())["example"]


def run_entries(extra: str | None, python):
    """Runs the commands of tests/examples.toml under this `extra`: exit status, and lines of the output as regular
    expressions."""
    folder = everything()
    for entry in entries():
        if entry.get("extra") != extra:
            continue
        source = Path(entry["source"])
        program = {".c": [folder / source.with_suffix("")], ".py": [python, ROOT / source],
                   ".java": [*JAVA, "-classpath", folder / "bindings/java/libgames.jar", ROOT / source]}[source.suffix]
        arguments = entry.get("arguments", [])
        status, output = run(*program, *arguments)
        missing = [line for line in entry["output"] if not re.search(f"^(?:{line})$", output, re.MULTILINE)]
        yield Check(" ".join([str(source), *arguments]), status == entry.get("status", 0) and not missing,
                    f"exit status {status}, not in the output: {missing}\n{output}")


def bots():
    """For each game the example programs in C and in Python play each other, without a single offence."""
    install_package()
    folder = everything() / "examples/c"
    results = empty_folder(BUILD / "bots")
    games = must("python", "-c", "import libgames; print(*libgames.games())").split()
    for game, argument in [*((game, "") for game in games), ("blockdrop(rules=engine)", "engine")]:
        name = game.split("(")[0]
        in_c, in_python = folder / f"bot_{name}", ROOT / f"examples/python/bots/{name}.py"
        players = [f"C={shlex.quote(str(in_c))} {argument}", f"Python=python {shlex.quote(str(in_python))} {argument}"]
        yield plays(f"example programs for {game} play each other", game, players, 4, results)
    for game, argument in [*((game, "") for game in games), ("blockdrop(rules=engine)", "engine")]:
        program = shlex.quote(str(folder / f"bot_strong_{game.split('(')[0]}"))
        yield from plays_greedy(f"{program} 0.01 {argument}", game, results)
    yield from ends(folder, results)
    yield from other_messages(folder, results)
    yield from wrong_sizes(results)
    yield from single_files(results)
    for language, named in ("c", [*games, *(f"strong_{game}" for game in games)]), ("python", games):
        found = sorted(path.stem for path in (ROOT / "examples" / language / "bots").glob("*.[cp]*"))
        yield Check(f"examples/{language}/bots contains a program for each game", found == sorted(named), str(found))


def plays(name: str, game: str, players: list[str], games: int, results: Path) -> Check:
    """The check that these players finish this number of games, without an offence."""
    patience = ["--first", 60, "--answer", 60, "--total", 600]  # a busy machine must not make a check fail
    status, output = run("libgames", "match", game, *players, "--games", games, *patience, "--json",
                         results / "match.json", cwd=results)
    facts = json.loads((results / "match.json").read_text()) if status == 0 else {"games": []}
    played = [match for match in facts["games"] if not match["offences"] and match["result"] != "ongoing"]
    return Check(name, len(played) == games, output)


def plays_greedy(program: str, game: str, results: Path):
    """A program plays on both sides against a bot, without an offence."""
    name = f"{Path(shlex.split(program)[0]).name} plays {game}"
    yield plays(name, game, [f"program={program}", "greedy"], 2, results)


#: Ends by itself with status 0, and its output is in a file.
WATCHED = """sh -c '{ "$@"; echo $? > "$0"; } | tee "$0.lines"' """


def ends(programs: Path, folder: Path):
    """After an arrest, which both programs of On the Run are told, they write nothing and end by themselves."""
    status, lines, replay = folder / "status", folder / "status.lines", folder / "arrest.replay"
    for program in (f"{programs}/bot_ontherun", f"{programs}/bot_strong_ontherun 0.01",
                    f"python {ROOT}/examples/python/bots/ontherun.py"):
        for seat, role in enumerate(("Detectives", "Fugitive")):
            players = ["greedy", "greedy"]
            players[seat] = f"{WATCHED} {status} {program}"
            problems = []
            for seed in range(1, 6):
                must("libgames", "play", "ontherun(cities=14)", *players, "--seed", seed, "--save", replay, "--quiet")
                moves = re.findall(rf"^move \d+ {seat} \S+ \S+ (.+)$", replay.read_text(), re.MULTILINE)
                written = "/".join(lines.read_text().split("\n")[:-1])
                if written != "/".join(moves) or status.read_text() != "0\n":
                    problems.append(f"seed {seed}, status {status.read_text()}: {written}")
            yield Check(f"{program} ends after an arrest as {role}", not problems, "\n".join(problems))


#: A game whose first message goes to programs with CR LF at the ends of its lines. The field is full of blocks.
FULL = "snakecore(size=8,players=1,walls=0,reactors=0,ordinary=50,energy=0)"
WITH_CR_LF = {"alquerque": ["strong_alquerque"], "amazes": ["amazes", "strong_amazes"],
              "blockdrop": ["blockdrop", "strong_blockdrop"], FULL: ["strong_snakecore"]}


def other_messages(programs: Path, folder: Path):
    """Programs read lines that end with CR LF, and the strong one of SnakeCore any field."""
    for game, names in WITH_CR_LF.items():
        write = f"import sys, libgames; sys.stdout.write(libgames.make({game!r}).new(1).message(0))"
        (folder / "message").write_text(must("python", "-c", write).strip() + "\n", newline="\r\n")
        for name in names:
            program = shlex.quote(str(programs / f"bot_{name}"))
            argument = "0.01" if name.startswith("strong") else "page"
            status, output = run("sh", "-c", f"{program} {argument} < {shlex.quote(str(folder / 'message'))}")
            answers = output.replace("READY\n", "").splitlines()
            yield Check(f"{name} reads CR LF in {game}", status == 0 and len(answers) == 1 and answers[0].strip() != "",
                        f"exit status {status}: {output}")


def wrong_sizes(folder: Path):
    """Programs of SnakeCore give up, without undefined behaviour, if no field has the size of a request."""
    program = folder / "sizes"
    for source in ("snakecore.c", "strong_snakecore.c"):
        must("clang", "-fsanitize=undefined", "-I", INCLUDE, ROOT / "examples/c/bots" / source,
             everything() / "libgames/libgames.a", "-lm", "-pthread", "-o", program)
        for size in ("2147483647", "99999999999999999999", "65", "7", "x"):
            command = f"printf 'getrequest\\n{size}\\npppppp\\n' | {shlex.quote(str(program))} 0.1"
            status, output = run("sh", "-c", command)
            yield Check(f"{source} refuses the size {size}", status == 1 and output == "", output)


def single_files(folder: Path):
    """The library as one source file and one header, and with a program in one file that a contest accepts."""
    write = ROOT / "script/amalgamate"
    must(write, folder)
    status, output = run("gcc", "-fsyntax-only", folder / "libgames.c")
    yield Check("libgames.c compiles without a warning", status == 0 and not output, output)
    parts = [f"-DLG_NO_{part}" for part in ("NETS", "PICTURES", "SEARCH", "CHECK", "BATCHES")]
    for left_out in (*([part] for part in parts), parts):
        program, words = folder / "rules", ("clang", "-I", INCLUDE, *left_out, ROOT / "examples/c/play_alquerque.c")
        must(*words, folder / "libgames.c", "-lm", "-pthread", "-o", program)
        status, output = run(program, "20")
        yield Check(f"a program on libgames.c with {' '.join(left_out)}", status == 0 and "20 games" in output, output)
    for source in sorted((ROOT / "examples/c/bots").glob("strong_*.c")):
        must(write, folder, "--bot", source)
        size = (folder / source.name).stat().st_size
        yield Check(f"{source.name} and the library are one file for a contest", size < 1_474_560, f"{size} bytes")
        status, output = run("gcc", "-fsyntax-only", folder / source.name)
        yield Check(f"{source.name} compiles as one file without a warning", status == 0 and not output, output)
    status, output = run("gcc", folder / "strong_alquerque.c", "-lm", "-pthread", "-o", folder / "single")
    yield Check("strong_alquerque.c is a program by itself", status == 0 and not output, output)
    yield from plays_greedy(f"{shlex.quote(str(folder / 'single'))} 0.01", "alquerque", folder)


def code_on(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)


def links():
    """Links between the pages lead somewhere, and every game has its page, which the tables of contents name."""
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("tests/**/*.md")]
    leads = {page: re.findall(r"\]\(([^)#\s]+)", page.read_text()) for page in pages}
    broken = [f"{page.relative_to(ROOT)}: {link}" for page, links in leads.items() for link in links
              if "://" not in link and not (page.parent / link).exists()]
    yield Check("links between the pages lead somewhere", any(leads.values()) and not broken, "\n".join(broken))
    for game in must("python", "-c", "import libgames; print(*libgames.games())").split():
        for page, link in ((ROOT / "README.md", f"docs/games/{game}.md"), (ROOT / "docs/index.md", f"games/{game}.md")):
            yield Check(f"{page.name} leads to the page of {game}", link in leads[page])


def own_games(folder: Path):
    """The games of examples/games, compiled into the folder as their page says, and the parts of them on that page."""
    for source in sorted(GAMES.glob("*.c")):
        for compiler in COMPILERS["c17"]:
            status, output = run(compiler, "-O2", *WARNINGS, "-shared", "-fPIC", "-I", INCLUDE, source, "-o",
                                 folder / source.with_suffix(".so").name)
            yield Check(f"{source.name} is a shared object with {compiler}", status == 0, output)
    page = ROOT / "docs/your-own-game.md"
    parts = re.findall(r"^```c (\S+)\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)
    strange = [part for name, part in parts if part not in (GAMES / name).read_text()]
    yield Check(f"the games contain the code on {page.name}", bool(parts) and not strange, "\n".join(strange))


def unlike(source: str, output: str) -> list[str]:
    """The output announced by a program's comments, `# -> text` or `/* -> text */`, that is not printed in this order.
    ` | ` separates lines, an explanation may follow `; `, and ` ...` stands for the rest of a line."""
    stated = [line for text in re.findall(r"(?:#|/\*) -> (.*?)(?: \*/)?$", source, re.MULTILINE)
              for line in text.split("; ")[0].split(" | ")]
    lines = iter(output.splitlines())
    return [text for text in stated
            if not any(line.startswith(text[:-4]) if text.endswith(" ...") else line == text for line in lines)]


def pages():
    """The Python code on each page runs from top to bottom; each C program compiles and runs. They print the output
    that their comments announce."""
    install_package()
    yield from links()
    folder = empty_folder(BUILD / "pages")
    yield from own_games(folder)
    library = everything() / "libgames/libgames.a"
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]:
        name = page.relative_to(ROOT)
        if python := code_on(page, "python"):
            status, output = run("python", "-W", "error", "-c", "\n".join(python), cwd=folder)
            wrong = unlike("\n".join(python), output)
            yield Check(f"Python on {name}", status == 0 and not wrong, f"not printed: {wrong}\n{output}")
        for number, source in enumerate(code_on(page, "c"), start=1):
            program = folder / "program"
            (folder / "program.c").write_text(source)
            must(COMPILERS["c17"][0], "-std=c17", "-I", INCLUDE, folder / "program.c", library, "-o", program)
            status, output = run(program, cwd=folder)
            wrong = unlike(source, output)
            yield Check(f"C program {number} on {name}", status == 0 and not wrong, f"not printed: {wrong}\n{output}")


def site():
    """The documentation site, with every warning an error."""
    install_package()
    folder = BUILD / "site"
    status, output = run("sphinx-build", "-W", "--keep-going", "-q", "-E", ROOT / "docs", folder)
    yield Check("the site builds without a warning", status == 0, output)
    for page in ("index", "start", "reference/c", "reference/python", *(f"games/{path.stem}" for path in GAME_PAGES)):
        yield Check(f"{page}.html", (folder / f"{page}.html").is_file(), output)
    yield from what_was_built(folder)
    yield from python_reference(folder)


def what_was_built(folder: Path):
    """A sentence of each page is on the built page, since Sphinx writes its own pages over those of the same name; and
    all links within the site lead somewhere."""
    lost = []
    for source in sorted((ROOT / "docs").glob("**/*.md")):
        prose = re.sub(r"^```.*?^```$", "", source.read_text(), flags=re.DOTALL | re.MULTILINE)
        sentences = re.findall(r"(?<=[.\s])[A-Z][A-Za-z, ]{30,}", prose)
        built = folder / source.relative_to(ROOT / "docs").with_suffix(".html")
        if sentences and max(sentences, key=len).rstrip() not in " ".join(text_of(built).split()):
            lost.append(f"{source.name}: {max(sentences, key=len)}")
    yield Check("every page is at the place of its name", not lost, "\n".join(lost))
    pages = {page: page.read_text() for page in folder.glob("**/*.html")}
    anchors = {page: set(re.findall(r"""\bid=["']([^"']+)""", text)) for page, text in pages.items()}
    broken = set()
    for page, text in pages.items():
        for link in re.findall(r'<a\b[^>]*?\bhref="([^"]+)"', text):
            path, _, anchor = unquote(unescape(link)).partition("#")
            target = (page.parent / path).resolve() if path else page
            if not re.match("[a-z]+:", link) and path != "board.html" and not path.endswith("/board.html") and not (
                    target.exists() and (not anchor or target.suffix != ".html" or anchor in anchors[target])):
                broken.add(f"{page.relative_to(folder)}: {link}")
    yield Check("links within the site lead somewhere", len(pages) > 20 and not broken, "\n".join(sorted(broken)))


def text_of(page: Path) -> str:
    return unescape(re.sub(r"<[^>]+>", "", page.read_text())) if page.exists() else ""


def python_reference(folder: Path):
    # The reference's own module asks for packages that only .venv has.
    import reference

    left_out = reference.missing(folder)
    yield Check("the Python reference has an entry for every public name", not left_out, "\n".join(left_out))


def training():
    """Tests with the extras `train` and `gpu`: the adapter for Stable-Baselines3, examples with PyTorch or for GPUs.
    PyTorch and its dependents have pinned versions, so that the same ones are tested everywhere."""
    words = ["mypy>=1.14", "--constraint", ROOT / "tests/train/constraints.txt"]
    programs = environment_with("train", "gpu,notebooks,train", *words)
    yield from pytest("pytest-train", "tests/train", program=programs / "pytest")
    yield from run_entries("train", programs / "python")
