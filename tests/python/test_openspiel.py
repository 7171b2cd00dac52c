"""The OpenSpiel-style games compared with the real ones: the same code runs on both, with results of the same kind."""

import copy
import json
import math
import pickle
import random

import libgames as lg
import numpy as np
import pyspiel
import pytest
from libgames.openspiel import CHANCE, TERMINAL, Game, State, load_game
from helpers import KUHN_POKER, NIM, compiled
from open_spiel.python import observation, policy, rl_environment
from open_spiel.python.algorithms import (
    cfr,
    evaluate_bots,
    exploitability,
    expected_game_score,
    fictitious_play,
    get_all_states,
    ismcts,
    mcts,
    random_agent,
)
from open_spiel.python.bots import uniform_random

REAL = ("tic_tac_toe", "breakthrough(rows=5,columns=4)", "kuhn_poker")
PURE = ("alquerque", "blockdrop(turns=20)", "snakecore(rounds=10)")
HIDDEN = ("amazes(turns=3)", "ontherun", "heaps")
# On a full field a block comes back on one of ten cells.
SNAKES = "snakecore(size=8,players=2,walls=0,reactors=8,ordinary=22,energy=22,rounds={})"


def snakes(rounds, seed, **settings):
    """SnakeCore with chance nodes."""
    return load_game(SNAKES.format(rounds), seed=seed, chance_nodes=True, **settings)


@pytest.fixture(params=[*REAL, *lg.games(), "snakes"])
def spiel_game(request):
    """Games of OpenSpiel and of this library."""
    if request.param == "snakes":
        return snakes(20, 1)
    return pyspiel.load_game(request.param) if request.param in REAL else load_game(request.param)


@pytest.fixture
def our_state(game):
    """A state in the middle of a game of ours."""
    state, rng = load_game(game.name, seed=3).new_initial_state(), random.Random(3)
    for _ in range(20):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def random_choice(state, rng):
    if state.is_chance_node():
        actions, probabilities = zip(*state.chance_outcomes(), strict=True)
        return int(rng.choices(actions, probabilities)[0])
    return rng.choice(state.legal_actions())


def test_random_play(spiel_game):
    """A loop as OpenSpiel's users write it, with every method on the way."""
    rng, state = random.Random(1), spiel_game.new_initial_state()
    assert state.is_initial_state() and state.history() == [] and state.get_game().num_players() == state.num_players()
    total = np.zeros(state.num_players())
    while not state.is_terminal():
        player, action = state.current_player(), random_choice(state, rng)
        legal = state.legal_actions()
        assert action in legal and legal == sorted(legal)
        assert not state.is_simultaneous_node()
        if not state.is_chance_node():
            assert player in range(state.num_players()) and state.legal_actions(player) == legal
            mask = state.legal_actions_mask(player)
            assert len(mask) == state.num_distinct_actions() == spiel_game.num_distinct_actions()
            assert [i for i, bit in enumerate(mask) if bit] == legal
            text = state.action_to_string(player, action)
            assert text and state.string_to_action(player, text) == action
        twin, child = state.clone(), state.child(action)
        twin.apply_action(action)
        state.apply_action(action)
        assert str(twin) == str(state) == str(child)
        assert twin.history() == state.history() == child.history()
        total += state.rewards()
    assert state.current_player() == TERMINAL == pyspiel.PlayerId.TERMINAL
    assert state.legal_actions() == [] and not state.is_player_node()
    returns = state.returns()
    assert returns == [state.player_return(player) for player in range(state.num_players())] == total.tolist()
    assert all(spiel_game.min_utility() <= value <= spiel_game.max_utility() for value in returns)
    assert spiel_game.utility_sum() is None or sum(returns) == pytest.approx(spiel_game.utility_sum())
    assert len(state.history()) == state.move_number() <= spiel_game.max_history_length()
    assert [entry.action for entry in state.full_history()] == state.history()
    again = spiel_game.deserialize_state(state.serialize())
    assert again.history() == state.history() and again.returns() == returns


def test_tensors(spiel_game):
    rng, state = random.Random(2), spiel_game.new_initial_state()
    for _ in range(3):
        state.apply_action(random_choice(state, rng))
    tensor = state.observation_tensor(1)
    assert isinstance(tensor, list) and len(tensor) == spiel_game.observation_tensor_size()
    assert np.prod(spiel_game.observation_tensor_shape()) == len(tensor)
    assert {type(value) for value in tensor} == {float}
    assert isinstance(state.observation_string(0), str)


@pytest.mark.parametrize("name", ["tic_tac_toe", *PURE])
def test_their_mcts_plays_and_wins(name):
    """open_spiel.python.algorithms.mcts against a random player, on a game of theirs and three of ours."""
    game = pyspiel.load_game(name) if name in REAL else load_game(name, seed=1)
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 12, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(bot.step(state) if state.current_player() == 0 else rng.choice(legal))
    assert len(state.returns()) == game.num_players()
    if name in ("tic_tac_toe", "alquerque"):
        assert state.returns()[0] == 1


