"""The board: its text, and itself in a real browser, Chromium, driven by Playwright."""

import base64
import functools
import gzip
import re
import zlib
from random import Random

import libgames as lg
import pytest
from chromium import LOOKS, accessible, aside, looked_at
from helpers import amount
from click.testing import CliRunner
from libgames import arena
from libgames.arena import replays
from libgames.arena.cli import main
from libgames.pictures import page as pages
from playwright.sync_api import expect

expect.set_options(timeout=20_000)  # a machine may be busy
#: A short game of each, so that it comes to its end.
SHORT = {
    "alquerque": "alquerque",
    "amazes": "amazes(turns=3)",
    "blockdrop": "blockdrop(turns=16)",
    "ontherun": "ontherun(cities=12)",
    "snakecore": "snakecore(size=8,walls=2,ordinary=6,energy=3,rounds=6)",
}
#: Names that programs may choose, and their forbidden effects.
HOSTILE = (
    "</script><script>document.title='broken'</script>",
    '"><img src=x onerror="document.title=1">',
    "\u202eright to left\u202c \u2066\u200b\x00\x1b[31m\x9b\n\t'`${1}",
    "<b>bold</b>&amp;]]><!--",
)


@pytest.fixture(scope="module")
def tab(browser):
    """One tab without a network for all tests: another one takes longer to start than most of them take."""
    page = browser.new_page(offline=True)
    page.set_default_timeout(30_000)
    return page


@pytest.fixture(scope="module")
def board_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("board") / "board.html"
    file.write_text(pages.board(), encoding="utf-8")
    return file


@pytest.fixture
def opened(tab, board_file, tmp_path):
    """A function: the tab with the board at this address, or with another page, loaded anew. It must report no errors
    until the test is over."""
    problems, count = [], 0

    def heard(message):
        problems.append(getattr(message, "text", message))

    def opened(address="", html=None):
        nonlocal count
        file, count = board_file, count + 1
        if html is not None:
            file = tmp_path / "page.html"
            file.write_text(html, encoding="utf-8")
        tab.goto(f"{file.as_uri()}?{count}" + (f"#{address}" if address else ""))
        tab.wait_for_selector("body[data-ready]")
        tab.evaluate("libgames.table.pace = 0")
        return tab

    tab.set_viewport_size({"width": 1600, "height": 900})
    tab.emulate_media(color_scheme="light")
    tab.on("console", heard)
    tab.on("pageerror", heard)
    yield opened
    tab.evaluate("localStorage.clear()")
    tab.goto("about:blank")
    tab.remove_listener("console", heard)
    tab.remove_listener("pageerror", heard)
    assert not problems


def until(page, condition, seconds=30):
    """Waits in the page for an expression. Its value."""
    found = page.evaluate(f"""new Promise((resolve) => {{
        const end = performance.now() + {1000 * seconds};
        const look = () => {{
            const value = {condition};
            if (value || performance.now() > end) resolve(value);
            else setTimeout(look, 5);
        }};
        look();
    }})""")
    assert found, condition
    return found


def texts(page):
    """The moves so far, as replays write them."""
    return page.evaluate("libgames.course.steps.map(step => step.text)")


def at_move(page, number, last):
    expect(page.locator("#controls .count:visible")).to_have_text(f"{number} / {last}")
    assert page.locator("#slider").input_value() == str(number)
    assert page.locator(".moves [aria-current]").count() == (number > 0)


def saved(page):
    """The game as the arena reads it."""
    with page.expect_download() as download:
        page.click("#save")
    return replays.load(download.value.path())


def played(game, count, seed=5, labels=None):
    """(replay text, state) of a game of `count` random moves."""
    state = lg.make(game).new(seed)
    table = replays.Table(state, tuple(labels or ["random"] * state.game.players), seed)
    random, events = Random(seed), []
    while not state.is_over and len(events) < count:
        seat, text = state.player, arena.contests.decide(state, lambda one: random.choice(one.legal_actions))
        state = arena.contests.answer(state, text).after
        text = text.rstrip("\n").replace("\n", "/")
        events.append(replays.Move(len(events) + 1, seat, 0.25, text, state))
    return replays.text_of(table, events, state), state


# ---- the text ----


def test_the_board_needs_nothing_else():
    page = pages.board()
    assert "{{" not in re.sub(r'(?s)<script id="program".*', "", page)
    assert not re.search(r"""<(?:script|img|link|iframe)[^>]*(?:src|href)=["'](?!data:|#)""", page)
    assert "default-src 'none'" in page and page.count("<script") == 5


def test_a_replay_lies_inside_and_can_not_break_out():
    text, _ = played("alquerque", 3, labels=HOSTILE[:2])
    page = pages.replay_page(text, title="A < B & </title>")
    assert "<title>A &lt; B &amp; &lt;/title&gt;</title>" in page and page.count("<script") == 5
    held = re.search(r'<script id="replay" type="text/plain">([^<]*)</script>', page)[1]
    assert gzip.decompress(base64.b64decode(held)).decode() == text
    assert pages.replay_page(text.encode(), "A < B & </title>") == page


def test_without_the_board_the_error_names_the_command_for_it(tmp_path, monkeypatch):
    (tmp_path / "game.replay").write_text(played("alquerque", 2)[0])
    monkeypatch.setattr(pages.importlib.resources, "files", lambda package: tmp_path)
    wanted = "without the board, since .* ziglang, was not there; .* -m pip install --force-reinstall --no-deps /"
    with pytest.raises(RuntimeError, match=wanted):
        pages.board()
    for command in (["show", str(tmp_path / "game.replay"), "--html", str(tmp_path / "game.html")], ["serve", "--port", "0"]):
        result = aside(CliRunner().invoke, main, command)
        assert result.exit_code == 1 and "Error: this libgames was built without the board" in result.output
    assert not (tmp_path / "game.html").exists()


