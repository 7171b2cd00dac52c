"""For Python in the folder above a clone that is named libgames: what libgames/__init__.py does, which gives the
reason."""

from pathlib import Path

if __name__ == "libgames":
    _file = Path(__file__).resolve().parent / "libgames/__init__.py"
    exec(compile(_file.read_bytes(), _file, "exec"), {"__name__": __name__, "__file__": str(_file)})
