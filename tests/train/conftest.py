"""The examples and the tools of training as modules, for tests."""

import importlib.util
import sys
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def load_example(name, folder="python"):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / folder / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