def test_the_command_writes_it(tmp_path, opened):
    replay, page = tmp_path / "game.replay", tmp_path / "game.html"
    replay.write_text(played("blockdrop", 20)[0])
    shown = aside(CliRunner().invoke, main, ["show", str(replay), "--html", str(page)])
    assert shown.exit_code == 0, shown.output
    page = opened(html=page.read_text(encoding="utf-8"))
    at_move(page, 0, 20)
    assert page.title() == "Block drop – libgames"
    assert saved(page).moves == replays.load(replay).moves


def test_a_game_of_a_file_is_shown_as_pictures(heaps, tmp_path, opened):
    """The page has its moves, its scores and a picture of each position, but neither rules nor an engine."""
    replay, page = tmp_path / "game.replay", tmp_path / "game.html"
    text, state = played("heaps", 4, labels=HOSTILE[:2])
    replay.write_text(text)
    shown = aside(CliRunner().invoke, main, ["show", str(replay), "--html", str(page)])
    assert shown.exit_code == 0, shown.output
    page = opened(html=page.read_text(encoding="utf-8"))
    last = len(replays.load(replay).moves)
    at_move(page, 0, last)
    page.click("#last")
    at_move(page, last, last)
    assert texts(page) == [move.text for move in replays.load(replay).moves]
    for theme in ("light", "dark", "contrast"):
        page.select_option("#tools select", theme)
        drawn = state.draw(before=replays.load(replay).moves[-2].after, theme=theme)
        assert page.evaluate("libgames.shown().draw(libgames.drawOptions())") == drawn
    assert page.locator("#engine").is_disabled() and page.locator("#go-on").is_hidden()
    expect(page.locator("#analysis:visible")).to_contain_text("pictures of the game, not its rules")
    scores = [str(score).replace("-", "−") for score in state.scores]
    assert page.locator("#players .score:visible").all_inner_texts() == scores
    with page.expect_download() as download:
        page.click("#save")
    assert download.value.path().read_text() == text
    accessible(page)
    page.click("#new")
    page.click("dialog .main")  # the library's games can be played
    until(page, "libgames.course.length === 0 && libgames.playable")
    assert page.locator("#engine").is_enabled()


# ---- games to their end ----


@pytest.mark.parametrize("name", SHORT)
def test_players_play_to_the_end(name, opened):
    seats = ";".join(["greedy", "random", "strong(simulations=8)", "mcts(simulations=5)"][: lg.make(SHORT[name]).players])
    page = opened(f"game={SHORT[name]}&seed=3&seats={seats}")
    expect(page.locator("#verdict")).to_be_visible(timeout=60_000)
    replay = saved(page)
    assert replay.state.is_over and [move.text for move in replay.moves] == texts(page)
    assert list(replay.table.labels) == seats.split(";") and replay.table.seed == 3
    scores = [str(score).replace("-", "−") for score in replay.state.scores]
    assert page.locator("#players .score:visible").all_inner_texts() == scores


@functools.cache
def nearly_over():
    """A position of Alquerque a dozen moves before the longest game ends: most games take that long."""
    ends = (lg.make(SHORT["alquerque"]).new().rollout(seed, 200)[0] for seed in range(1000))
    return next(state for state in ends if not state.is_over and state.fields["ply"] >= 188)


def against_random(name, seed):
    """The address of a game of a person against random players. Alquerque's begins near its end, unless there is time."""
    game = lg.make(SHORT[name])
    start = f"seed={seed}" if name != "alquerque" or amount(1) > 1 else f"position={nearly_over()}"
    return f"game={SHORT[name]}&{start}&seats={';'.join(['you'] + ['random'] * (game.players - 1))}"


#: "over", or the middles of all that can be clicked.
TURN = """libgames.course.isOver ? "over" : libgames.playable && (() => {
    const {picture} = libgames, svg = picture.svg;
    const middle = element => { const box = element.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
    const targets = [...svg.querySelectorAll("[data-action]:not(.away, .far)")].map(one => one.querySelector(".hit") ?? one);
    const all = targets.length > 0 ? targets : [...svg.querySelectorAll(".movable")];
    return all.map(middle);
})()"""


def turns(page, most=600):
    """Clicks elements again and again until the game is over."""
    for _ in range(most):
        found = until(page, TURN)
        if found == "over":
            break
        yield found
    expect(page.locator("#verdict")).to_be_visible()
    assert saved(page).state.is_over


@pytest.mark.parametrize("name", SHORT)
def test_clicks_play_to_the_end(name, opened):
    page, random = opened(against_random(name, 3)), Random(1)
    for places in turns(page):
        page.mouse.click(*random.choice(places))


KEYS = {"alquerque": None, "amazes": ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"], "ontherun": None,
        "blockdrop": ["ArrowUp", "ArrowRight", "a", "n"], "snakecore": ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft", "n"]}


@pytest.mark.parametrize("name", SHORT)
def test_keys_play_to_the_end(name, opened):
    """Arrows, letters and Enter on the board; where arrows mean no move, they lead from target to target."""
    page, random = opened(against_random(name, 4)), Random(2)
    page.locator("#board").focus()
    arrows = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]
    for _ in turns(page):
        if KEYS[name] is None:
            page.keyboard.press(random.choice(arrows))
            page.keyboard.press(random.choice(["Enter", "Enter", "Escape"]) if random.random() < 0.7 else random.choice(arrows))
        else:
            page.keyboard.press(random.choice(KEYS[name]))
            if name == "amazes" and random.random() < 0.5:
                page.keyboard.press("Enter")


