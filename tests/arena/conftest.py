"""The tests of the arena and its command share what those of the package have."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "python"))
from shared import *  # noqa: E402, F403  (fixtures)
