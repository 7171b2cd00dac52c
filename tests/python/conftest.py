"""What the tests of the package share is also for those of the satellites."""

from shared import *  # noqa: F403  (fixtures)