def test_their_environment_and_agents(spiel_game):
    """open_spiel.python.rl_environment with random agents, to the end of an episode."""
    if spiel_game.get_type().short_name == "amazes":
        spiel_game = load_game("amazes(turns=2)")
    kind = rl_environment.ObservationType.OBSERVATION
    env = rl_environment.Environment(spiel_game, observation_type=kind)
    env.seed(1)
    agents = [random_agent.RandomAgent(player, spiel_game.num_distinct_actions()) for player in range(env.num_players)]
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.observations["current_player"]].step(step).action])
    assert len(step.rewards) == spiel_game.num_players()


@pytest.mark.parametrize("name", ["kuhn_poker", *HIDDEN])
def test_their_ismcts_plays(name, heaps):
    """open_spiel.python.algorithms.ismcts, which samples hidden information, on a game of theirs, two of ours and a
    loaded one. It finds its nodes by information states, and checks that a sample has the same one as the state."""
    game = pyspiel.load_game(name) if name in REAL else load_game(name, seed=1)
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bots = [ismcts.ISMCTSBot(game, evaluator, 1.4, 6, worlds, random_state=rng) for worlds in (-1, 3)]
    state, searched = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
            continue
        bot, before = bots[state.current_player()], str(state)
        action = int(bot.step(state)) if searched < 30 else rng.choice(state.legal_actions())
        searched += len(state.legal_actions()) > 1
        assert str(state) == before and action in state.legal_actions()
        state.apply_action(action)
    assert sum(state.returns()) == pytest.approx(0) and searched > (1 if name == "kuhn_poker" else 8)


def test_their_ismcts_sees_no_more_than_its_player(heaps):
    """In two states that a player can't distinguish it takes the same action."""
    def choice(position):
        rng = np.random.RandomState(5)
        bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.4, 30, random_state=rng)
        bot.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.uniform))
        return bot.step(State(game, position))

    game = load_game("heaps")
    for seed in range(8):
        position = game.game.new(seed)
        assert len({choice(position.resample(0, other)) for other in range(4)}) == 1


def test_samples(our_state):
    """Nothing that the player knows differs, the state itself stays as it is, and the sampler alone decides."""
    kind, text, drawn = our_state.get_game().game.type, our_state.serialize(), set()
    draws = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for player in range(our_state.num_players()):
        for number in (0.0, 0.25, 1 - 2**-53):
            sample = our_state.resample_from_infostate(player, lambda number=number: number)
            assert sample.position == our_state.position.resample(player, int(number * 2**53))
            assert sample.information_state_string(player) == our_state.information_state_string(player)
            assert sample.observation_string(player) == our_state.observation_string(player)
            assert sample.current_player() == our_state.current_player() and sample.history() == []
            assert sample.returns() == our_state.returns()
            sample.apply_action(sample.legal_actions()[0])
        drawn |= {our_state.resample_from_infostate(player, draws).position for _ in range(20)}
    exact = kind.information == "perfect" and kind.chance != "play"
    assert drawn == {our_state.position} if exact else len(drawn) > 5
    assert our_state.serialize() == text
    with pytest.raises(ValueError, match="player"):
        our_state.resample_from_infostate(our_state.num_players(), lambda: 0.5)


def test_samples_keep_the_points_gained():
    """With the rewards "scores": returns() of a sample counts from the first state of the true game."""
    state = load_game("amazes(turns=60)", rewards="scores", seed=4).new_initial_state()
    rng = random.Random(4)
    while not all(state.returns()):
        state.apply_action(rng.choice(state.legal_actions()))
    sample = state.resample_from_infostate(0, lambda: 0.5)
    assert sample.returns()[0] == state.returns()[0] == sample.clone().returns()[0]
    assert sample.rewards() == [0, 0]
    again = state.get_game().deserialize_state(sample.serialize())
    assert again.returns() == sample.returns() and again.position == sample.position


def test_game_type(spiel_game):
    kind = spiel_game.get_type()
    assert kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    assert kind.min_num_players <= spiel_game.num_players() <= kind.max_num_players


