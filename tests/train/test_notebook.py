"""The notebook about training runs from top to bottom; with fewer decisions and games, since the stored run takes minutes."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[2] / "examples/notebooks"


def test_the_notebook_runs():
    notebook = nbformat.read(FOLDER / "9_training.ipynb", as_version=4)
    plots = count(notebook)
    for cell in notebook.cells:
        cell.source = cell.source.replace("DECISIONS = 1_000_000", "DECISIONS = 12_000").replace("GAMES = 400", "GAMES = 4")
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": FOLDER}}).execute()
    assert count(notebook) == plots == 3
    printed = "".join(output["text"] for cell in notebook.cells for output in cell.get("outputs", []) if "text" in output)
    assert "12,288 decisions" in printed


def count(notebook):
    """How many pictures it shows."""
    return sum("image/png" in output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", []))
