"""For all tests in Python: the fixtures of the package's tests, if their requirements are installed, and the examples
and tools of training as modules."""

import gc
import importlib.util
import signal
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests/python"))
if importlib.util.find_spec("hypothesis"):
    from shared import *  # noqa: F403  (fixtures)
else:  # with PyTorch or Ray and little more than pytest
    # A shell that starts the tests in the background, and nohup, let them and their children ignore these signals.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):  # Windows has none
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_collection_finish():
    """What is there before the first test stays, so no collection of garbage looks at it again."""
    gc.collect()
    gc.freeze()


def load_example(name, folder="python"):
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / folder / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
