"""What the Python tests share."""

import libgames as lg
import pytest


@pytest.fixture(params=lg.games())
def game(request):
    """Every registered game in its initial configuration."""
    return lg.make(request.param)