def test_the_tutorials_game_is_played_by_clicks_and_keys(opened):
    """Connect Four is built into the board, like any game from outside."""
    page, random = opened("game=connect_four&seed=1&seats=you;random"), Random(1)
    page.locator("#board").focus()
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    until(page, "libgames.course.length >= 2")
    assert texts(page)[0] == "4"
    looked_at(page, LOOKS)
    page.set_viewport_size({"width": 1600, "height": 900})
    while (found := until(page, TURN)) != "over":
        page.mouse.click(*random.choice(found))
    expect(page.locator("#verdict:visible")).to_contain_text(re.compile("won|draw"))
    assert page.locator(".moves button:visible").count() >= 7
    assert page.locator("#facts:visible").inner_text() == "connect_four · seed 1"


# ---- controls ----


def test_a_move_by_drag_by_text_and_from_the_list(opened):
    page = opened("game=alquerque&seats=you;person")
    piece, target = page.evaluate("""() => { libgames.picture.pick("16"); const boxes = [libgames.picture.svg.querySelector('[data-place="16"]'),
        libgames.picture.svg.querySelector('[data-action]:not(.away) .hit')].map(one => one.getBoundingClientRect());
        libgames.picture.pick(null); return boxes.map(box => [box.left + box.width / 2, box.top + box.height / 2]); }""")
    page.mouse.move(*piece)
    page.mouse.down()
    page.mouse.move(*target, steps=4)
    page.mouse.up()
    assert texts(page) == ["c3-d4"]
    page.fill("#move-text", "e5 d4")
    page.click("#send")
    expect(page.locator("#complaint")).to_be_visible()
    page.fill("#move-text", "E5 C3")
    page.keyboard.press("Enter")
    expect(page.locator("#complaint")).to_be_hidden()
    page.click("#legal summary")
    expect(page.locator("#legal button")).not_to_have_count(0)
    offered = page.locator("#legal button:visible").all_inner_texts()
    assert offered == [str(move) for move in lg.make("alquerque").new().apply("c3-d4").apply("e5*c3").legal_moves]
    page.locator("#legal button").first.focus()
    page.keyboard.press("Enter")
    assert texts(page) == ["c3-d4", "e5*c3", offered[0]]


def test_undo_hint_and_giving_up(opened):
    page = opened("game=alquerque&seats=you;greedy")
    assert page.locator("#undo").is_disabled()
    page.click("#hint")
    expect(page.locator("#status:visible")).to_contain_text("The strong bot would play")
    hint = page.locator("#status .news:visible").inner_text()
    hinted = hint.removeprefix("The strong bot would play ").rstrip(".")
    assert hinted in [str(move) for move in lg.make("alquerque").new().legal_moves]  # in the notation of the game
    page.fill("#move-text", "a1-a9")
    page.keyboard.press("Enter")
    expect(page.locator("#complaint:visible")).to_have_text("Column 5: expected a row digit, 1 to 7")
    assert page.locator("#board .heat").count() > 0
    page.fill("#move-text", "c3 d4")
    page.keyboard.press("Enter")
    until(page, "libgames.course.length === 2")
    page.click("#undo")
    assert texts(page) == [] and page.locator("#undo").is_disabled()
    page.click("#resign")
    verdict = "Black (Greedy) wonWhite gave up the game. Score 0–12 after 0 moves."
    expect(page.locator("#verdict:visible")).to_have_text(verdict)
    assert [foul.kind for foul in saved(page).events] == ["forfeit"]


def test_a_new_game_with_parameters_seats_and_a_clock(opened):
    page = opened()
    page.click("#new")
    page.select_option("#game-name", label=lg.game_type("snakecore").title)
    page.click("dialog details summary")
    page.fill("#parameter-size", "9")
    page.fill("#parameter-players", "3")
    page.fill("#parameter-ordinary", "9999")
    page.click("dialog .main")
    assert page.locator("dialog").is_visible()  # the error is shown, and nothing is lost
    page.fill("#parameter-ordinary", "5")
    page.fill("#parameter-energy", "1")
    page.fill("#parameter-walls", "0")
    page.select_option("#seat-1", "random")
    page.select_option("#seat-2", "other")
    page.fill("#seat-2", "mcts(simulations=3)")
    page.fill("#seed", "77")
    page.fill("#clock", "1")
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_be_hidden()
    expect(page.locator("#facts:visible")).to_contain_text("size=9")
    until(page, "libgames.course.length >= 3")  # your second is over
    replay = saved(page)
    assert replay.table.seed == 77 and replay.table.labels == ("human", "random", "mcts(simulations=3)")
    assert replay.events[0].kind == "time-out" and replay.table.time.total == 1


def test_who_plays_can_change_in_the_middle(opened):
    page = opened("game=alquerque&seats=you;person")
    page.select_option("#players li:first-child select", "random")
    page.select_option("#players li:last-child select", "other")
    page.fill("#player-text", "nobody")
    page.click("dialog .main")
    expect(page.locator("dialog .wrong")).to_be_visible()
    page.fill("#player-text", "mcts(simulations=2)")
    page.click("dialog .main")
    until(page, "libgames.course.length > 5")
    page.click("#play")  # two players: it pauses
    count = len(texts(page))
    page.wait_for_timeout(200)
    assert len(texts(page)) <= count + 1
    assert set(saved(page).table.labels) == {"random", "mcts(simulations=2)"}


