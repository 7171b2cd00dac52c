"""The part of the public headers that a language wraps, compared with the table on its page of intended omissions: a
function, or a member of a struct of options or arrays, is in exactly one of the two."""

import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path

from checks import Check
from tools import ROOT

FILLED = ("lg_batch_buffers", "lg_batch_config", "lg_draw_options", "lg_search_config", "lg_view")


def public() -> dict[str, str]:
    """Functions, and members as struct.member but for what a function lg_..._default is told or marks, each with its
    header."""
    found = {}
    for header in sorted((ROOT / "libgames/include/libgames").glob("*.h")):
        text = re.sub(r"/\*.*?\*/", "", header.read_text(encoding="utf-8"), flags=re.S)
        functions = re.findall(r"^(?:LG_API|static inline)\s[^;{}()]*?\b(lg_(?!i_)\w+)\(", text, re.M)
        structs = {name: body for body, name in re.findall(r"^typedef struct \w+ \{(.*?)^\} (\w+);", text, re.M | re.S)}
        members = [f"{struct}.{name}" for struct in FILLED if struct in structs for line in structs[struct].split(";")
                   for name in re.findall(r"(\w+)\s*(?:\[[^]]*\]\s*)*(?:,|$)", line.strip())
                   if not re.search(rf"\b{struct} lg_\w+_default\(\w+ {name}\)", text) and name != "from_default"]
        found |= dict.fromkeys([*functions, *members], header.name)
    return found


def table(page: Path) -> list[str]:
    """The entries of the first column under "Omissions": functions, members and whole headers."""
    section = page.read_text(encoding="utf-8").partition("\n## Omissions\n")[2].partition("\n## ")[0]
    return [name for row in re.findall(r"^\| (`.*?) \|", section, re.M) for name in re.findall(r"`([^`]+)`", row)]


def left_out(language: str, page: Path, has: Callable[[str], bool]):
    names, named = public(), table(page)
    of = {entry: [name for name, header in names.items() if entry == header or fnmatchcase(name, entry)] for entry in named}
    missing = {name for name in names if not has(name)}
    silent = sorted(missing - {name for covered in of.values() for name in covered})
    yield Check(f"{page.name} names all that {language} leaves out", len(names) > 250 and not silent, "\n".join(silent))
    stale = [f"{entry}: {name}" for entry, covered in of.items() if not entry.endswith(".h")
             for name in covered if name not in missing]
    stale += [entry for entry, covered in of.items() if missing.isdisjoint(covered)]
    yield Check(f"{page.name} names nothing that {language} contains", not stale, "\n".join(stale))
