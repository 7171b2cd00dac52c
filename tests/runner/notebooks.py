"""The notebooks of examples/notebooks: each runs from top to bottom, and what it shows is what it gives."""

import json
import re
from pathlib import Path

from checks import Check
from package import install_package
from tools import BUILD, ROOT, empty_folder, run

LARGEST = 1_000_000  # bytes, so that a clone stays small
EXECUTE = ["jupyter-execute", "--inplace", "--kernel_name=python3", "--timeout=300"]


def outputs(cell: dict) -> list[dict]:
    return cell.get("outputs", [])


def printed(notebook: dict) -> list[str]:
    """What each cell prints, but for those whose numbers differ from run to run."""
    return ["".join(text for output in outputs(cell) if output.get("name") == "stdout" for text in output["text"])
            for cell in notebook["cells"] if "varies" not in cell["metadata"].get("tags", [])]


def pictures(notebook: dict) -> int:
    return sum("image/png" in output.get("data", {}) for cell in notebook["cells"] for output in outputs(cell))


def untidy(notebook: dict) -> list[str]:
    """What the site would show that is of no use to readers: cells that only check, and progress bars."""
    wrong = []
    for cell in notebook["cells"]:
        source, tags = "".join(cell["source"]), cell["metadata"].get("tags", [])
        if re.search("^assert ", source, re.MULTILINE) and "remove-cell" not in tags:
            wrong.append(f"a cell that only checks lacks the tag remove-cell:\n{source}")
        if "tqdm(" in source and "remove-stderr" not in tags:
            wrong.append(f"a cell with a progress bar lacks the tag remove-stderr:\n{source}")
        wrong += [f"stored stderr: {output['text']}" for output in outputs(cell) if output.get("name") == "stderr"]
    return wrong


def notebook(source: Path, folder: Path):
    """The checks of one notebook, executed in a copy."""
    copy = folder / source.name
    copy.write_bytes(source.read_bytes())
    environment = {f"{name}_DIR": str(folder / name) for name in ("JUPYTER_CONFIG", "JUPYTER_DATA", "JUPYTER_RUNTIME")}
    environment["IPYTHONDIR"] = str(folder / "ipython")
    status, output = run(*EXECUTE, copy, cwd=folder, env=environment)
    yield Check(f"{source.name} runs", status == 0, output)
    stored, given = json.loads(source.read_text()), json.loads(copy.read_text())
    yield Check(f"{source.name} prints what is stored in it", printed(stored) == printed(given),
                f"stored: {printed(stored)}\ngiven: {printed(given)}")
    yield Check(f"{source.name} shows plots", pictures(stored) == pictures(given) > 0,
                f"{pictures(stored)} stored, {pictures(given)} given")
    yield Check(f"{source.name} hides what is of no use to readers", not untidy(stored), "\n".join(untidy(stored)))
    size = source.stat().st_size
    yield Check(f"{source.name} is small", size < LARGEST, f"{size} bytes, at most {LARGEST} wanted")


def notebooks():
    install_package()
    folder = empty_folder(BUILD / "notebooks")
    for source in sorted(ROOT.glob("examples/notebooks/*.ipynb")):
        yield from notebook(source, folder)