def test_going_through_a_game(opened):
    text, _ = played("alquerque", 20)
    page = opened(html=pages.replay_page(text))
    at_move(page, 0, 20)
    for button, number in (("next", 1), ("next", 2), ("back", 1), ("last", 20), ("first", 0)):
        page.click(f"#{button}")
        at_move(page, number, 20)
    page.locator("#slider").fill("7")
    at_move(page, 7, 20)
    page.locator(".moves button").nth(4).click()
    at_move(page, 5, 20)
    page.keyboard.press("ArrowDown")  # the same player's next move
    at_move(page, 7, 20)
    page.evaluate("document.activeElement.blur()")
    for key, number in (("ArrowRight", 8), ("ArrowLeft", 7), ("End", 20), ("Home", 0)):
        page.keyboard.press(key)
        at_move(page, number, 20)
    page.select_option("#speed", "40")
    page.click("#play")
    expect(page.locator("#controls .count:visible")).to_have_text("20 / 20")
    box = page.locator(".chart").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 50)
    assert 7 <= page.evaluate("libgames.now") <= 13
    page.evaluate("location.hash = '#move=12'")
    expect(page.locator("#controls .count:visible")).to_have_text("12 / 20")
    page.evaluate("libgames.updateAddress()")
    assert page.evaluate("location.hash") == "#move=12"


def test_continuing_a_replay_and_returning_to_it(opened):
    text, _ = played("alquerque", 20)
    page = opened(html=pages.replay_page(text))
    page.locator("#slider").fill("6")
    page.click("#go-on")
    until(page, "libgames.table.personMoves")
    assert len(texts(page)) == 6
    page.click("#notice button")
    assert len(texts(page)) == 20


def test_links_lead_to_the_position(opened):
    page = opened("game=snakecore(size=9,walls=0,ordinary=5)&seed=12&seats=you;greedy")
    for key in ("ArrowUp", "n", "ArrowRight"):
        page.locator("#board").focus()
        page.keyboard.press(key)
        until(page, "libgames.playable")
    page.click("#back")
    page.evaluate("libgames.updateAddress()")
    here, moves = page.evaluate("[location.hash, String(libgames.shown())]"), texts(page)
    again = opened(here[0][1:])
    assert again.evaluate("String(libgames.shown())") == here[1] and texts(again) == moves
    position = str(lg.make("alquerque").new().apply("c3-d4"))
    page = opened(f"game=alquerque&position={position}&seats=person;you")
    assert page.evaluate("String(libgames.shown())") == position


def packed(text):
    """A text in the form of links."""
    data = text if isinstance(text, bytes) else text.encode()
    squeezed = zlib.compressobj(9, wbits=-15)
    return base64.urlsafe_b64encode(squeezed.compress(data) + squeezed.flush()).decode().rstrip("=")


DAMAGED = "moves: expected text compressed by this page, not a damaged one"
BROKEN = {
    "game=alquerque&seats=you;nobody": "bot: expected one of .*, not \"nobody\"",
    "game=alquerque&seats=you": "seats: expected 2, not 1",
    "game=blockdrop&seed=x": "seed: expected a number, not \"x\"",
    f"game=alquerque&seed={2**64}": r"seed: expected an integer in 0 \.\.\. 2\*\*64 - 1, not 18446744073709551616",
    "game=chess": "game: expected one of alquerque, .*, not \"chess\"",
    "game=snakecore(size=3)": "game: line 1, column 16: expected cells along each side of the field, 8 to 64",
    f"game=alquerque&shared={packed('x')}": "game and shared: expected no shared text.*",
    "game=ontherun&shared=*": "shared: expected text compressed by this page, not \"\\*\"",
    "game=alquerque&moves=!!": "moves: expected text compressed by this page, not \"!!\"",
    "game=alquerque&moves=abcde": "moves: expected text compressed by this page, not \"abcde\"",
    "game=alquerque&moves=_____w": DAMAGED,
    f"game=alquerque&moves={packed('c3-d4')[:-3]}": DAMAGED,
    f"game=alquerque&moves={packed(bytes([255]) * 9)}": DAMAGED,
    f"game=alquerque&moves={packed('c3-d4')}&move=2": r"move: expected a number in 0 \.\.\. 1, not \"2\"",
    "game=alquerque&move=-1": r"move: expected a number in 0 \.\.\. 0, not \"-1\"",
    "game=amazes&view=2": r"view: expected all or a seat in 0 \.\.\. 1, not \"2\"",
    f"game=alquerque&moves={packed('a1-a2')}": "moves: move 1, \"a1-a2\": .+",
    f"game=alquerque&moves={packed('c3-d4' + chr(10) + 'zz')}": "moves: move 2, \"zz\": column 1: expected a column .*",
    f"game=alquerque&moves={packed('!7')}": r"moves: move 1, \"!7\": player: expected an integer in 0 \.\.\. 1, not 7",
    f"game=alquerque&moves={packed('!0' + chr(10) + 'c3-d4')}": "moves: expected 1 of them, .* game is over then",
    "game=alquerque&position=x": "position: line 1, column 1: .*",
    "seed=7": "expected the field game",
    "game=alquerque&sede=7": "expected fields among game, seed, .*, not \"sede\"",
}


def cant_follow(page, link):
    """The user sees the error in this link."""
    expected = f"^The link can't be opened: {BROKEN[link]}×$"
    expect(page.locator("#notice:visible")).to_have_text(re.compile(expected, re.DOTALL))


