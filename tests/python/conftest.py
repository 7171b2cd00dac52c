"""Fixtures of the package's tests, also for the satellites' tests."""

from shared import *  # noqa: F403  (fixtures)
