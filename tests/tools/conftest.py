"""The tests of the repository's own tools share what those of the package have."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "python"))
from shared import *  # noqa: E402, F403  (fixtures)