def test_an_error_in_a_link_is_shown_and_the_game_stays(opened):
    page = opened("game=blockdrop&seed=3")
    page.evaluate("clearTimeout(libgames.addressing)")
    before = page.evaluate("String(libgames.shown())")
    for link in BROKEN:
        page.evaluate("link => { libgames.calm(); location.hash = link; }", link)
        cant_follow(page, link)
        assert page.evaluate("String(libgames.shown())") == before


@pytest.mark.parametrize("start", ["game=alquerque&seats=you;no", "game=blockdrop&seed=x", "game=amazes&view=", "game=chess",
                                   "game=alquerque&moves=!!", "game=alquerque&shared=", "seed="])
def test_an_error_in_a_link_is_shown_on_a_new_page_before_a_new_game(start, opened):
    link = next(link for link in BROKEN if link.startswith(start))
    page = opened(link)
    cant_follow(page, link)
    page.wait_for_timeout(400)  # also when the address has become the new game's
    cant_follow(page, link)
    named = re.match(r"game=(\w+)", link)
    assert page.evaluate("libgames.course.game.name") == (named[1] if named and named[1] in lg.games() else "alquerque")


def test_nothing_is_unpacked_without_a_limit(opened, monkeypatch):
    """A link of 80,000 letters, from which sixty million line ends come, took 25 seconds and 800 MB."""
    page = opened()
    many = packed(b"\n" * 60_000_000)
    for field in ("moves", "shared"):
        page.evaluate("link => { libgames.calm(); location.hash = link; }", f"game=alquerque&{field}={many}")
        problem = f"{field}: expected at most 1048576 bytes when it is unpacked, not more"
        expect(page.locator("#notice:visible")).to_contain_text(problem)
    page.evaluate("libgames.openFile({ name: 'large', size: 2e8 })")
    expect(page.locator("#notice:visible")).to_contain_text("large: expected a replay of at most 100000000 bytes")
    page.evaluate("libgames.openText('\\n'.repeat(3e7), 'blank')")
    expect(page.locator("#notice:visible")).to_contain_text("blank: line 1: expected the line `libgames-replay`")
    page.evaluate("""() => {
        const course = new libgames.course.constructor(libgames.lg.make("alquerque").new(7));
        course.steps = Array.from({ length: 3e5 }, () => ({ text: "c3-d4" })); // more than an address may unpack
        course.stateAt = () => course.start;
        libgames.table.course = course;
        libgames.now = 3e5;
    }""")
    page.evaluate("clearTimeout(libgames.addressing), libgames.updateAddress()")
    assert "position=" in page.evaluate("location.hash") and "moves=" not in page.evaluate("location.hash")
    page.evaluate("libgames.newGame('alquerque')")
    monkeypatch.setattr(pages, "_LARGEST", 1000)
    with pytest.raises(ValueError, match="replay: expected at most 1000 bytes and as many of its pictures, not 1001"):
        pages.replay_page("x" * 1001)


def test_an_address_that_names_a_part_of_the_page_is_no_link(opened):
    page = opened("board")
    page.wait_for_timeout(100)
    assert page.locator("#notice").is_hidden()


def test_problems_are_seen_when_a_page_begins(opened):
    """Errors of a replay inside the page, of its address, and of anything else."""
    text, _ = played("alquerque", 6)
    damaged = opened(html=pages.replay_page("nothing\n"))
    expect(damaged.locator("#notice:visible")).to_contain_text("This page's replay: line 1: expected the line")
    expect(damaged.locator("#title:visible")).to_contain_text("Alquerque")
    page = opened("move=7", html=pages.replay_page(text))
    expect(page.locator("#notice:visible")).to_contain_text("The link can't be opened: move: expected a number in 0 ... 6")
    page.evaluate("location.hash = 'move=3&view=5'")
    expect(page.locator("#notice:visible")).to_contain_text("view: expected all or a seat in 0 ... 1")
    assert page.evaluate("libgames.now") == 0
    page.evaluate("location.hash = 'game=amazes'")
    expect(page.locator("#notice:visible")).to_contain_text('expected fields among move, view, not "game"')


def test_a_page_that_can_not_start_says_so(tab, tmp_path):
    file = tmp_path / "page.html"
    file.write_text(re.sub(r'(id="wasm" type="text/plain">)', r"\1####", pages.board()), encoding="utf-8")
    tab.goto(file.as_uri())
    expect(tab.locator("#notice:visible")).to_contain_text("The board can't start: this file is damaged")


def test_problems_of_the_engine_and_of_hints_are_seen(opened):
    page = opened("game=alquerque&seed=1")
    page.evaluate("""() => {
        libgames.analysis.thinker.ask = libgames.hinter.ask = () => Promise.reject(new Error("no memory"));
    }""")
    page.check("#engine")
    page.wait_for_timeout(100)
    page.evaluate("libgames.show()")  # as does a change of the window
    expect(page.locator("#analysis .note:visible").first).to_have_text("no memory")
    page.click("#hint")
    expect(page.locator("#notice:visible")).to_contain_text("There is no hint: no memory")


