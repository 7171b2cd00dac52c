"""Single mistakes that the library's C code can contain. A parser finds the places, so neither comments nor strings nor
the preprocessor's lines are changed."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import tree_sitter_c
from tree_sitter import Language, Node, Parser

OTHERS = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
    "+": ("-",), "-": ("+",), "*": ("/",), "/": ("*",), "%": ("/",), "&&": ("||",), "||": ("&&",),
    "&": ("|",), "|": ("&",), "^": ("|",), "<<": (">>",), ">>": ("<<",), "++": ("--",), "--": ("++",),
    "+=": ("-=",), "-=": ("+=",), "*=": ("/=",), "/=": ("*=",), "%=": ("/=",), "&=": ("|=",), "|=": ("&=",),
    "^=": ("|=",), "<<=": (">>=",), ">>=": ("<<=",),
}  # fmt: skip
OPERATIONS = ("binary_expression", "assignment_expression", "update_expression")
CONDITIONS = ("if_statement", "while_statement", "do_statement", "for_statement", "conditional_expression")
ASSERTIONS = (b"assert", b"static_assert", b"_Static_assert")
# Parts without mutants: the preprocessor's lines, sizes of arrays, and text that the parser did not understand.
LEFT_OUT = ("preproc_include", "preproc_def", "preproc_function_def", "preproc_call", "enumerator", "bitfield_clause",
            "ERROR")  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A file in which some bytes are replaced by others."""

    path: str  # from the root of the repository
    start: int
    end: int
    text: str
    kind: str

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]

    def lines(self, source: bytes) -> tuple[int, str, str]:
        """The number of the first line, and the changed lines before and after."""
        first, last = source.rfind(b"\n", 0, self.start) + 1, source.find(b"\n", self.end)
        after = source[first : self.start] + self.text.encode() + source[self.end : last]
        return source.count(b"\n", 0, first) + 1, _joined(source[first:last]), _joined(after)


def _joined(text: bytes) -> str:
    return " ".join(text.decode().split())


def places(path: str, source: bytes) -> list[list[Mutant]]:
    """The places of a file in their order, each with all possible mistakes."""
    tree = Parser(Language(tree_sitter_c.language())).parse(source)
    found = [sorted({Mutant(path, node.start_byte, node.end_byte, text, kind): None for node, text, kind in place},
                    key=lambda mutant: mutant.text) for place in _walk(tree.root_node)]  # fmt: skip
    return sorted(found, key=lambda place: (place[0].start, place[0].end, place[0].kind))


def _walk(node: Node) -> Iterator[list[tuple[Node, str, str]]]:
    if node.type in LEFT_OUT or _is_assertion(node):
        return
    if place := list(_at(node)):
        yield place
    size = node.child_by_field_name("size") if node.type == "array_declarator" else None
    condition = node.child_by_field_name("condition") if node.type.startswith("preproc_") else None
    for child in node.children:
        if child not in (size, condition):
            yield from _walk(child)


def _is_assertion(node: Node) -> bool:
    called = node.child_by_field_name("function") if node.type == "call_expression" else None
    return called is not None and called.text in ASSERTIONS


def _at(node: Node) -> Iterator[tuple[Node, str, str]]:
    """The possible mistakes at this node itself."""
    text = (node.text or b"").decode()
    if node.type in OPERATIONS:
        operator = node.child_by_field_name("operator")
        if operator is not None:
            for other in OTHERS.get(operator.type, ()):
                yield operator, other, "operator"
    elif node.type == "unary_expression" and text[0] in "!-~":
        yield node, text[1:], "sign left out"
    elif node.type == "number_literal":
        yield node, f"({text} + 1)", "constant"
        if text != "0":
            yield node, f"({text} - 1)", "constant"
    elif node.type in ("break_statement", "continue_statement"):
        yield node, ";", "statement left out"
    elif node.type == "expression_statement" and text != ";" and not any(map(_is_assertion, node.children)):
        yield node, ";", "statement left out"
    elif node.type == "return_statement" and len(node.named_children) == 1:
        for value in "01":
            if text != f"return {value};":
                yield node, f"return {value};", "returned value"
    condition = node.child_by_field_name("condition") if node.type in CONDITIONS else None
    if condition is not None:
        yield condition, f"(!({(condition.text or b'').decode()}))", "condition"


def files(root: Path) -> list[str]:
    """The library's C code."""
    return sorted(str(path.relative_to(root)) for path in root.glob("libgames/**/*.[ch]"))


def drawn(root: Path, paths: Sequence[str], seed: int) -> Iterator[Mutant]:
    """Mutants in random order, one for each place."""
    every = [place for path in sorted(paths) for place in places(path, (root / path).read_bytes())]
    random = Random(seed)
    random.shuffle(every)
    return (random.choice(place) for place in every)


# ---- the files that use a header's definitions ----

DEFINITIONS = ("function_definition", "declaration", "preproc_def", "preproc_function_def")


def _name(node: Node | None) -> str:
    """The name that a definition defines, or ""."""
    while node is not None and node.type not in ("identifier", "type_identifier"):
        node = node.child_by_field_name("name") or node.child_by_field_name("declarator")
    return "" if node is None else (node.text or b"").decode()


def _definitions(node: Node) -> Iterator[tuple[str, Node]]:
    for child in node.children:
        if child.type in DEFINITIONS:
            yield _name(child), child
        else:
            yield from _definitions(child)


def used_in(root: Path, mutant: Mutant, sources: Sequence[str]) -> list[str]:
    """Of these files the ones that a mutant of a header can change: those that use its names, or what other
    headers define with it."""
    parser = Parser(Language(tree_sitter_c.language()))
    headers = {path: parser.parse((root / path).read_bytes()) for path in files(root) if path.endswith(".h")}
    every = [(path, name, node) for path, tree in headers.items() for name, node in _definitions(tree.root_node)]
    names = {name for path, name, node in every
             if path == mutant.path and node.start_byte <= mutant.start < node.end_byte}  # fmt: skip
    if not names or "" in names:
        return list(sources)
    words = [(name, set(re.findall(rb"\w+", node.text or b""))) for _, name, node in every]
    for _ in every:
        more = {name for name, said in words if said & {one.encode() for one in names}} - names - {""}
        if not more:
            break
        names |= more
    return [path for path in sources
            if set(re.findall(rb"\w+", (root / path).read_bytes())) & {one.encode() for one in names}]  # fmt: skip
