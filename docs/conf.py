"""The documentation site: sphinx-build -W docs build/site. Needs the package installed with [docs], and doxygen."""

import base64
import gc
import logging
import re
import shutil
import subprocess
import urllib.parse
import zlib
from pathlib import Path

import libgames
from libgames.pictures import page

ROOT = Path(__file__).parent.parent

# The trees of all pages stay to the end. To go through them whenever a few objects are new takes as long as all else.
gc.set_threshold(100_000)

project = "libgames"
copyright = "2026 the libgames authors"  # as in LICENSE
release = version = libgames.__version__
html_title = f"libgames {release}"
default_role = "code"  # what `single backticks` mean in docstrings
html_theme = "furo"
extensions = ["breathe", "myst_nb", "sphinx.ext.autodoc"]
myst_heading_anchors = 4
nb_execution_mode = "off"  # notebooks are stored with their results; their own tests run them
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_inherit_docstrings = False
autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_mock_imports = ["stable_baselines3"]  # too large to install for the sake of its base class
breathe_default_project = "libgames"
breathe_domain_by_extension = {"h": "c"}

# The headers have plain comments; doxygen reads each as a description. `/* ... */` after a member, a value or
# a macro on the same line belongs to that.
DOXYFILE = """
INPUT = {headers}
OUTPUT_DIRECTORY = {output}
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
OPTIMIZE_OUTPUT_FOR_C = YES
JAVADOC_AUTOBRIEF = NO
EXTRACT_ALL = YES
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = LG_API= LG_EXPORT= LG_BEGIN= LG_END= LG_STATIC_ASSERT(x,y)=
TYPEDEF_HIDES_STRUCT = YES
EXCLUDE_SYMBOLS = LG_API LG_EXPORT LG_BEGIN LG_END LG_*_H
MARKDOWN_SUPPORT = NO
QUIET = YES
WARN_IF_UNDOCUMENTED = NO
WARN_AS_ERROR = FAIL_ON_WARNINGS
INPUT_FILTER = "sed -E -e 's#^/\\* (----)#/* \\1#;t' -e 's#^( *)/\\*( |$)#\\1/**\\2#;t' -e 's#([;,{{]|= [0-9]+) +/\\* #\\1 /**< #' -e 's@^(#define .*[^ ]) +/\\* @\\1 /**< @'"
"""


def read_headers(app):
    output = Path(app.doctreedir) / "doxygen"
    output.mkdir(parents=True, exist_ok=True)
    settings = DOXYFILE.format(headers=ROOT / "libgames/include/libgames", output=output)
    subprocess.run(["doxygen", "-"], input=settings, text=True, check=True)
    app.config.breathe_projects = {"libgames": str(output / "xml")}


def copy_notebooks(app):
    """Sphinx reads pages below this folder only; notebooks are kept where their readers look for them."""
    folder = ROOT / "docs/notebooks"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "examples/notebooks", folder, ignore=shutil.ignore_patterns(".*"))


def lead_to_pages(app, name, content):
    """Links to notebooks lead to their pages here, and those to results and notes, which have no page, to the files."""
    content[0] = content[0].replace("../examples/notebooks/", "notebooks/")
    content[0] = re.sub(r"\]\(((?:\.\./)+benchmarks/[\w/-]+\.md)(?:#[\w-]+)?\)", r"](path:\1)", content[0])


BOARD = """
```{{raw}} html
<p><iframe src="{0}" title="The board" loading="lazy" allow="clipboard-write"
style="width: 100%; height: min(88vh, 1150px); border: 1px solid var(--color-background-border); border-radius: 8px"></iframe>
<a href="{0}">The board on its own page</a></p>
```

"""


def show_board(app, name, content):
    """The board, playing the page's game, before the second section; on the page about it, before the first."""
    if app.config.has_board and (name == "play" or re.fullmatch(r"games/[a-z]+", name)):
        address = "board.html" if name == "play" else f"../board.html#game={name.removeprefix('games/')}"
        first, *sections = re.split(r"^(?=## )", content[0], flags=re.MULTILINE)
        sections.insert(0 if name == "play" else 1, BOARD.format(address))
        content[0] = first + "".join(sections)


def link_lines(app, name, content):
    """Adds a link to the board where a game's page lists a position and the moves from it."""

    def linked(found):
        squeezer = zlib.compressobj(9, wbits=-15)
        squeezed = squeezer.compress("\n".join(found[2].split()).encode()) + squeezer.flush()
        moves = base64.urlsafe_b64encode(squeezed).decode().rstrip("=")
        position = urllib.parse.quote(found[1], safe="/")
        address = f"../board.html#game={name.removeprefix('games/')}&position={position}&moves={moves}&move=0"
        return f'{found[0]} (<a href="{address}">on the board</a>)'

    if app.config.has_board and name.startswith("games/"):
        content[0] = re.sub(r"`([wb0-9/]+ [wb] \d+ - - -)`:\s+`([^`]+)`", linked, content[0])


def write_board(app, error):
    if error is None and app.config.has_board:
        (Path(app.outdir) / "board.html").write_text(page.board(), encoding="utf-8")


def find_board(app):
    """A package that was built without it makes a site without it."""
    try:
        page.board()
        app.config.has_board = True
    except RuntimeError as error:
        logging.getLogger(__name__).info("no board: %s", error)


def mark_code(app, what, name, obj, options, lines):
    """Indented blocks of docstrings are code."""
    marked = []
    for line in lines:
        if line.startswith("    ") and (not marked or not marked[-1].strip()) and not in_code(marked):
            marked += ["::", ""]
        marked.append(line)
    lines[:] = marked


def in_code(lines):
    """Whether the last line that is not blank belongs to such a block."""
    return next((line.startswith("    ") for line in reversed(lines) if line.strip()), False)


def setup(app):
    app.add_config_value("has_board", False, "env")
    app.connect("builder-inited", find_board)
    app.connect("source-read", link_lines)
    app.connect("source-read", show_board)
    app.connect("build-finished", write_board)
    app.connect("builder-inited", copy_notebooks)
    app.connect("source-read", lead_to_pages)
    app.connect("autodoc-process-docstring", mark_code)
    app.connect("builder-inited", read_headers, priority=1)