def test_replays_are_opened_dropped_and_refused(opened, tmp_path):
    page = opened()
    text, state = played("ontherun", 9)
    (tmp_path / "game.replay").write_text(text)
    page.set_input_files("#tools input[type=file]", tmp_path / "game.replay")
    at_move(page, 0, 9)
    page.click("#last")
    assert page.evaluate("String(libgames.shown())") == str(state)
    drop = """text => { const data = new DataTransfer(); data.items.add(new File([text], "dropped.replay"));
        window.dispatchEvent(new DragEvent("drop", {dataTransfer: data, cancelable: true})); }"""
    page.evaluate(drop, played("snakecore", 7)[0])
    expect(page.locator("#title:visible")).to_have_text("SnakeCore (2008)")
    lines = text.splitlines()
    page.evaluate("text => libgames.openText(text, 'mine')", "\ufeff# mine\r\n" + text.replace("\nmove 3", "\n#\nmove 3") + "\n \n#")
    assert page.evaluate("libgames.course.length") == len(replays.load(tmp_path / "game.replay").moves)
    for damaged, problem in (("nothing\n", "line 1: expected the line `libgames-replay`"), ("\n".join([*lines[:12], "move"]), "line 13"),
                             (text.replace(" 0.250000 ", " 0.250000 0", 1), "expected a move, foul, undo"),
                             (text.replace(" 0.250000 ", " 1000000000.1 ", 1), "expected at most 1000000000 seconds"),
                             (re.sub("total=[^ \n]+", "total=1e+999", text), "seconds, not 1e+999"),
                             (text.replace(lines[-2], lines[-2].replace(lines[-2].split()[4], "00000000")), "the first difference: check")):
        page.evaluate(drop, damaged)
        expect(page.locator("#notice:visible")).to_contain_text(problem)


def test_a_saved_replay_contains_everything_that_was_read(opened):
    """Everything that a replay can contain: names, remarks, offences, moves taken back."""
    replay = broken_rules()
    page = opened(html=pages.replay_page(replay))
    assert page.locator(".moves .foul").count() == 1
    page.click("#last")
    again = saved(page)
    before = replays.read(replay.encode().splitlines(keepends=True))
    kept = [event for event in before.events if not isinstance(event, replays.TakenBack)]
    assert again.state == before.state and [type(event) for event in again.events] == [type(event) for event in kept]
    assert again.table == before.table


UNEVEN = """() => libgames.course.steps.map((_, index) => {
    libgames.go(index + 1);
    const text = (selector) => document.querySelector(selector).innerText, marked = document.querySelector("[aria-current=step]");
    const row = marked.closest("tr"), first = row.querySelector("button"), title = first.title.match(/ove (\\d+)/)[1];
    return [row.querySelector("th").innerText, title, marked.title.match(/ove (\\d+)/)[1], text("#controls .count"),
        document.querySelector("#slider").getAttribute("aria-valuetext"), text("#status")];
})"""


def test_moves_are_counted_in_one_way(opened):
    """Row, slider and caption agree with the arena, also where seats move unevenly and an offence is no move."""
    replay = uneven()
    played = replays.read(replay.encode().splitlines(keepends=True))
    page = opened(html=pages.replay_page(replay))
    found, last, moves = page.evaluate(UNEVEN), len(played.moves), 0
    assert len(found) == len(played.events)
    for event, (row, first, marked, count, spoken, caption) in zip(played.events, found, strict=True):
        foul = isinstance(event, replays.Foul)
        moves += not foul
        assert foul or event.number == moves
        assert int(marked) == moves and count == f"{moves} / {last}" and spoken == f"move {moves} of {last}"
        assert row in ("", first) and (foul or f"Move {moves}, " in caption)
    rows = page.evaluate("[...document.querySelectorAll('.moves tbody tr')].map(row => row.querySelectorAll('button').length)")
    assert len(set(rows)) > 1 and sum(rows) == len(played.events)
    if played.state.is_over:
        expect(page.locator("#verdict")).to_contain_text(f"after {last} moves")


def uneven():
    """Three pythons, of which one is disqualified on the way."""
    start = lg.make("snakecore(size=10,players=3,walls=0,reactors=2,ordinary=6,energy=2,rounds=5)").new(3)
    state, events = start, []
    for number in range(1, 14):
        if state.is_over:
            break
        if number == 5:
            seat, state = state.player, state.forfeit(state.player)
            events.append(replays.Foul(number, seat, 0.0, "crash", "ended without an answer", state, ""))
        seat, before = state.player, state
        state = state.apply(state.choose("greedy", number))
        text = before.moves_of([before.choose("greedy", number)])[0]
        events.append(replays.Move(len([one for one in events if isinstance(one, replays.Move)]) + 1, seat, 0.1, text, state, None))
    return replays.text_of(replays.Table(start, tuple("abc"), 3), events, state)


def broken_rules():
    state = lg.make("blockdrop(turns=9)").new(1)
    events = []
    for number, (move, remark) in enumerate([("U", None), ("N", "answered 'X', which counts as N"), ("D", None)], start=1):
        seat, state = state.player, state.apply(move)
        events.append(replays.Move(number, seat, 0.5, move, state, remark))
    seat, state = state.player, state.forfeit(state.player)
    events.append(replays.Foul(4, seat, 1.0, "time-out", "did not answer within 1 s", state, "stderr\n"))
    return replays.text_of(replays.Table(lg.make("blockdrop(turns=9)").new(1), tuple("abcd"), 1), events, state)


def test_zoom_and_colours(opened):
    page = opened("game=ontherun&seed=1")
    whole = page.locator("#board svg").first.get_attribute("viewBox")
    page.click("#larger")
    page.click("#larger")
    assert page.locator("#board svg").first.get_attribute("viewBox") != whole
    assert "zoom1" in page.locator("#board svg").first.get_attribute("class")
    page.click("#smaller")
    page.click("#smaller")
    assert page.locator("#board svg").first.get_attribute("viewBox") == whole
    corner = page.locator("#board svg").first.bounding_box()
    page.keyboard.down("Control")
    page.mouse.move(corner["x"] + 1, corner["y"] + 1)
    for turn in (-1, -1, -1):  # the point under the pointer stays there
        page.mouse.wheel(0, turn)
    page.keyboard.up("Control")
    until(page, "libgames.picture.zoom > 1.7")
    assert [float(number) < 2 for number in page.locator("#board svg").first.get_attribute("viewBox").split()[:2]] == [True, True]
    for theme, number in (("dark", 2), ("light", 1), ("contrast", 3)):
        page.select_option("#tools select", theme)
        assert f"theme{number}" in page.locator("#board svg").first.get_attribute("class")


