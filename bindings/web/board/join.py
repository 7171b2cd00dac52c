"""Puts the board into one file: its page, its style, its modules, and the library in WebAssembly.

    python join.py OUTPUT libgames.js libgames.wasm

Each module becomes a function that returns its exports, so that their names stay apart; the page allows no other
program than this one to run.
"""

import base64
import gzip
import hashlib
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
MODULES = ("words", "course", "stored", "replays", "thinker", "picture", "moves", "chart", "newgame", "address", "table", "analysis",
           "live", "page")
IMPORT = re.compile(r'^import \{([^}]*)\} from "(?:\.|\.\.)/(\w+)\.m?js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:class|function|const)\s+(\w+))", re.MULTILINE)
EXPORT_LIST = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)


def as_function(name: str, text: str) -> str:
    """The module as a function that is called immediately."""
    exported = EXPORT.findall(re.sub(r"async function\*?", "async function", text))
    for names in EXPORT_LIST.findall(text):
        exported += [one.strip() for one in names.split(",") if one.strip()]
    body = EXPORT.sub("", EXPORT_LIST.sub("", text))
    body = IMPORT.sub(lambda found: f"const {{{found[1].replace(' as ', ': ')}}} = modules.{found[2]};\n", body)
    if re.search(r"^(?:import|export)\b(?!\()", body, re.MULTILINE):
        raise SystemExit(f"{name}: an import or export that this script does not know")
    return f"modules.{name} = (() => {{\n{body}\nreturn {{{', '.join(exported)}}};\n}})();\n"


def joined(library: str) -> str:
    """All modules as one program. In a worker it answers tasks, in a page it shows the board."""
    texts = {"libgames": library, **{name: (HERE / f"{name}.mjs").read_text(encoding="utf-8") for name in MODULES}}
    functions = "".join(as_function(name, text) for name, text in texts.items())
    # Workers of a page that is a file can't be modules.
    program = functions.replace("import.meta.url", "self.location.href")
    start = 'if (typeof document === "undefined") modules.thinker.serve();\nelse modules.page.start();\n'
    return f'(() => {{\n"use strict";\nconst modules = {{}};\n{program}{start}}})();\n'


def page(library: str, wasm: bytes) -> str:
    program = "\n" + joined(library)
    if "</script" in program.lower() or "<!--" in program:
        raise SystemExit("the program would end the element that it stands in")
    digest = base64.b64encode(hashlib.sha256(program.encode()).digest()).decode()
    policy = (f"default-src 'none'; script-src 'sha256-{digest}' 'wasm-unsafe-eval' blob:; worker-src blob:; "
              "style-src 'unsafe-inline'; img-src data:; connect-src 'self'; form-action 'none'; base-uri 'none'")
    parts = {"policy": policy, "style": (HERE / "board.css").read_text(encoding="utf-8").strip(), "program": program,
             "wasm": base64.b64encode(gzip.compress(wasm, 9, mtime=0)).decode()}
    template = (HERE / "board.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], template)


if __name__ == "__main__":
    output, library, wasm = map(Path, sys.argv[1:])
    output.write_text(page(library.read_text(encoding="utf-8"), wasm.read_bytes()), encoding="utf-8")
