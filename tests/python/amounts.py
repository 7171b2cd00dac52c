"""How much of something that takes long to do."""

import os


def amount(normal):
    """As many, or as many times more as LIBGAMES_TESTS_TIMES says; the same as in the C tests."""
    return normal * max(1, int(os.environ.get("LIBGAMES_TESTS_TIMES") or 1))