# ---- analysis ----


@pytest.mark.parametrize("name", list(SHORT)[: 1 + amount(1)])
def test_the_engine_thinks_while_one_looks(name, opened):
    text, _ = played(SHORT[name], 5)
    page = opened(html=pages.replay_page(text))
    page.check("#engine")
    expect(page.locator("#analysis li").first).to_be_visible()
    assert page.locator("#board .heat").count() > 0
    expect(page.locator("#analysis .note:visible").first).to_contain_text("simulations in")
    until(page, "libgames.analysis.values.filter(Boolean).length === 6")
    longest = page.evaluate("""async () => { let last = performance.now(), longest = 0;
        for (let i = 0; i < 30; i++) { await new Promise(requestAnimationFrame); longest = Math.max(longest, performance.now() - last); last = performance.now(); }
        return longest; }""")
    assert longest < 3000  # the page stays responsive while the thread searches
    page.uncheck("#engine")
    assert page.locator("#board .heat").count() == 0


def test_the_chart_contains_points_and_the_limited_score(opened):
    """At the end of Amazes the score is limited, and the points are not."""
    start = state = lg.make("amazes(turns=3)").new(4)
    events = []
    while not state.is_over:
        seat, move = state.player, "T" if state.player else "FT" * 100 + "T"
        state = state.apply(move)
        events.append(replays.Move(len(events) + 1, seat, 0.1, move, state))
    page = opened(html=pages.replay_page(replays.text_of(replays.Table(start, ("a", "b"), 4), events, state)))
    assert state.points[0] < -500 and state.scores[0] == 0
    page.click("#last")
    drawn = page.evaluate("libgames.analysis.scoreSeries().map(points => points.map(([, value]) => value))")
    counted = [start.points, *(event.after.points for event in events)]
    assert drawn == [[points[seat] for points in counted] for seat in range(2)]
    points = [str(one).replace("-", "−") for one in state.points]
    expect(page.locator("#charts .key:visible")).to_have_text(f"Red {points[0]} (score 0)Blue {points[1]}")
    expect(page.locator("#charts svg.chart title")).to_have_text(f"Scores: Red {points[0]} (score 0), Blue {points[1]}")


# ---- hidden information ----


@pytest.mark.parametrize("name", ["amazes", "ontherun"])
def test_a_viewer_is_told_no_secrets(name, opened):
    text, state = played(name, 12)
    page = opened(html=pages.replay_page(text))
    page.click("#last")
    moves = texts(page)
    assert page.locator("#view option").all_inner_texts() == ["Everything", *(f"Seen by {seat}" for seat in state.game.seats), "Side by side"]
    for viewer, seat in enumerate(state.game.seats):
        page.select_option("#view", f"Seen by {seat}")
        cells = page.locator(".moves button:visible").all_inner_texts()
        steps = page.evaluate("libgames.course.steps.map(step => step.seat)")
        for cell, move, mover in zip(cells, moves, steps, strict=True):
            assert (cell == move) == (mover == viewer)
        assert page.evaluate("libgames.picture.svg.outerHTML") == page.evaluate(
            "viewer => { const div = document.createElement('div'); div.innerHTML = libgames.shown().draw({...libgames.drawOptions(), viewer}); "
            "const svg = div.firstElementChild; svg.removeAttribute('width'); svg.removeAttribute('height'); return svg.outerHTML; }", viewer)
        assert set(page.locator("#players .score").all_inner_texts()) == {""}
        told = page.evaluate("""[...Array(13).keys()].map(number => {
            libgames.go(number);
            return [...document.querySelectorAll("#status b")].map(one => one.innerText);
        })""")
        for number in range(1, 13):  # nor while it is played
            assert steps[number - 1] == viewer or moves[number - 1] not in told[number]
        page.evaluate("libgames.go(12)")
    page.select_option("#view", "Side by side")
    assert page.locator("#views figure").count() == 1 + state.game.players


def test_two_people_at_one_screen(opened):
    page = opened("game=amazes&seed=2&seats=you;person")
    expect(page.locator("#curtain:visible")).to_contain_text("Red to move")
    assert page.locator("#board").is_hidden() and page.locator("#larger").is_hidden()
    fills = page.locator(".swatch circle").evaluate_all("all => all.map(one => getComputedStyle(one).fill)")
    assert len(set(fills)) == 2 and "rgb(0, 0, 0)" not in fills  # of the game, before there is a picture of it
    page.click("#curtain button")
    assert page.evaluate("libgames.looks") == 0
    page.fill("#move-text", "f")
    page.keyboard.press("Enter")
    expect(page.locator("#curtain:visible")).to_contain_text("Blue to move")
    page.click("#curtain button")
    assert page.evaluate("libgames.looks") == 1 and "F" not in page.locator(".moves button").all_inner_texts()
    page.fill("#move-text", "t")
    page.keyboard.press("Enter")
    page.click("#curtain button")
    page.fill("#move-text", "f")
    page.keyboard.press("Enter")
    expect(page.locator("#curtain:visible")).to_contain_text("Blue to move")
    # nothing of Blue's view before Blue looks
    assert page.locator(".moves button:visible").all_inner_texts() == ["hidden"] * 3


