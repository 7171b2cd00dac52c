"""Pictures: every state of every game can be drawn, from every view, without hidden information."""

import io
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import libgames as lg
import matplotlib.style
import numpy as np
import pytest
from helpers import amount
from libgames import pictures
from libgames._results import picture as picture_of
from PIL import Image

SVG = "{http://www.w3.org/2000/svg}"
THEMES = ("auto", "light", "dark", "contrast")


def root_of(svg):
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg" and root[0].tag == f"{SVG}title" and root.get("role") == "img"
    return root


def texts(svg):
    return ["".join(element.itertext()) for element in root_of(svg).iter(f"{SVG}text")]


def played(config, seed, count):
    """A state after this many random actions, or the last one of the game, and the one before it."""
    start = lg.make(config).new(seed)
    state, actions = start.rollout(seed, count)
    return start.rollout(seed, max(0, actions - 1))[0], state


def actions_of(root):
    return sorted(int(element.get("data-action")) for element in root.iter() if element.get("data-action"))


# ---- the text ----


@pytest.mark.parametrize("config", [*lg.games(), "amazes(actions=walk)", "ontherun(cities=5)", "snakecore(size=64,players=8)"])
def test_every_state_from_every_view(config):
    game, random = lg.make(config), np.random.default_rng(5)
    before = state = game.new(9)
    for number in range(amount(60)):
        if number % 6 == 0:
            theme, heat = THEMES[number // 6 % 4], random.random(game.num_actions) if number % 12 == 0 else None
            for viewer in (None, *range(game.players)):
                svg = state.draw(viewer, before=before, legal=True, heat=heat, theme=theme, size=(0, 400)[number % 5 == 0])
                root = root_of(svg)
                shown = state.legal_actions if viewer in (None, state.player) else ()
                assert actions_of(root) == list(shown)
                places = {element.get("data-place") for element in root.iter()}
                assert {element.get("data-from") for element in root.iter()} <= places
                assert not re.search(r"nan|\(null\)|%", svg.replace(" %<", "<"))
        if state.is_over:
            break
        before = state
        for _ in range(5):
            state = state if state.is_over else state.apply(int(random.choice(state.legal_actions)))
    assert not actions_of(root_of(state.draw()))


def test_views_are_of_players_who_know_different_things(states):
    players = pictures.players(states[0])
    assert len({name for name, _ in players}) == len({colour for _, colour in players}) == states[0].game.players
    differ = any(pictures.svg(state, 0) != pictures.svg(state) for state in states[:: max(1, len(states) // 20)])
    assert differ == pictures.has_secrets(states[0])


@pytest.mark.parametrize("config", ["amazes", "amazes(actions=walk)", "ontherun", "ontherun(cities=12)"])
def test_a_view_is_the_same_for_states_that_the_viewer_cant_tell_apart(config):
    differed = 0
    for count in range(2, 60, 7):
        _, state = played(config, count, count)
        for viewer in range(2):
            others = [state.resample(viewer, seed) for seed in range(3)]
            heat = np.arange(state.game.num_actions) if state.player == viewer else None
            assert {other.draw(viewer, legal=True, heat=heat) for other in others} == {state.draw(viewer, legal=True, heat=heat)}
            differed += any(other.draw() != state.draw() for other in others)
    assert differed > 1


def test_themes_and_sizes(middle):
    root = root_of(middle.draw(size=1600))
    assert root.get("width") == "1600" and root.get("viewBox") == root_of(middle.draw()).get("viewBox")
    found = {theme: middle.draw(theme=theme) for theme in THEMES}
    assert len(set(found.values())) == 4
    assert "prefers-color-scheme" in found["auto"] and "prefers-color-scheme" not in "".join(map(found.get, THEMES[1:]))
    for theme, paper in (("light", 250), ("dark", 35), ("contrast", 255)):
        pixels = pictures.rgb_array(middle, theme=theme)
        assert abs(int(pixels[5, 8:-8].max()) - paper) < 12, theme
        inks = pixels[-30:-8].astype(int).sum(axis=2)
        assert abs(inks - 3 * paper).max() > 400, "the caption is easy to read"


def test_rules_are_only_for_their_own_game_and_theme(middle):
    """A page can hold pictures of several games and themes."""
    for theme in THEMES:
        rules = middle.draw(theme=theme).partition("<style>")[2].partition("</style>")[0].strip().splitlines()
        scope = f".lg-{middle.game.name}.theme{THEMES.index(theme)}"
        assert len(rules) > 30 and all(rule.startswith(scope) or rule[0] in "@}" for rule in rules)
        assert all("," not in rule.partition("{")[0] for rule in rules)


# ---- pixels ----


def test_pixels(middle):
    data = pictures.png(middle)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    pixels = pictures.rgb_array(middle)
    root = ElementTree.fromstring(pictures.svg(middle))
    assert pixels.flags.writeable
    assert pixels.dtype == np.uint8 and pixels.ndim == 3 and pixels.shape[2] == 3
    assert pixels.shape[1] == round(float(root.get("width")))
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 4
    assert pixels[0, 0].tolist() == [255, 255, 255]  # outside the round corner
    assert pictures.rgb_array(middle, zoom=0.5).shape[0] == pytest.approx(pixels.shape[0] / 2, abs=1)


def test_text_is_drawn_with_the_fonts_that_come_along(middle):
    """The caption at the bottom has ink."""
    pixels = pictures.rgb_array(middle)
    assert (pixels[-30:].min(axis=(0, 1)) < 100).all()


def test_gif(tmp_path, states):
    shown = states[:3] + states[-1:]
    pictures.gif(tmp_path / "game.gif", shown, seconds=0.2, zoom=0.3)
    image = Image.open(io.BytesIO((tmp_path / "game.gif").read_bytes()))
    assert image.format == "GIF" and image.n_frames >= 2 and image.info["duration"] % 200 == 0 and image.info["loop"] == 0


def test_an_animation_is_small_where_little_changes(tmp_path, states):
    sizes = []
    for name, shown in (("one", states[:1]), ("many", states[:8])):
        path = tmp_path / name
        pictures.gif(path, shown, zoom=0.5)
        sizes.append(path.stat().st_size)
    assert sizes[1] < 2.5 * sizes[0]


def test_plots_have_the_colours_of_the_pictures():
    style = matplotlib.rc_params_from_file(
        Path(pictures.__file__).with_name("plots.mplstyle"), use_default_template=False
    )
    svg = lg.make("snakecore").new().draw(theme="light")
    colours = re.findall(r"\.p\d\{fill:(#\w+)\}", svg)
    (ink,) = re.findall(r" text\{fill:(#\w+);", svg)
    (paper,) = re.findall(r"\.paper\{fill:(#\w+)\}", svg)
    assert sorted("#" + one.lstrip("#") for one in style["axes.prop_cycle"].by_key()["color"]) == sorted(colours)
    inks = {style[name] for name in ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")}
    assert inks == {ink}
    assert {style["figure.facecolor"], style["axes.facecolor"]} == {paper}
    with matplotlib.style.context("libgames.pictures.plots"):
        assert matplotlib.rcParams["text.color"] == style["text.color"]


def test_batch_search(states):
    """Bars and a tree next to the board, as the player to move knows it, with the visits on the board."""
    game = states[0].game
    search = lg.Search(game, 60, seed=1)
    for state in states[:: max(1, len(states) // 4)] + states[-1:]:
        result = search(state)
        picture = picture_of(result)
        assert "nan" not in picture and result._repr_mimebundle_()["image/svg+xml"] == picture
        if state.is_over:
            assert any(f"over: {state.result}" == text for text in texts(picture))
            continue
        assert f"{state.decision_text(result.tree[0].action)} · {result.tree[0].visits:,} ·" in picture
        assert all(f"{result.visits[action]:,}" in texts(picture) for action in result.actions[:16])
        assert "class='heat'" in state.draw(heat=result.visits)
        sample = state.resample(state.player, seed=5)
        assert picture_of(search(sample)) == picture


def test_heat_is_as_large_as_its_share():
    state = lg.make("blockdrop").new(1)
    assert state.legal_actions == tuple(range(6))
    heat = np.array([10, 30, 5, 0, 0.01, 54.99])
    root = root_of(state.draw(heat=heat))
    assert {"10", "30", "5", "A attack 1 %", "N nothing 55 %"} <= set(texts(state.draw(heat=heat)))
    radii = [float(circle.get("r")) for circle in root.iter(f"{SVG}circle") if circle.get("class") == "heat"]
    assert len(radii) == 3 and radii[2] < radii[0] < radii[1]
    assert state.draw(heat=heat) == state.draw(heat=1000 * heat)


def test_notebooks_show_the_picture(middle):
    assert middle._repr_mimebundle_() == {"text/plain": middle.board, "image/svg+xml": pictures.svg(middle)}


def test_wrong_arguments(middle, tmp_path):
    for wrong in (None, 1, "text", middle.game, bytes(middle)):
        with pytest.raises(TypeError, match="expected a state of libgames"):
            pictures.svg(wrong)
    for wrong in (-1, middle.game.players, 10**30):
        with pytest.raises(ValueError, match="expected None or an integer in 0"):
            pictures.svg(middle, wrong)
    with pytest.raises(TypeError):
        pictures.svg(middle, "0")
    for wrong in (0, -1, 11, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="zoom"):
            pictures.png(middle, zoom=wrong)
    with pytest.raises(ValueError, match="zoom: expected a picture of at most 16384 pixels a side, not 16384 x"):
        pictures.png(middle, size=16384, zoom=10)
    for wrong in (0, -1, 656, float("nan"), float("inf"), 10**400):
        with pytest.raises(ValueError, match="seconds: expected a number in 0.01 ... 655.35"):
            pictures.gif(tmp_path / "a.gif", [middle], seconds=wrong)
    with pytest.raises(ValueError, match="at least one"):
        pictures.gif(tmp_path / "a.gif", [])
    assert not list(tmp_path.iterdir())


# ---- each game ----


def test_alquerque_marks_pieces_and_the_last_move():
    game = lg.make("alquerque")
    start = game.new().draw()
    assert start.count("class='piece0'") == start.count("class='piece1'") == 25  # 24, and one in the head
    assert "class='line way'" not in start
    assert "class='line way' d='M236 430L320 346'" in game.new().apply("c3-d4").draw()


def test_alquerque_targets_lead_where_actions_do():
    game = lg.make("alquerque")
    state = game.parse("7/7/7/3b3/3w3/7/7 w 0 - - -")
    (action,) = state.legal_actions
    root = root_of(state.draw(legal=True))
    (target,) = (element for element in root.iter() if element.get("data-action") == str(action))
    (piece,) = (element for element in root.iter() if element.get("data-place") == target.get("data-from"))
    (start, *_), (hit, *_) = piece, target
    assert game.action_text(action) == "d3N" and start.get("cx") == hit.get("cx")
    assert 168 - 20 <= float(start.get("cy")) - float(hit.get("cy")) <= 168, "two points up, a bit nearer"


def test_blockdrop_shows_the_timers_and_who_has_fallen():
    game = lg.make("blockdrop")
    state = game.new(1).apply(game.parse_action("A"))
    timers = [str(abs(timer)) for row in lg.blockdrop.blocks(state) for timer in row if timer]
    assert timers and set(timers) <= set(texts(state.draw()))
    assert "misses 2" in texts(state.draw())
    _, state = played("blockdrop", 3, 400)
    fallen = [player for player, place in enumerate(lg.blockdrop.players(state)) if place[0] < 0]
    assert fallen and texts(state.draw()).count("fallen") == len(fallen)
    assert state.draw(before=game.new(3)).count("class='fell'") == len(fallen)


def test_a_stun_mark_stands_behind_the_back():
    """Clear of the arrow and of the number."""
    for facing, behind in (("U", (0, 21)), ("R", (-21, 0)), ("D", (0, -21)), ("L", (21, 0))):
        game = lg.make("blockdrop")
        start = next(state for state in map(game.new, range(99)) if lg.blockdrop.players(state)[0][2] == facing)
        root = root_of(start.apply(game.parse_action("A")).draw())
        row, column, *_ = lg.blockdrop.players(start)[0]
        (stun,) = (circle for circle in root.iter(f"{SVG}circle") if circle.get("class") == "stun")
        place = (32 + 32 * column + 16 + behind[0], 60 + 32 * row + 16 + behind[1])
        assert (float(stun.get("cx")), float(stun.get("cy"))) == place


@pytest.mark.parametrize("source", ["ontherun", "ontherun(cities=40,map=6)"])
def test_every_connection_has_a_line_of_its_kind(source):
    game = lg.make(source)
    svg = game.new().draw()
    for kind, letter in (("car", "C"), ("train", "T"), ("plane", "P")):
        expected = [(one, other) for type_, one, other in lg.ontherun.connections(game) if type_ == letter]
        (line,) = (path.get("d") for path in root_of(svg).iter(f"{SVG}path")
                   if path.get("class") == f"line {kind}" and len(path.get("d")) > 20)
        assert line.count("M") == len(expected)
        assert f"{len(expected)} by {kind}" in texts(svg)
        ends = [tuple(map(float, re.split("[MLQ ]", one)[1:3])) for one in re.findall("M[^M]*", line)]
        for (x, y), (one, _) in zip(ends, expected, strict=True):
            there = lg.ontherun.places(game)[one - 1]
            assert abs(x - 30 - there[0]) < 3 and abs(y - 80 - there[1]) < 3
    colours = re.findall(r"\.(?:car|train|plane|detective|fugitive)\{(?:fill|stroke):(#\w+)", game.new().draw(theme="light"))
    assert len(set(colours)) == 5


def test_labels_of_small_maps_wait_for_a_zoom():
    game = lg.make("ontherun")
    _, state = played("ontherun", 3, 20)
    small, large = state.draw(size=400), state.draw(size=1600)
    assert small.count("class='label2'") + small.count("class='label1'") == game.parameters["cities"]
    assert large.count("class='label'") == game.parameters["cities"]
    sizes = [
        float(text.get("font-size")) * 400 / 1060
        for text in root_of(re.sub(r"<g transform.*?</g>", "", small, flags=re.DOTALL)).iter(f"{SVG}text")
        if text.get("class") not in ("label1", "label2")
    ]
    assert len(sizes) > 8 and min(sizes) > 9, "the text of a small picture is legible"


def test_the_detectives_do_not_see_the_fugitive():
    game, hidden = lg.make("ontherun"), 0
    before = state = game.new(3)
    while not state.is_over:
        if len(lg.ontherun.hunt(state).possible) > 1:
            detectives = lg.ontherun.DETECTIVES
            others = {state.resample(detectives, seed).draw(detectives, before=before) for seed in range(3)}
            assert others == {state.draw(detectives, before=before)}
            hidden += 1
        before, state = state, state.apply(state.legal_actions[len(state.legal_actions) // 2])
    assert hidden > 0


@pytest.mark.parametrize("cities", [5, 40, 200])
def test_cities_of_a_map_from_text_do_not_touch(cities):
    text = lg.make("ontherun", cities=cities).shared_text
    root = root_of(lg.ontherun.on_map(text).new().draw())
    circles = [element for element in root.iter(f"{SVG}circle") if element.get("class") == "city"]
    places = np.array([[float(circle.get("cx")), float(circle.get("cy"))] for circle in circles])
    apart = np.hypot(*(places[:, None] - places).T) + 1e9 * np.eye(len(places))
    assert len(places) == cities and apart.min() > 2 * float(circles[0].get("r"))


def test_amazes_shows_points_as_counted_and_the_score_that_they_give():
    game = lg.make("amazes(turns=10)")
    state = game.new(4)
    for _ in range(3):
        for _ in range(120):
            state = state.apply(state.game.parse_action("T"))
        state = state.apply(state.game.parse_action("end"))
    words = " ".join(texts(state.draw()))
    points = state.points
    assert min(points) < 0 and all(f"{point} points".replace("-", "−") in words for point in points)
    assert "(score 0)" in words and "points" not in " ".join(texts(state.draw(0)))


def discs(svg):
    """The middles and radii of the players' tokens on the board."""
    circles = [one for one in root_of(svg).iter(f"{SVG}circle") if re.fullmatch(r"p\d edge", one.get("class", ""))]
    rows = [[float(one.get(name)) for name in ("cx", "cy", "r")] for one in circles]
    return np.array([row for row in rows if row[1] > 60])


def apart(boxes, others):
    """The least distance between two of these boxes, each given by a middle and half its sides; below 0: they
    overlap."""
    pairs = [(one, other) for one in boxes for other in others if one is not other]
    return min((np.max(np.abs(one[:2] - other[:2]) - one[2:] - other[2:]) for one, other in pairs), default=1)


@pytest.mark.parametrize("config", ["amazes", "blockdrop", "snakecore(size=12,players=8)"])
def test_no_player_covers_another(config):
    game, met = lg.make(config), 0
    for seed in range(amount(8)):
        state = game.new(seed)
        for number in range(400):
            if state.is_over:
                break
            state = state.apply(state.choose("greedy" if number % 3 else "random", seed=number))
            if state.in_move or number % 4:
                continue
            found = discs(state.draw())
            distances = [np.hypot(*(a - b)[:2]) - a[2] - b[2] for i, a in enumerate(found) for b in found[:i]]
            assert min(distances, default=0) >= 0
            met += min(distances, default=99) < 1
    assert met > 0 or config != "amazes"  # they did meet on one square


def test_amazes_shows_both_players_who_meet():
    """In letters, and in the picture each with its facing, and the square where its last walk began."""
    game = lg.make("amazes")
    for seed in range(60):
        before = state = game.new(seed)
        for number in range(2000):
            if state.is_over or len({(place.row, place.column) for place in lg.amazes.places(state)}) == 1:
                break
            before = state if not state.in_move else before
            state = state.apply(state.choose("greedy", seed=number))
        else:
            continue
        if not state.is_over:
            break
    assert not state.is_over and sum("&" in line for line in state.board.splitlines()) == 1
    assert "r" not in state.board.split("Red")[0] and len(discs(state.draw())) == 2
    every = root_of(state.draw()).iter(f"{SVG}path")
    paths = [path for path in every if re.fullmatch(r"p\d edge", path.get("class", ""))]
    tips = [tuple(map(float, re.match(r"M([-\d.]+) ([-\d.]+)", path.get("d")).groups())) for path in paths]
    for (x, y), (other_x, other_y, radius) in zip(tips, discs(state.draw())[::-1], strict=True):
        assert np.hypot(x - other_x, y - other_y) > radius
    assert "class='ring'" in state.draw(before=before)


TIMERS = "0,0,0,0,0,0/0,0,0,0,0,0/0,0,0,0,0,0/0,3,7,11,15,19/0,0,0,0,0,0/0,0,0,0,0,0"


@pytest.mark.parametrize("player, fallen", [((9, 0), (10, 4)), ((9, 2), (11, 4))])
def test_timers_are_not_covered(player, fallen):
    """Neither by players and their marks nor by the cross where one fell."""
    game = lg.make("blockdrop")
    (row, column), (down, right), others = player, fallen, "17,11,R,0 1,8,D,0 -"
    before = game.parse(f"page 8/1000 {TIMERS} {row},{column},L,0 {down},{right},D,0 {others}")
    after = game.parse(f"page 9/1000 {TIMERS.replace('0,3,7', '0,-3,7')} {row},{column},L,2 -1,-1,D,0 {others}")
    svg = after.draw(before=before)
    (timer,) = [one for one in root_of(svg).iter(f"{SVG}text") if one.get("class") == "gone" and one.text == "3"]
    at = np.array([float(timer.get("x")), float(timer.get("y")) - 0.36 * float(timer.get("font-size"))])
    (mark,) = [one for one in root_of(svg).iter(f"{SVG}circle") if one.get("class") == "stun"]
    places = [(48 + 32 * column, 76 + 32 * row), (48 + 32 * right, 76 + 32 * down)]
    places.append((float(mark.get("cx")), float(mark.get("cy"))))
    assert "class='fell'" in svg and min(np.hypot(*(at - place)) for place in places) > 20


@pytest.mark.parametrize("size", [320, 1060])
@pytest.mark.parametrize("config", ["ontherun", "ontherun(cities=12)"])
def test_no_plate_covers_another(config, size):
    """Neither by the plate of a detective in the next city or of the one that caught the fugitive, nor by an arrow."""
    game, caught = lg.make(config), 0
    for seed in range(amount(6)):
        state = game.new(seed)
        for number in range(120):
            if state.is_over:
                break
            state = state.apply(state.choose("greedy" if number % 4 else "random", seed=number))
            svg = state.draw(size=size, legal=True)
            _, *plates = re.findall(r"class='detective' stroke-width='([\d.]+)' x='([-\d.]+)' y='([-\d.]+)' "
                                    r"width='([\d.]+)' height='([\d.]+)'", svg)
            numbers = [tuple(map(float, one)) for one in plates]
            boxes = [np.array([x + w / 2, y + h / 2, w / 2, h / 2]) for _, x, y, w, h in numbers]
            outline = r"class='fugitive'[^>]* d='M([-\d.]+) ([-\d.]+)l([\d.]+) -([\d.]+)h([\d.]+)"
            for one in re.findall(outline, svg)[1:]:
                x, y, point, high, wide = map(float, one)
                boxes.append(np.array([x + point + wide / 2, y, point + wide / 2, high]))
            assert apart(boxes, boxes) >= 0
            badges = re.findall(r"class='badge'[^>]* cx='([-\d.]+)' cy='([-\d.]+)' r='([\d.]+)'", svg)
            letters = [np.array([float(x), float(y), float(r), float(r)]) for x, y, r in badges]
            assert apart(boxes, letters) >= 0 or size == 320  # where there may be no room
            assert svg.rfind("line choice") < svg.find("<rect class='detective'", svg.find("'city'"))
        caught += state.result == "caught"
    assert caught > 0 or config == "ontherun"


def test_amazes_follows_the_walk():
    """From the square where it began to that where it ended; the other player sees nothing of it."""
    game = lg.make("amazes")
    before = state = game.new(2)
    actions = []
    while state.player == before.player:
        actions.append(state.choose("greedy", seed=1))
        state = state.apply(actions[-1])
    marked = state.draw(before=before, last=actions)
    (way,) = re.findall("class='line way' d='M([^']*)'", marked)
    ends = [tuple((int(number) - at) // 24 for number, at in zip(point.split(), (20, 60), strict=True)) for point in way.split("L")]
    first, last = lg.amazes.places(before)[0], lg.amazes.places(state)[0]
    assert ends[0] == (first.column - 1, first.row - 1) and ends[-1] == (last.column - 1, last.row - 1)
    assert "line way" not in state.draw(before=before, last=actions[::-1][:1])  # not the walk that led there
    assert state.draw(1, before=before, last=actions) == state.draw(1)


def test_amazes_shows_a_player_nothing_of_the_other():
    start = lg.make("amazes").new(4)
    moved = start
    for letter in "TLRT":
        moved = moved.apply(moved.game.parse_action(letter))
    words = " ".join(texts(pictures.svg(start, lg.amazes.RED)))
    assert "Red: 17 squares" in words and "Blue: about 21 squares away" in words and "points" not in words
    assert "Red: unseen" in texts(pictures.svg(start, lg.amazes.BLUE))
    assert pictures.svg(start, lg.amazes.BLUE) == pictures.svg(moved, lg.amazes.BLUE)


@pytest.mark.parametrize("unit", [5e-324, 1e-310, 1e308])
def test_only_the_ratios_of_heat_count(unit):
    state = lg.make("alquerque").new()
    heat = np.zeros(state.game.num_actions)
    heat[state.legal_actions[0]] = 1
    assert state.draw(heat=heat * unit) == state.draw(heat=heat) != state.draw()
