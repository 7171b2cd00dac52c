"""The tests of the arena and its command use the fixtures of the package's tests."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "python"))
from shared import *  # noqa: E402, F403  (fixtures)
