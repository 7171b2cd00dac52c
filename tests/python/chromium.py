"""The browser for tests of pages."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from helpers import amount
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import sync_playwright

WIDTHS = (400, 800, 1600)
#: Every width, and light and dark; with `--all` each width in both.
LOOKS = [
    (width, scheme)
    for number, width in enumerate(WIDTHS)
    for other, scheme in enumerate(("light", "dark"))
    if amount(1) > 1 or number % 2 == other
]


@contextmanager
def started(*arguments):
    """Chromium of this machine, by Playwright, until the end."""
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert program, "expected Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", *arguments])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def browser():
    with started() as browser:
        yield browser


def aside(work, *arguments):
    """The result of a function that needs an event loop; Playwright's runs in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work, *arguments).result()


def looked_at(page, read):
    for look in LOOKS:
        width, scheme = look
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(60)
        fits(page, width)
        if look in read or amount(1) > 1:
            accessible(page)


OVERLAPS = """() => {
    const seen = selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility() && one.getBoundingClientRect().width > 0);
    const boxes = seen("header button, header select, h1, #facts, #players li, #help, #board, #views figure, #status, #typing > *, #controls > *, #side > *, .tabs button")
        .map(one => [one.id || one.className || one.textContent.slice(0, 20), one.getBoundingClientRect()]);
    const problems = [];
    boxes.forEach(([name, a], index) => boxes.slice(index + 1).forEach(([other, b]) => {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        const inside = a.left <= b.left && a.right >= b.right && a.top <= b.top && a.bottom >= b.bottom;
        if (wide > 1 && high > 1 && !inside) problems.push(`${name} and ${other}`);
    }));
    boxes.forEach(([name, box]) => { if (box.left < -1 || box.right > innerWidth + 1) problems.push(`${name} sticks out`); });
    return problems;
}"""

#: The rules of axe, and two that it leaves out by default. It can't find the background of the text in a picture, nor
#: always that of two other lines, though nothing else lies there.
AXE = """async () => {
    axe.configure({rules: [{id: "color-contrast", selector: "*:not(svg *)"}]});
    const rules = {"target-size": {enabled: true}, "duplicate-id": {enabled: true}};
    const {violations, incomplete} = await axe.run(document, {rules});
    const unsure = incomplete.map(({id, nodes}) => ({id, nodes: nodes.filter(({any}) => any[0]?.data?.messageKey !== "elmPartiallyObscuring")}));
    return [...violations, ...unsure].flatMap(({id, nodes}) => nodes.map(({html, failureSummary}) => [id, html, failureSummary]));
}"""


def accessible(page):
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(AXE) == []


def fits(page, width):
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(OVERLAPS) == []
    wide, high = page.evaluate("[libgames.picture.svg.clientWidth, libgames.picture.svg.clientHeight]")
    assert wide >= min(width * 0.9, 400) or high >= 500