def test_the_game_continues_with_another_player(opened):
    page = opened("game=alquerque&seed=1&seats=random;random")
    page.evaluate("libgames.table.pause(true)")
    page.evaluate("libgames.table.setSeat(libgames.table.mover, 'you')")
    until(page, "libgames.table.personMoves")
    assert not page.evaluate("libgames.table.paused")
    page.evaluate("libgames.table.setSeat(libgames.table.mover, 'random')")
    length = page.evaluate("libgames.course.length")
    until(page, f"libgames.course.length > {length} || libgames.course.isOver")


def test_a_search_that_reports_leaves_the_chosen_piece(opened):
    page = opened("game=alquerque&seed=1&seats=you;person")
    page.evaluate("libgames.picture.pick(libgames.picture.froms().values().next().value)")
    picked = page.evaluate("libgames.picture.picked")
    page.evaluate("libgames.drawBoard()")
    assert picked is not None and page.evaluate("libgames.picture.picked") == picked


def test_a_link_has_the_start_of_a_replay_and_its_map(opened):
    """Games that the seed alone does not determine, as with `libgames match --setup`, which takes both."""
    page = opened("game=ontherun(cities=8)&seed=1")
    page.evaluate("""() => {
        const map = libgames.lg.make("ontherun(cities=8,map=5)").sharedText;
        const game = libgames.lg.make("ontherun(cities=8)", {}, map);
        libgames.begin(new libgames.course.constructor(game.new(0), { seed: 1n }), null);
    }""")
    shown = "libgames.course.game.sharedText + libgames.course.start"
    expected = page.evaluate(shown)
    page.evaluate("libgames.updateAddress()")
    link = page.evaluate("location.hash").removeprefix("#")
    assert "shared=" in link and opened(link).evaluate(shown) == expected
    page.evaluate("""() => {
        const game = libgames.lg.make("blockdrop");
        libgames.begin(new libgames.course.constructor(game.new(99), { seed: 1n }), null);
    }""")
    expected = page.evaluate("String(libgames.course.start)")
    page.evaluate("libgames.updateAddress()")
    link = page.evaluate("location.hash").removeprefix("#")
    assert "seed=" not in link and opened(link).evaluate("String(libgames.course.start)") == expected


def test_a_file_that_can_not_be_read(opened):
    page = opened()
    page.evaluate("libgames.openFile({ name: 'gone', text: async () => { throw new Error('it moved'); } })")
    expect(page.locator("#notice:visible")).to_contain_text("gone: can't be read; it may have been moved")


# ---- strings from outside ----


def test_hostile_strings_stay_text(opened):
    text, _ = played("blockdrop", 6, labels=HOSTILE)
    lines = text.splitlines()
    lines[-2] += " " + replays.json.dumps(HOSTILE[0])
    page = opened(html=pages.replay_page("\n".join(lines) + "\n"))
    page.click("#last")
    assert page.title() == "Block drop – libgames"
    assert page.evaluate("document.querySelectorAll('body > script').length") == 5 and page.locator("img").count() == 0
    shown = page.locator("#players .who:visible").all_inner_texts()
    assert shown[0] == HOSTILE[0] and shown[3] == HOSTILE[3]
    assert "\\u{202e}right to left\\u{202c}" in shown[2] and "\\u{0}\\u{1b}[31m\\u{9b}" in shown[2]
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\x00-\x08\x1b\x9b]", page.locator("body").inner_text())


# ---- layout ----


def sample(page):
    """A page with something in every part of it."""
    page.click("#last")
    page.evaluate("libgames.analysis.budgets = {shown: 500, each: 5}")
    page.check("#engine")
    expect(page.locator("#analysis li").first).to_be_visible()


@pytest.mark.parametrize("name", SHORT)
def test_it_fits_and_can_be_read(name, opened):
    text, _ = played(name, 24)
    page = opened(html=pages.replay_page(text))
    sample(page)
    looked_at(page, LOOKS[:2])
    page = opened(f"game={name}&seed=1")
    page.click("#legal summary")
    looked_at(page, LOOKS[2:])
    page.click("#new")
    page.set_viewport_size({"width": 1600, "height": 1600})  # then nothing lies under the buttons
    accessible(page)


#: Text that is cut off, in less room than it needs; for a select, the text of each option.
CUT = """() => {
    const pen = document.createElement("canvas").getContext("2d");
    const need = one => {
        if (one.tagName !== "SELECT") return [one.scrollWidth - 1, one.clientWidth];
        const style = getComputedStyle(one);
        const around = ["paddingLeft", "paddingRight", "borderLeftWidth", "borderRightWidth"];
        pen.font = style.font;
        const words = Math.max(...[...one.options].map(option => pen.measureText(option.text).width)), arrow = 16;
        const needed = around.reduce((sum, side) => sum + parseFloat(style[side]), words + arrow);
        return [needed, one.getBoundingClientRect().width];
    };
    return [...document.querySelectorAll("select, button, #players span, summary, h1, h2, label")]
        .filter(one => one.checkVisibility() && one.clientWidth > 0 && need(one)[0] > need(one)[1])
        .map(one => [one.ariaLabel || one.id || one.className, one.textContent.slice(0, 20), ...need(one)]);
}"""


@pytest.mark.parametrize("name", SHORT)
def test_nothing_is_cut_off_on_a_small_page(name, opened):
    page = opened(f"game={name}&seed=1")
    page.evaluate("libgames.table.began -= 4e6")  # a long time takes more room
    page.evaluate("libgames.showTimes()")
    for width in (320, 400, 500, 760, 800):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(60)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(CUT) == [], width
