"""The interactive page of a game, as a string and in a real browser: Chromium, driven by Playwright."""

import base64
import functools
import gzip
import json
import re
import shutil
from random import Random

import libgames as lg
import pytest
from click.testing import CliRunner
from libgames.arena.cli import main
from libgames.pictures import has_secrets
from libgames.pictures.page import replay_page
from playwright.sync_api import expect, sync_playwright


@functools.cache
def play(game, count=40, seed=11):
    """(states, moves) of a game of random actions."""
    random, states, moves = Random(seed), [game.new(seed)], []
    while not states[-1].is_over and len(moves) < count:
        action = random.choice(states[-1].legal_actions)
        moves.append(game.action_text(action))
        states.append(states[-1].apply(action))
    return tuple(states), tuple(moves)


page_of = functools.cache(replay_page)


def unpacked(page):
    return json.loads(gzip.decompress(base64.b64decode(re.search(r'type="text/plain">([^<]*)<', page)[1])))


# ---- the text ----


def test_page_carries_all_that_it_shows(game):
    states, moves = play(game)
    page = replay_page(states, moves, title="A < B & C")
    assert "<title>A &lt; B &amp; C</title>" in page and "{{" not in page
    assert not re.search(r"""(?:src|href)\s*=|url\(|https?://(?!www\.w3\.org/)""", page.split('id="data"')[0])
    data = unpacked(page)
    assert data["moves"] == ["start", *moves] and data["scores"] == [list(state.scores) for state in states]
    assert data["movers"] == [state.player for state in states]
    assert [len(frame) for frame in data["frames"]] == [len(data["views"])] * len(states)
    assert len(data["views"]) == (1 + game.players if has_secrets(states[0]) else 1)
    assert page == replay_page(states, moves, title="A < B & C")


def test_page_of_a_start_alone(game):
    assert unpacked(replay_page([game.new()]))["moves"] == ["start"]


def test_wrong_arguments(game):
    states, moves = play(game, 3)
    other = lg.make("blockdrop", turns=7).new()
    for arguments in (([],), (states, moves[1:]), (states, [*moves, "more"]), ([*states, other],)):
        with pytest.raises(ValueError, match="expected"):
            replay_page(*arguments)
    with pytest.raises(ValueError, match=f"expected {game.players} names"):
        replay_page(states, moves, players=["one"] * (game.players + 1))
    with pytest.raises(TypeError, match="expected a state"):
        replay_page([1])


def test_the_command_writes_it(tmp_path):
    run = CliRunner().invoke
    replay, page = str(tmp_path / "game.replay"), tmp_path / "game.html"
    played = run(main, ["play", "blockdrop(turns=20)", *["random"] * 4, "--quiet", "--save", replay])
    assert played.exit_code == 0, played.output
    shown = run(main, ["show", replay, "--html", str(page)])
    assert shown.exit_code == 0, shown.output
    data = unpacked(page.read_text(encoding="utf-8"))
    assert len(data["moves"]) == 21 and data["players"] == [f"player {seat}: random" for seat in range(4)]


# ---- in the browser ----


@pytest.fixture(scope="module")
def browser():
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert program, "expected Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def opened(browser, tmp_path):
    """A function: a page of these states in the browser, which must not complain until the test is over."""
    problems, contexts = [], []

    def opened(states, moves):
        (tmp_path / "page.html").write_text(page_of(states, moves), encoding="utf-8")
        contexts.append(browser.new_context(viewport={"width": 1600, "height": 900}, offline=True))
        page = contexts[-1].new_page()
        page.on("console", lambda message: problems.append(message.text))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto((tmp_path / "page.html").as_uri())
        page.wait_for_selector("body[data-ready]")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not problems


def counted(page, number, last):
    expect(page.locator("#count")).to_have_text(f"{number} / {last}")
    expect(page.locator("#moves li.now")).to_have_count(1)
    assert page.locator("#slider").input_value() == str(number)


def test_every_frame_renders(game, opened):
    states, moves = play(game)
    page = opened(states, moves)
    for view in range(page.locator("#view option").count()):
        page.evaluate("view => { at('view').selectedIndex = view; show(now); }", view)
        widths = page.evaluate("""game.frames.map((_, number) => { show(number);
            const svg = document.querySelector('#picture svg'); return [svg.getBoundingClientRect().width,
            svg.querySelectorAll('*').length]; })""")
        assert len(widths) == len(states)
        assert all(width > 200 and elements > 5 for width, elements in widths)


def test_buttons_slider_moves_and_keys(opened):
    states, moves = play(lg.make("alquerque"), 20)
    last = len(moves)
    page = opened(states, moves)
    counted(page, 0, last)
    for button, number in (("next", 1), ("next", 2), ("back", 1), ("last", last), ("next", last), ("first", 0), ("back", 0)):
        page.click(f"#{button}")
        counted(page, number, last)
    page.locator("#slider").fill("7")
    counted(page, 7, last)
    page.locator("#moves li").nth(5).click()
    counted(page, 5, last)
    for key, number in (("ArrowRight", 6), ("ArrowLeft", 5), ("End", last), ("Home", 0)):
        page.keyboard.press(key)
        counted(page, number, last)
    expect(page.locator("#moves li").nth(1)).to_have_text(f"1{moves[0]}")


def test_it_plays_pauses_and_stops_at_the_end(opened):
    states, moves = play(lg.make("blockdrop"), 12)
    page = opened(states, moves)
    page.select_option("#speed", "20")
    page.click("#play")
    expect(page.locator("#count")).to_have_text("12 / 12", timeout=5000)
    page.click("#play")  # from the start again
    page.keyboard.press(" ")
    paused = page.locator("#count").inner_text()
    page.wait_for_timeout(300)
    assert page.locator("#count").inner_text() == paused != "12 / 12"


def test_views_and_scores(opened):
    states, moves = play(lg.make("amazes"), 60)
    page = opened(states, moves)
    page.click("#last")
    assert page.locator("#scores td:last-child").all_inner_texts() == [str(score) for score in states[-1].scores]
    everything = page.locator("#picture").inner_html()
    page.select_option("#view", "What Blue knows")
    assert page.locator("#picture").inner_html() != everything
    assert "Red" not in page.locator("#picture").inner_text().replace("Red to move", "")


def test_readable_narrow_and_wide_light_and_dark(game, opened):
    page = opened(*play(game, 12))
    page.click("#last")
    for width in (400, 1600):
        for scheme in ("light", "dark"):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)
            readable(page, width, scheme)


def readable(page, width, scheme):
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    picture = page.locator("#picture svg").bounding_box()
    assert picture["x"] >= 0 and picture["x"] + picture["width"] <= width and picture["width"] >= min(width, 500) * 0.6
    for button in ("first", "back", "play", "next", "last"):
        assert page.locator(f"#{button}").bounding_box()["height"] >= 30
    colours = page.evaluate("""() => { const style = getComputedStyle(document.body);
        return [style.color, style.backgroundColor].map(colour => colour.match(/\\d+/g).map(Number)); }""")
    ink, paper = (sum(colour[:3]) / 3 for colour in colours)
    assert (ink < paper) == (scheme == "light") and abs(ink - paper) > 120