@pytest.mark.parametrize(
    ("name", "information", "chance"),
    [
        ("alquerque", "PERFECT_INFORMATION", "DETERMINISTIC"),
        ("amazes", "IMPERFECT_INFORMATION", "SAMPLED_STOCHASTIC"),
        ("blockdrop", "PERFECT_INFORMATION", "SAMPLED_STOCHASTIC"),
        ("heaps", "IMPERFECT_INFORMATION", "SAMPLED_STOCHASTIC"),
        ("ontherun", "IMPERFECT_INFORMATION", "DETERMINISTIC"),
        ("snakecore", "PERFECT_INFORMATION", "SAMPLED_STOCHASTIC"),
    ],
)
def test_types_of_our_games(name, information, chance, heaps):
    kind = load_game(name).get_type()
    assert kind.information == getattr(pyspiel.GameType.Information, information)
    assert kind.chance_mode == getattr(pyspiel.GameType.ChanceMode, chance)
    assert (kind.provides_information_state_string, kind.provides_information_state_tensor) == (True, False)


def test_information_states(our_state):
    """Equal if a player's knowledge is equal, as far as it matters, no matter how it was gained."""
    game, mover = our_state.get_game(), our_state.current_player()
    for player in range(our_state.num_players()):
        text = our_state.information_state_string(player)
        assert text.startswith(f"player {player}: {our_state.position.information_key(player):016x}")
        assert our_state.clone().information_state_string(player) == text
        assert our_state.child(our_state.legal_actions()[0]).information_state_string(player) != text or player != mover
        start = game.new_initial_state(str(our_state.position))
        if game.is_listable:  # for tabular algorithms: also its earlier knowledge and actions
            assert start.information_state_string(player) != text
            assert game.deserialize_state(our_state.serialize()).information_state_string(player) == text
        else:
            assert start.information_state_string(player) == text, "it depends on the position, not on the history"
    assert our_state.information_state_string() == our_state.information_state_string(mover)
    assert len({our_state.information_state_string(player) for player in range(our_state.num_players())}) > 1


