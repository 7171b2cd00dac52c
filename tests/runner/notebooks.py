"""The notebooks of examples/notebooks: each runs from top to bottom and gives its stored output. Those that need
PyTorch run in tests/train; here only their stored output is checked."""

import base64
import io
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
    """The output of each cell, except those whose numbers differ from run to run."""
    return ["".join(text for output in outputs(cell) if output.get("name") == "stdout" for text in output["text"])
            for cell in notebook["cells"] if "varies" not in cell["metadata"].get("tags", [])]


def pictures(notebook: dict) -> list[tuple[bytes, bool]]:
    """Each PNG, and whether it is the same in every run."""
    return [(base64.b64decode(output["data"]["image/png"]), "varies" not in cell["metadata"].get("tags", []))
            for cell in notebook["cells"] for output in outputs(cell) if "image/png" in output.get("data", {})]


def unlike(stored: bytes, given: bytes, same: bool) -> str:
    """The difference of a stored picture from the one that the cell makes now, in a word, or "". Text may be a pixel
    off with another version of the library, so both are compared when they are small and grey."""
    from PIL import Image, ImageChops, ImageStat  # which only .venv has

    try:
        images = [Image.open(io.BytesIO(picture)).convert("RGB") for picture in (stored, given)]
    except OSError as error:
        return str(error)
    if min(images[0].size) < 100 or len(images[0].getcolors(1 << 24)) < 8:
        return "blank"
    small = [image.convert("L").resize((64, 64)) for image in images]
    difference = ImageStat.Stat(ImageChops.difference(*small)).mean[0]
    return f"differs by {difference:.1f}" if same and difference > 2 else ""


def untidy(notebook: dict) -> list[str]:
    """Output that is useless to readers of the site: cells that only check, and progress bars."""
    wrong = []
    for cell in notebook["cells"]:
        source, tags = "".join(cell["source"]), cell["metadata"].get("tags", [])
        if re.search("^assert ", source, re.MULTILINE) and "remove-cell" not in tags:
            wrong.append(f"a cell that only checks lacks the tag remove-cell:\n{source}")
        if "tqdm(" in source and "remove-stderr" not in tags:
            wrong.append(f"a cell with a progress bar lacks the tag remove-stderr:\n{source}")
        wrong += [f"stored stderr: {output['text']}" for output in outputs(cell) if output.get("name") == "stderr"]
    return wrong


def needs_pytorch(notebook: dict) -> bool:
    return any("import torch" in "".join(cell["source"]) for cell in notebook["cells"])


def looks(name: str, source: Path, stored: dict, given: dict):
    """Compares a notebook's stored output with its present output."""
    plots = list(zip(pictures(stored), pictures(given)))
    wrong = [f"plot {number}: {what}" for number, ((before, same), (now, _)) in enumerate(plots, start=1)
             if (what := unlike(before, now, same))]
    yield Check(f"{name} shows the plots that are stored in it", not wrong, "\n".join(wrong))
    yield Check(f"{name} hides cells that are useless to readers", not untidy(stored), "\n".join(untidy(stored)))
    size = source.stat().st_size
    yield Check(f"{name} is small", size < LARGEST, f"{size} bytes, at most {LARGEST} wanted")


def notebook(source: Path, folder: Path):
    """The checks of one notebook, executed in a copy."""
    stored = json.loads(source.read_text())
    if needs_pytorch(stored):
        yield Check(f"{source.name} has plots", len(pictures(stored)) > 0, "none stored")
        yield from looks(source.name, source, stored, stored)
        return
    copy = folder / source.name
    copy.write_bytes(source.read_bytes())
    environment = {f"{name}_DIR": str(folder / name) for name in ("JUPYTER_CONFIG", "JUPYTER_DATA", "JUPYTER_RUNTIME")}
    environment |= {"IPYTHONDIR": str(folder / "ipython"), "SECONDS": "0.01"}  # measurements are there to be run, not read
    status, output = run(*EXECUTE, copy, cwd=folder, env=environment)
    yield Check(f"{source.name} runs", status == 0, output)
    given = json.loads(copy.read_text())
    yield Check(f"{source.name} prints its stored output", printed(stored) == printed(given),
                f"stored: {printed(stored)}\ngiven: {printed(given)}")
    count = len(pictures(stored))
    yield Check(f"{source.name} shows plots", count == len(pictures(given)) > 0,
                f"{count} stored, {len(pictures(given))} given")
    yield from looks(source.name, source, stored, given)


def notebooks():
    install_package()
    folder = empty_folder(BUILD / "notebooks")
    for source in sorted(ROOT.glob("examples/notebooks/*.ipynb")):
        yield from notebook(source, folder)
