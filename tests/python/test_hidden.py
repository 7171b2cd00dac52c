"""Sampling hidden facts and chance: State.resample, State.reseed and state.information_key."""

import random

import libgames as lg
import numpy as np
import pytest

HIDDEN = [*(name for name in lg.games() if lg.game_type(name).information == "hidden"), "heaps"]


@pytest.fixture(params=[*lg.games(), "heaps"])
def game(request):
    """Every game of the library, and one that was loaded."""
    return request.getfixturevalue("heaps") if request.param == "heaps" else lg.make(request.param)


def some(states):
    """About ten of the states, including the first and the last."""
    return [*states[:: max(1, len(states) // 9)], states[-1]]


def seen(state, player):
    """All information that a player gets in a state."""
    return (
        [state.observation(player, space.name).tobytes() for space in state.game.observation_spaces],
        state.message(player),
        state.board_for(player),
        state.player,
        state.action_mask.tobytes() if state.player in (player, None) else None,
        state.information_key(player),
    )


def test_a_player_can_not_tell_a_sample_from_the_state(states):
    for number, state in enumerate(some(states)):
        for player in range(state.game.players):
            sample = state.resample(player, number)
            assert seen(sample, player) == seen(state, player), f"{state}: player {player}"
            assert sample == state.resample(player, number), "the seed decides"
            assert state.game.from_bytes(bytes(sample)) == sample and sample.game is state.game


def test_a_sample_shows_nothing_of_the_true_state(states):
    """Drawn from a sample, it is the same as drawn from the state itself."""
    for number, state in enumerate(some(states)):
        for player in range(state.game.players):
            sample = state.resample(player, number)
            assert sample.resample(player, 99) == state.resample(player, 99), f"{state}: player {player}"


def test_samples_of_hidden_things_differ(game, states):
    """In games with hidden information or future chance; in others a sample is the state."""
    draws = game.type.information == "hidden" or game.type.chance == "play"
    for state in some(states):
        different = {state.resample(player, seed) for player in range(game.players) for seed in range(5)}
        assert draws or different == {state}
    most = max(len({state.resample(player, seed) for player in range(game.players) for seed in range(9)})
               for state in some(states))
    assert (most > 5) == draws


def test_reseeding_changes_nothing_but_chance(game, states):
    for state in some(states):
        other = state.reseed(5)
        assert (other != state) == (game.type.chance == "play") and other == state.reseed(5)
        assert (other != state.reseed(6)) == (game.type.chance == "play")
        assert (other.player, other.scores, other.outcome, other.result) == (
            state.player, state.scores, state.outcome, state.result,
        )
        assert other.legal_actions == state.legal_actions and other.board_for() == state.board_for()
        for player in range(game.players):
            assert seen(other, player) == seen(state, player)


def test_chance_to_come_is_other_chance():
    """SnakeCore: the same actions meet other blocks later, after resample as after reseed."""
    state = lg.make("snakecore").new(seed=1)
    worlds = [state, state.reseed(1), state.resample(0, 2), state.resample(1, 3)]
    observations = [world.observation().tobytes() for world in worlds]
    assert len(set(observations)) == 1
    while not any(world.is_over for world in worlds):
        action = worlds[0].choose("greedy", seed=4)
        worlds = [world.apply(action) for world in worlds]
    assert len({world.observation(0).tobytes() for world in worlds}) == 4


@pytest.mark.parametrize("name", HIDDEN)
def test_a_sample_continues_like_any_state(name, heaps):
    """To the end, a new sample for the player to move before each action."""
    numbers = random.Random(6)
    state = lg.make("amazes(turns=3)" if name == "amazes" else name).new(seed=6)
    while not state.is_over:
        state = state.resample(state.player, numbers.randrange(2**64))
        state = state.apply(numbers.choice(state.legal_actions))
    assert state.resample(0, 1).outcome == state.outcome


def test_information_keys(game, states):
    """With perfect information they equal State.key; at a player's own turn equal keys mean equal legal actions."""
    masks = {}
    for state in states:
        if state.player is not None:
            key = state.player, state.information_key(state.player)
            assert masks.setdefault(key, state.action_mask.tobytes()) == state.action_mask.tobytes()
    if game.type.information == "perfect" and game.type.chance != "play":
        assert all(state.information_key(0) == state.information_key(1) == state.key for state in states)
    assert len(masks) > len(states) / 2, "nearly every state brings news to the player to move"


def test_information_hidden_from_the_detectives():
    """On the Run: two moves of the fugitive by the same means leave the detectives with the same key, him with two."""
    state = lg.make("ontherun").new(seed=5)
    for _ in range(5):
        state = state.apply(state.legal_actions[0])
    means = {}
    for action in state.legal_actions:
        means.setdefault(action // 200, []).append(action)
    one, other = (state.apply(action) for action in max(means.values(), key=len)[:2])
    assert one.information_key(0) == other.information_key(0) and one.information_key(1) != other.information_key(1)
    assert one.resample(0, 7) == other.resample(0, 7)
    assert len({bytes(one.resample(0, seed)) for seed in range(50)}) > 2


def test_wrong_arguments(middle):
    players = middle.game.players
    for call in (middle.resample, middle.information_key):
        for wrong in (-1, players, 2**31, 2**70):
            with pytest.raises(ValueError, match="player"):
                call(wrong)
        for wrong in (None, 0.5, "0"):
            with pytest.raises(TypeError):
                call(wrong)
    for call in (lambda seed: middle.resample(0, seed), middle.reseed):
        for wrong in (-1, 2**64):
            with pytest.raises(ValueError, match="seed"):
                call(wrong)
        for wrong in (None, 0.5, "0"):
            with pytest.raises(TypeError):
                call(wrong)
    assert middle.resample(np.int64(0), np.uint64(7)) == middle.resample(0, 7)
