"""The browser in which pages are looked at."""

import shutil
from contextlib import contextmanager

from playwright.sync_api import sync_playwright


@contextmanager
def started(*arguments):
    """Chromium of this machine, by Playwright, until the end."""
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert program, "expected Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", *arguments])
        yield browser
        browser.close()