def test_hidden_things_stay_hidden():
    """On the Run: of a move of the fugitive the detectives learn the means of transport, not the city."""
    state = load_game("ontherun", seed=5).new_initial_state()
    for _ in range(5):
        state.apply_action(state.legal_actions()[0])
    assert state.current_player() == 1
    means = {}
    for action in state.legal_actions():
        means.setdefault(action // 200, []).append(action)
    first, second = max(means.values(), key=len)[:2]
    one, other = state.child(first), state.child(second)
    assert one.observation_string(1) != other.observation_string(1)
    assert one.observation_string(0) == other.observation_string(0)
    assert one.information_state_string(0) == other.information_state_string(0)


def test_undo_and_copies(our_state):
    text, history = str(our_state), our_state.history()
    for twin in (our_state.clone(), copy.copy(our_state), copy.deepcopy(our_state), pickle.loads(pickle.dumps(our_state))):
        action, player = twin.legal_actions()[-1], twin.current_player()
        twin.apply_action(action)
        assert (str(our_state), our_state.history()) == (text, history)
        with pytest.raises(ValueError, match="last action"):
            twin.undo_action(player, action + 1)
        twin.undo_action(player, action)
        assert (str(twin), twin.history()) == (text, history)


def test_wrong_actions_raise_and_change_nothing(our_state):
    """Where OpenSpiel may abort the process."""
    position, history = our_state.position, our_state.history()
    for wrong in (-1, our_state.num_distinct_actions(), 10**30, None, "x"):
        with pytest.raises((ValueError, TypeError)):
            our_state.apply_action(wrong)
    assert our_state.position is position and our_state.history() == history
    with pytest.raises(ValueError, match="chance"):
        our_state.chance_outcomes()
    assert our_state.legal_actions(TERMINAL) == []
    for wrong in (-1, our_state.num_players(), "x", np.array([0, 1])):
        for method in (our_state.legal_actions, our_state.legal_actions_mask, our_state.player_return):
            with pytest.raises((ValueError, TypeError), match="player: expected an integer"):
                method(wrong)
    for sample in ("x", math.nan, math.inf, None, -1):
        with pytest.raises((ValueError, TypeError), match="probability_sampler.*: expected a number in 0 ... 1"):
            our_state.resample_from_infostate(0, lambda: sample)
    for arguments in ((), (0, 1, 2)):
        with pytest.raises(TypeError, match="expected .action. or .player, action., not"):
            our_state.action_to_string(*arguments)


def test_texts_that_are_no_states(game):
    spiel_game = load_game(game.name)
    start = str(spiel_game.new_initial_state().position)
    for wrong in (None, 5):
        with pytest.raises(TypeError, match="text: expected a result of State.serialize"):
            spiel_game.deserialize_state(wrong)
    scores = " ".join(["0"] * spiel_game.num_players())
    for wrong, message in (
        ("", "line 2, column 1: expected [0-9]* scores"),
        (f"\n0 {scores}\n{start}", "line 2, column 1: expected [0-9]* scores"),
        (f"\n{'9' * 400}\n{start}", "line 2, column 1: expected an integer"),
        (f"0 x\n{scores}\n{start}", "line 1, column 3: expected an integer"),
    ):
        with pytest.raises(lg.ParseError, match=message):
            spiel_game.deserialize_state(wrong)


def test_score_rewards():
    game = load_game("snakecore", {"players": 3, "rounds": 20}, rewards="scores", observation="window", seed=2)
    rng, state = random.Random(1), game.new_initial_state()
    total = np.zeros(3)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        total += state.rewards()
    assert state.returns() == total.tolist() == list(map(float, state.position.scores))
    assert game.get_type().reward_model == pyspiel.GameType.RewardModel.REWARDS
    with pytest.raises(TypeError, match="parameters: expected a dict, not 5"):
        load_game("snakecore", 5)
    with pytest.raises(ValueError, match="rewards"):
        load_game("snakecore", rewards="praise")


def test_seeds():
    def starts(seed):
        game = load_game("snakecore", seed=seed)
        return [str(game.new_initial_state().position) for _ in range(3)]

    assert starts(1) == starts(1) and len({*starts(1), *starts(10)}) == 6
    for wrong in (-1, 2**64, 1.5, "x"):
        with pytest.raises((ValueError, TypeError), match="seed: expected an integer"):
            load_game("snakecore", seed=wrong)
    with pytest.raises(TypeError, match="game: expected a game of libgames, not 'alquerque'"):
        Game("alquerque")


def test_no_game_is_longer_than_promised(game):
    ours = load_game(game.name)
    _, lengths = game.rollouts(30 if game.name == "amazes" else 1000, seed=1)
    assert lengths.max() <= ours.max_game_length()


@pytest.mark.parametrize("wrong, error", [("c3-d4", TypeError), (1.5, TypeError), (-1, ValueError), (10**6, ValueError)])
def test_wrong_actions_change_nothing(wrong, error):
    state = load_game("alquerque").new_initial_state()
    before = state.serialize()
    with pytest.raises(error, match="action: expected an integer"):
        state.apply_action(wrong)
    assert state.serialize() == before and state.full_history() == []


# ---- all states: tabular algorithms ----


@pytest.fixture(scope="session")
def nim(tmp_path_factory):
    """Under a different name, since another test loads it as well."""
    source = NIM.replace('"nim"', '"small_nim"').replace('"Nim"', '"SmallNim"')
    return lg.load(compiled(tmp_path_factory.mktemp("nim"), "small_nim", source))


TABULAR = ("kuhn_poker", "small_nim(stones=6)")


@pytest.fixture(params=TABULAR)
def tabular(request, kuhn, nim):
    return load_game(request.param)


@pytest.fixture(params=[*TABULAR, "snakes"])
def listable(request, kuhn, nim):
    return snakes(2, 7) if request.param == "snakes" else load_game(request.param)


def test_all_states(kuhn, nim):
    """The same number as in OpenSpiel's own Kuhn poker, and for nim one for each way to take the stones."""
    ours, theirs = load_game("kuhn_poker"), pyspiel.load_game("kuhn_poker")
    for terminals in (True, False):
        for chance in (True, False):
            count = len(get_all_states.get_all_states(ours, -1, terminals, chance))
            assert count == len(get_all_states.get_all_states(theirs, -1, terminals, chance)) - 3 * chance  # deals one card
    ways = [1, 1, 2]
    while len(ways) < 7:
        ways.append(sum(ways[-3:]))
    assert len(get_all_states.get_all_states(load_game("small_nim(stones=6)"))) == sum(ways)
    assert len(policy.TabularPolicy(ours).states_per_player[0]) == 6 == len(policy.TabularPolicy(ours).states_per_player[1])


def test_perfect_recall(nim):
    """The same stones are left, but the players have come there by other moves."""
    game = load_game("small_nim(stones=9)")
    one, other = game.new_initial_state(), game.new_initial_state()
    for first, second in ((0, 2), (2, 0), (1, 1)):
        one.apply_action(first)
        other.apply_action(second)
    assert one.position == other.position and one.history() != other.history()
    for player in (0, 1):
        assert one.information_state_string(player) != other.information_state_string(player)
        sample = one.resample_from_infostate(player, lambda: 0.5)
        assert sample.information_state_string(player) == one.information_state_string(player)
        after = [state.child(0).information_state_string(player) for state in (sample, one)]
        assert after[0] == after[1]


def test_values_of_uniform_play(kuhn):
    """Exactly the values of OpenSpiel's own game, in which a chip is worth twice as much."""
    ours, theirs = load_game("kuhn_poker"), pyspiel.load_game("kuhn_poker")
    for measure in (exploitability.exploitability, exploitability.nash_conv):
        values = [measure(game, policy.UniformRandomPolicy(game)) for game in (ours, theirs)]
        assert 2 * values[0] == pytest.approx(values[1])


def value_of(game, strategies):
    return expected_game_score.policy_value(game.new_initial_state(), [strategies] * 2)[0]


def test_counterfactual_regret_minimisation(tabular):
    """To the value of the game: a first player loses an 18th of a chip in Kuhn poker, and wins nim with six stones."""
    solver = cfr.CFRPlusSolver(tabular)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    assert exploitability.nash_conv(tabular, average) < 0.01
    expected = -1 / 18 / 2 if tabular.game.name == "kuhn_poker" else 1
    assert value_of(tabular, average) == pytest.approx(expected, abs=0.003)


def test_fictitious_play(tabular):
    solver = fictitious_play.XFPSolver(tabular)
    before = exploitability.exploitability(tabular, solver.average_policy())
    for _ in range(60):
        solver.iteration()
    assert exploitability.exploitability(tabular, solver.average_policy()) < before / 3


def test_games_as_pyspiels_own(listable):
    """OpenSpiel's C++ code accepts the game directly, and pyspiel.Game's methods give the same results."""
    real, rng = listable.to_pyspiel(), random.Random(5)
    assert isinstance(real, pyspiel.Game) and listable.to_pyspiel() is real and real.num_players() == 2
    assert real.max_chance_outcomes() == listable.max_chance_outcomes()
    assert real.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    for _ in range(20):
        ours, theirs = listable.new_initial_state(), real.new_initial_state()
        while not ours.is_terminal():
            assert theirs.current_player() == ours.current_player() and theirs.legal_actions() == ours.legal_actions()
            for player in range(2 * (not ours.is_chance_node())):
                assert theirs.information_state_string(player) == ours.information_state_string(player)
                assert theirs.observation_tensor(player) == pytest.approx(ours.observation_tensor(player))
            action = random_choice(ours, rng)
            ours.apply_action(action)
            theirs.apply_action(action)
        assert theirs.is_terminal() and theirs.returns() == ours.returns() and theirs.history() == ours.history()
    twin = pickle.loads(pickle.dumps(listable))
    assert exploitability.nash_conv(twin, policy.UniformRandomPolicy(twin), use_cpp_br=True) == pytest.approx(
        exploitability.nash_conv(listable, policy.UniformRandomPolicy(listable)))
    with pytest.raises(ValueError, match="all states can be listed"):
        load_game("snakecore").to_pyspiel()


@pytest.mark.parametrize("name", [*PURE, *HIDDEN])
def test_their_bots_play_our_games(name, heaps):
    """Bots in Python and in C++ that take a pyspiel.State, in games of any kind."""
    game, rng = load_game(name, seed=2), np.random.RandomState(3)
    players = range(game.num_players())
    state = game.new_initial_state()
    evaluate_bots.evaluate_bots(state, [uniform_random.UniformRandomBot(player, rng) for player in players], rng)
    assert state.is_terminal()
    histories = []

    class Watching(uniform_random.UniformRandomBot):
        def step(self, seen):
            histories.append((seen.history(), [entry.player for entry in seen.full_history()]))
            return super().step(seen)

    state = game.new_initial_state()
    state.apply_action(pyspiel.make_uniform_random_bot(state.current_player(), 4).step(state))
    returns = pyspiel.evaluate_bots(state, [Watching(player, rng) for player in players], 5)
    assert state.is_terminal() and state.returns() == returns and len(histories) == len(state.history()) - 1
    movers = [entry.player for entry in state.full_history()]
    assert histories == [(state.history()[:end], movers[:end]) for end in range(1, len(movers))]
    kept = pickle.loads(pickle.dumps(state))
    assert kept.history() == state.history() and str(copy.deepcopy(state)) == str(kept) == str(state)


def test_the_chance_node(kuhn):
    """The deal of six, each as likely as the others; all of the interface works on it."""
    game = load_game("kuhn_poker", rewards="scores")
    state = game.new_initial_state()
    assert state.is_chance_node() and state.current_player() == CHANCE == pyspiel.PlayerId.CHANCE
    assert state.get_type() == pyspiel.StateType.CHANCE and not state.is_player_node() and not state.is_terminal()
    assert state.chance_outcomes() == [(outcome, 1 / 6) for outcome in range(6)]
    assert state.legal_actions() == list(range(6)) == state.legal_actions(CHANCE) and state.legal_actions(0) == []
    assert state.legal_actions_mask() == [1] * 6 and state.returns() == state.rewards() == [0, 0]
    assert game.max_chance_outcomes() == 6 and game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert (game.max_chance_nodes_in_history(), game.max_history_length(), game.max_game_length()) == (1, 4, 3)
    asks = [state.observation_tensor, state.information_state_string, lambda: state.resample_from_infostate(0, lambda: 0)]
    for ask in asks:
        with pytest.raises(ValueError, match="after the chance node"):
            ask()
    for wrong, error in ((-1, ValueError), (6, ValueError), ("x", TypeError)):
        with pytest.raises(error, match="action: expected an integer"):
            state.apply_action(wrong)
    names = [state.action_to_string(outcome) for outcome in range(6)]
    assert sorted(names) == ["JK", "JQ", "KJ", "KQ", "QJ", "QK"] == names
    assert [state.string_to_action(name) for name in names] == list(range(6))
    assert json.loads(state.to_json()) == {"game": "kuhn_poker", "position": None, "player": CHANCE, "history": []}
    for action in (2, 1, 1):
        twins = [state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
        for twin in (*twins, game.deserialize_state(state.serialize())):
            assert (str(twin), twin.history(), twin.returns()) == (str(state), state.history(), state.returns())
            mover = twin.current_player()
            twin.apply_action(action)
            twin.undo_action(mover, action)
            assert (str(twin), twin.history()) == (str(state), state.history())
        assert state.is_initial_non_chance_state() == (len(state.history()) == 1)
        state.apply_action(action)
    assert state.is_terminal() and state.get_type() == pyspiel.StateType.TERMINAL
    assert state.returns() == [2, -2] == state.rewards()
    assert [entry.player for entry in state.full_history()] == [CHANCE, 0, 1] and state.history_str() == "2, 1, 1"
    assert not load_game("kuhn_poker", seed=3).new_initial_state().is_chance_node()


def test_games_of_which_not_all_states_can_be_listed(heaps, kuhn):
    inside, nodes = "chance in play, .*unless chance_nodes=True", {"chance_nodes": True}
    for name, settings, reason in (
        ("snakecore", {}, inside), ("heaps", {}, inside), ("blockdrop", {}, "more than 256"), ("amazes", {}, "256"),
        ("blockdrop", nodes, "more than 256, or not equally likely; algorithms"),
        ("snakecore", {"seed": 1, **nodes}, "whose draws come out in 400 ways, more than 256"),
        ("snakecore(size=8)", nodes, "more than 256, or not equally likely; seed= chooses one"),
        ("heaps", nodes, "more than 256, or not equally likely; algorithms"),
        ("heaps", {"seed": 1, **nodes}, "made with a seed"), ("kuhn_poker", {"seed": 1}, "made with a seed"),
        ("kuhn_poker", {"seed": 1, **nodes}, "made with a seed"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=f"expected a game of which all states can be listed, .*{reason}"):
            policy.TabularPolicy(load_game(name, **settings))
    assert len(load_game("alquerque").new_initial_states()) == 1


def test_starts_that_are_not_equally_likely(tmp_path):
    source = KUHN_POKER.replace("(uint8_t)lg_rng_below(&rng, CARDS)}", "(uint8_t)(lg_rng_below(&rng, CARDS + 1) % CARDS)}")
    lg.load(compiled(tmp_path, "uneven", source.replace('"kuhn_poker"', '"uneven"').replace('"KuhnPoker"', '"Uneven"')))
    game = load_game("uneven")
    assert source != KUHN_POKER and game.starts == () and not game.new_initial_state().is_chance_node()
    with pytest.raises(ValueError, match="or not equally likely"):
        game.new_initial_states()


# ---- chance in play as nodes ----


def sequences(position, action, drawn=()):
    """All possible outcomes of the draws of an action, with their probabilities."""
    outcomes = position.chance_outcomes(action, drawn)
    assert not outcomes or sum(weight for _, weight in outcomes) == pytest.approx(1)
    if not outcomes:
        return {drawn: 1.0}
    return {
        further: weight * rest
        for outcome, weight in outcomes
        for further, rest in sequences(position, action, (*drawn, outcome)).items()
    }


def drawn_first(state, action):
    """The first of these ways."""
    drawn = []
    while outcomes := state.chance_outcomes(action, drawn):
        drawn.append(outcomes[0][0])
    return drawn


def test_draws_of_a_state():
    """All draws of an action: apply() makes each of them, and no other state, with the given probabilities."""
    rng, drawn_often = random.Random(6), 0
    game = lg.make(SNAKES.format(60))
    for seed in range(6):
        state = game.new(seed)
        while not state.is_over:
            action = rng.choice(state.legal_actions)
            first = state.chance_outcomes(action)
            if not first or drawn_often > 30 or len(first) ** len(drawn_first(state, action)) > 200:
                state = state.apply(action)
                continue
            drawn_often += 1
            ways = sequences(state, action)
            states = {state.apply_drawn(action, drawn): drawn for drawn in ways}
            assert state.apply(action) in states and sum(ways.values()) == pytest.approx(1)
            results = dict.fromkeys((after.information_key(0) for after in states), 0.0)
            for after, drawn in states.items():  # two equal blocks that change places give the same one
                results[after.information_key(0)] = results[after.information_key(0)] or ways[drawn]
            assert all(game.from_bytes(bytes(after)) == after for after in states)
            samples = [state.reseed(number) for number in range(40 * len(states))]
            for sample in samples[:8]:
                assert sample.apply(action) in {sample.apply_drawn(action, drawn) for drawn in ways}
            came = {key: 0 for key in results}
            for sample in samples:
                came[sample.apply(action).information_key(0)] += 1
            assert min(came.values()) > 5, "each of them comes 40 times or more, on the average"
            state = state.apply(action)
    assert drawn_often > 20


def value_by_hand(state):
    """The first player's result of uniformly random play, with all draws by their weights."""
    if state.is_over:
        return state.outcome[0]
    return sum(
        weight * value_by_hand(state.apply_drawn(action, drawn))
        for action in state.legal_actions
        for drawn, weight in sequences(state, action).items()
    ) / len(state.legal_actions)


def test_expectations_are_exact():
    """By OpenSpiel's own way through chance nodes the value of random play is the one worked out by hand, and the mean
    of games in which apply() draws."""
    for rounds, seed in ((2, 8), (3, 2)):
        game = snakes(rounds, seed)
        value = expected_game_score.policy_value(game.new_initial_state(), [policy.UniformRandomPolicy(game)] * 2)
        assert value[0] == pytest.approx(-value[1]) == pytest.approx(value_by_hand(game.game.new(seed)))
        start, count = game.game.new(seed), 40000
        outcomes = np.array([start.reseed(number).rollout(number)[0].outcome[0] for number in range(count)])
        assert abs(outcomes.mean() - value[0]) < 4 * outcomes.std() / math.sqrt(count)
        assert abs(value[0]) > 10 * outcomes.std() / math.sqrt(count), "a value that shows something"


def best_value(state):
    """The value of perfect play for the first player."""
    if state.is_over:
        return state.outcome[0]
    values = [
        sum(weight * best_value(state.apply_drawn(action, drawn)) for drawn, weight in sequences(state, action).items())
        for action in state.legal_actions
    ]
    return max(values) if state.player == 0 else min(values)


def test_algorithms_with_chance_nodes_in_play():
    """CFR finds the value of the game, and a search plays at its nodes."""
    game = snakes(2, 7)
    assert len(get_all_states.get_all_states(game, include_chance_states=True)) > 1000
    solver = cfr.CFRPlusSolver(game)
    for _ in range(15):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    assert exploitability.nash_conv(game, average) < 0.02
    assert value_of(game, average) == pytest.approx(best_value(game.game.new(7)), abs=0.02)
    rng, chance = np.random.RandomState(1), random.Random(1)
    bot = mcts.MCTSBot(game, 1.4, 60, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state, chances = snakes(12, 3).new_initial_state(), 0
    while not state.is_terminal():
        chances += state.is_chance_node()
        state.apply_action(random_choice(state, chance) if state.is_chance_node() else bot.step(state))
    assert chances > 0


def test_chance_nodes_in_play():
    """All of the interface at a node between an action and the state that it leads to."""
    game = snakes(40, 2, rewards="scores")
    state, rng, nodes = game.new_initial_state(), random.Random(3), 0
    assert state.position == game.new_initial_state().position == game.game.new(2), "the same start for each game"
    assert (game.max_chance_outcomes(), game.game.draws, game.max_chance_nodes_in_history()) == (64, 44, 80 * 44)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    while not state.is_terminal():
        twins = [state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
        action = random_choice(state, rng)
        for twin in (*twins, game.deserialize_state(state.serialize())):
            assert (str(twin), twin.history(), twin.returns()) == (str(state), state.history(), state.returns())
            assert twin.legal_actions() == state.legal_actions()
            mover = twin.current_player()
            twin.apply_action(action)
            twin.undo_action(mover, action)
            assert (str(twin), twin.legal_actions()) == (str(state), state.legal_actions())
        if not state.is_chance_node():
            assert state.full_history() == [] or state.get_type() == pyspiel.StateType.DECISION
            state.apply_action(action)
            continue
        nodes += 1
        assert state.current_player() == CHANCE and state.get_type() == pyspiel.StateType.CHANCE
        outcomes = state.chance_outcomes()
        assert state.legal_actions() == state.legal_actions(CHANCE) == [outcome for outcome, _ in outcomes]
        assert state.legal_actions(0) == [] and len(state.legal_actions_mask()) == 64
        assert sum(weight for _, weight in outcomes) == pytest.approx(1)
        assert state.action_to_string(CHANCE, action) == str(action) and state.string_to_action(str(action)) == action
        assert "chance after " in str(state) and state.to_dict()["player"] == CHANCE
        assert state.rewards() == [0, 0]
        for ask in (state.observation_tensor, state.information_state_string):
            with pytest.raises(ValueError, match="after the chance node"):
                ask()
        head = state.position.fields["python"][0]["head"]
        text = state.serialize()
        for wrong in (-1, 64, int(8 * head["y"] + head["x"])):
            with pytest.raises(ValueError, match="action: expected"):
                state.apply_action(wrong)
        with pytest.raises(ValueError, match="text: expected one of chance_outcomes"):
            state.string_to_action("somewhere")
        assert state.serialize() == text
        state.apply_action(action)
        assert state.full_history()[-1] == (CHANCE, action)
    assert nodes > 3 and state.returns() == list(map(float, state.position.scores)) and sum(state.returns()) > 0
    assert not load_game(SNAKES.format(5), seed=2).chance_nodes
    with pytest.raises(ValueError, match="chance_nodes: expected one of True, False"):
        load_game("snakecore", chance_nodes="yes")


def test_games_that_do_not_list_their_draws(tmp_path):
    source = """#include "heaps.c"
    static void silent(lg_game *game) { configure(game); game->draws = game->outcomes = 0; }
    static const lg_game_type TYPE = {EVERYWHERE, .name = "secretive", .id = "Secretive", .chance = LG_CHANCE_PLAY,
        .information = LG_INFORMATION_HIDDEN, .rules = {RULES, .configure = silent, .resample = resample,
        .reseed = reseed, .information_key = information_key}};
    LG_EXPORT_GAME(TYPE)"""
    lg.load(compiled(tmp_path, "secretive", source))
    with pytest.raises(ValueError, match="chance_nodes: secretive does not reveal its draws"):
        load_game("secretive", chance_nodes=True)
    state = lg.make("secretive").new()
    for ask in (state.chance_outcomes, state.apply_drawn):
        with pytest.raises(ValueError, match="expected a game that reveals its draws"):
            ask(0)
    assert not load_game("secretive").new_initial_state().is_chance_node()


def test_draws_as_nodes_of_a_loaded_game(heaps):
    """In a loaded game that draws when a move ends, and whose hidden facts a search samples."""
    game = load_game("heaps", seed=1, chance_nodes=True)
    rng, chance = np.random.RandomState(1), random.Random(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.4, 20, random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)] and state.action_to_string(1) == "1"
        state.apply_action(random_choice(state, chance) if state.is_chance_node() else int(bot.step(state)))
    assert sum(entry.player == CHANCE for entry in state.full_history()) > 2


def test_observers(spiel_game):
    """open_spiel.python.observation on theirs and ours."""
    state, rng = spiel_game.new_initial_state(), random.Random(4)
    for _ in range(3):
        state.apply_action(random_choice(state, rng))
    seen = observation.make_observation(spiel_game)
    for player in range(spiel_game.num_players()):
        seen.set_from(state, player)
        assert seen.tensor.tolist() == pytest.approx(state.observation_tensor(player))
        assert seen.string_from(state, player) == state.observation_string(player)
    assert spiel_game.observation_tensor_layout() == pyspiel.TensorLayout.CHW
    assert spiel_game.policy_tensor_shape() == [spiel_game.num_distinct_actions()]
    assert spiel_game.max_history_length() >= spiel_game.max_game_length() <= spiel_game.max_move_number()


def test_the_rest_of_the_interface(our_state):
    game = our_state.get_game()
    with pytest.raises(ValueError, match="apply_actions: no state is a simultaneous node"):
        our_state.apply_actions([0, 0])
    assert our_state.get_type() == pyspiel.StateType.DECISION and not our_state.is_initial_non_chance_state()
    assert game.new_initial_state().is_initial_non_chance_state()
    told = json.loads(our_state.to_json())
    assert told == our_state.to_dict() and told["history"] == our_state.history()
    assert game.game.parse(told["position"]) == our_state.position and told["player"] == our_state.current_player()
    assert load_game(game.serialize()).game == game.game and game.to_string() == str(game)
    with pytest.raises(ValueError, match="make_observer: expected no kind"):
        game.make_observer(5, {})


def test_names_of_openspiel():
    """Additions in the next release must be examined."""
    def public(kind):
        return {name for name in dir(kind) if not name.startswith("_")}

    structs = {"action_to_struct", "actions_to_struct", "apply_action_struct", "get_action_struct_sampler",
               "struct_to_actions", "to_observation_struct", "to_struct", "validate_action_struct"}
    populations = {"distribution_support", "mean_field_population", "update_distribution"}
    left_out = structs | populations | {"information_state_tensor", "starting_state", "starting_state_str"}
    assert public(pyspiel.State) - public(State) == left_out
    left_out = {"action_struct_spec", "information_state_tensor_layout", "information_state_tensor_shape",
                "information_state_tensor_size", "new_initial_state_for_population"}
    assert public(pyspiel.Game) - public(Game) == left_out
