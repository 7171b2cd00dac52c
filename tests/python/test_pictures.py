"""Pictures: every state of every game can be drawn, from every view; nobody sees what it may not know."""

import io
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import libgames as lg
import matplotlib.style
import numpy as np
import pytest
from libgames import pictures
from libgames.pictures import alquerque, analysis, paint
from PIL import Image

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg):
    return [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_every_state_from_every_view(states):
    for state in states[:: max(1, len(states) // 12)] + states[-1:]:
        for player in (None, *range(state.game.players)):
            root = ElementTree.fromstring(pictures.svg(state, player))
            assert root.tag == f"{SVG}svg" and float(root.get("width")) > 100
            assert "nan" not in ElementTree.tostring(root, "unicode")


def test_views_are_of_players_who_know_different_things(states):
    players = pictures.players(states[0])
    assert len({name for name, _ in players}) == len({colour for _, colour in players}) == states[0].game.players
    differ = any(pictures.svg(state, 0) != pictures.svg(state) for state in states[:: max(1, len(states) // 20)])
    assert differ == pictures.has_secrets(states[0])


def test_pixels(middle):
    data = pictures.png(middle)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    pixels = pictures.rgb_array(middle)
    root = ElementTree.fromstring(pictures.svg(middle))
    assert pixels.dtype == np.uint8 and pixels.ndim == 3 and pixels.shape[2] == 3
    assert pixels.shape[1] == round(float(root.get("width")))
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 4
    assert pixels[0, 0].tolist() == [255, 255, 255]  # outside the round corner
    assert pictures.rgb_array(middle, zoom=0.5).shape[0] == pytest.approx(pixels.shape[0] / 2, abs=1)


def test_text_is_drawn_with_the_fonts_that_come_along(middle):
    """The caption at the bottom has ink."""
    pixels = pictures.rgb_array(middle)
    assert (pixels[-paint.CAPTION :].min(axis=(0, 1)) < 100).all()


def test_gif(tmp_path, states):
    shown = states[:3] + states[-1:]
    pictures.gif(tmp_path / "game.gif", shown, seconds=0.2, zoom=0.3)
    image = Image.open(io.BytesIO((tmp_path / "game.gif").read_bytes()))
    assert image.format == "GIF" and image.n_frames >= 2 and image.info["duration"] % 200 == 0 and image.info["loop"] == 0


def test_an_animation_is_small_where_little_changes(tmp_path, states):
    sizes = []
    for name, shown in (("one", states[:1]), ("many", states[:8])):
        path = tmp_path / name
        pictures.gif(path, shown)
        sizes.append(path.stat().st_size)
    assert sizes[1] < 2.5 * sizes[0]


def test_plots_have_the_colours_of_the_pictures():
    style = matplotlib.rc_params_from_file(
        Path(pictures.__file__).with_name("plots.mplstyle"), use_default_template=False
    )
    assert sorted(style["axes.prop_cycle"].by_key()["color"]) == sorted(paint.PLAYERS)
    inks = {style[name] for name in ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")}
    assert inks == {paint.INK}
    assert {style["figure.facecolor"], style["axes.facecolor"]} == {paint.PAPER}
    with matplotlib.style.context("libgames.pictures.plots"):
        assert matplotlib.rcParams["text.color"] == style["text.color"]


def test_searches(states):
    """Bars and a tree beside the board, as the player to move knows it; ways on it where the game has them."""
    game = states[0].game
    search = lg.Search(game, 60, seed=1)
    for state in states[:: max(1, len(states) // 4)] + states[-1:]:
        result = search(state)
        picture = analysis.svg(result)
        assert "nan" not in picture and result._repr_mimebundle_()["image/svg+xml"] == picture
        if state.is_over:
            assert any(f"over: {state.result}" == text for text in texts(picture))
            continue
        assert f"{game.action_text(result.tree[0].action)} · {result.tree[0].visits:,} ·" in picture
        assert all(f"{result.visits[action]:,}" in texts(picture) for action in result.actions[:16])
        way = getattr(pictures._module(state), "way", None)
        assert way is None or all(way(state, action) for action in result.actions)
        sample = state.resample(state.player, seed=5)
        assert analysis.svg(search(sample)) == picture


def test_ways_end_where_actions_lead():
    game = lg.make("alquerque")
    state = game.parse("7/7/7/3b3/3w3/7/7 w 0 - - -")
    (action,) = state.legal_actions
    (x, start), (other, end) = alquerque.way(state, action)
    assert game.action_text(action) == "d3N" and x == other and start - end == 128


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
        with pytest.raises(ValueError, match="seconds"):
            pictures.gif(tmp_path / "a.gif", [middle], seconds=min(wrong, 0) if wrong == wrong else wrong)
    with pytest.raises(ValueError, match="at least one"):
        pictures.gif(tmp_path / "a.gif", [])
    assert not list(tmp_path.iterdir())


def test_alquerque_marks_pieces_and_the_last_move():
    game = lg.make("alquerque")
    start = pictures.svg(game.new())
    assert start.count(f'fill="{paint.INK}" stroke="#0c1319"') == start.count('fill="#ffffff" stroke=') == 24
    assert paint.MARK not in start
    assert paint.MARK in pictures.svg(game.new().apply("c3-d4"))


def test_blockdrop_shows_the_timers():
    state = lg.make("blockdrop").new(1)
    state = state.apply(state.game.parse_action("A"))
    timers = [str(abs(timer)) for row in lg.blockdrop.blocks(state) for timer in row if timer]
    assert timers and set(timers) <= set(texts(pictures.svg(state)))


def test_the_detectives_do_not_see_the_fugitive():
    game, hidden = lg.make("ontherun"), 0
    state = game.new(3)
    while not state.is_over:
        if len(lg.ontherun.hunt(state).possible) > 1:
            others = {pictures.svg(state.resample(lg.ontherun.DETECTIVES, seed), lg.ontherun.DETECTIVES) for seed in range(3)}
            assert others == {pictures.svg(state, lg.ontherun.DETECTIVES)}
            hidden += 1
        state = state.apply(state.legal_actions[len(state.legal_actions) // 2])
    assert hidden > 0


@pytest.mark.parametrize("cities", [5, 40, 200])
def test_cities_of_a_map_from_text_do_not_touch(cities):
    text = lg.make("ontherun", cities=cities).shared_text
    root = ElementTree.fromstring(pictures.svg(lg.ontherun.on_map(text).new()))
    circles = [element for element in root.iter(f"{SVG}circle") if element.get("fill") == paint.PAPER]
    places = np.array([[float(circle.get("cx")), float(circle.get("cy"))] for circle in circles])
    apart = np.hypot(*(places[:, None] - places).T) + 1e9 * np.eye(len(places))
    assert len(places) == cities and apart.min() > 2 * float(circles[0].get("r"))


def test_amazes_shows_a_player_nothing_of_the_other():
    start = lg.make("amazes").new(4)
    moved = start
    for letter in "TLRT":
        moved = moved.apply(moved.game.parse_action(letter))
    words = " ".join(texts(pictures.svg(start, lg.amazes.RED)))
    assert "Red" in words and "Blue" not in words
    assert pictures.svg(start, lg.amazes.BLUE) == pictures.svg(moved, lg.amazes.BLUE)
