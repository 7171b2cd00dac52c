"""Configured bots: their configurations, their choices, and their interruption."""

import copy
import itertools
import pickle
import signal
import threading
import time

import libgames as lg
import pytest
from stepping import CONTESTS

SMALL = ("strong(simulations=3)", "mcts(simulations=4,rollout=greedy,cutoff=2)", "alphabeta(depth=1)")


def some(states):
    return states[:: len(states) // 6 + 1]


@pytest.fixture(params=CONTESTS.values(), ids=CONTESTS)
def short(request):
    return lg.make(request.param)


def test_list_of_bots():
    assert lg.bots() == ("random", "greedy", "mcts", "alphabeta", "strong", "expert", "net")
    for name in lg.bots():
        kind = lg.bot_type(name)
        assert kind.name == name and kind.meaning
        assert lg.Bot(name).parameters == {one.name: one.default for one in kind.parameters}
    with pytest.raises(ValueError, match="bot: expected one of random, .*not 'greedi'; did you mean 'greedy'"):
        lg.bot_type("greedi")


def test_a_player_is_a_value():
    player = lg.Bot("mcts(rollout=greedy,simulations=1000)")
    assert (player.config, player.name, str(player)) == ("mcts(rollout=greedy)", "mcts", "mcts(rollout=greedy)")
    assert player == lg.Bot("mcts", rollout="greedy") == eval(repr(player), {"libgames": lg})
    assert player != lg.Bot("mcts") and player != "mcts(rollout=greedy)"
    assert len({player, copy.deepcopy(player), pickle.loads(pickle.dumps(player))}) == 1
    assert player.parameters["simulations"] == 1000
    with pytest.raises(AttributeError):
        player.config = "random"
    with pytest.raises(AttributeError):
        del player.config
    with pytest.raises(TypeError):
        player.parameters["simulations"] = 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("grandmaster", "bot: expected one of random, greedy, mcts, alphabeta, strong, expert, net, not 'grandmaster'"),
        ("Strong", "did you mean 'strong'"),
        ("strong(seconds=3)", "parameter of strong: expected one of simulations .1 ... 2147483647., threads .1 ... 64., not"),
        ("mcts(simulation=3)", "did you mean 'simulations'"),
        ("mcts(simulations=0)", "simulations: expected simulations of a choice, 1 to 2147483647, not 0"),
        ("mcts(simulations=)", "not nothing"),
        ("mcts(rollout=strong)", "rollout: expected the bot that plays from a leaf to the end: random or greedy, not 'strong'"),
        ("mcts(policy=ucts)", "did you mean 'uct'"),
        ("greedy(depth=1)", "greedy: expected 'greedy' without parameters, since it has none, not 'greedy\\(depth=1\\)'"),
        ("mcts(simulations=3", r"'mcts\(simulations=3', column 19: expected ',' or '\)'"),
        ("mcts(depth=1,depth=1)", "column 14: expected a parameter that was not given before"),
    ],
)
def test_texts_that_are_refused(text, message):
    with pytest.raises(lg.ParseError, match=message):
        lg.Bot(text)
    with pytest.raises(lg.ParseError, match=message):
        lg.make("alquerque").new().choose(text)


def test_arguments_that_are_no_text():
    for wrong in (None, 7, b"mcts", ["mcts"]):
        with pytest.raises(TypeError, match="bot: expected one of random, greedy"):
            lg.make("alquerque").new().choose(wrong)
    with pytest.raises(TypeError, match="simulations: expected an integer or a str, not 1.5"):
        lg.Bot("mcts", simulations=1.5)


def test_choices_are_legal_and_the_same_again(game, states):
    for text, state in itertools.product(SMALL, some(states[:-1])):
        try:
            player = lg.Bot(text).in_seat(game, 0)
        except ValueError:
            assert text.startswith("alphabeta")
            with pytest.raises(ValueError, match="alphabeta.*: it plays only a game of two players who know"):
                state.choose(text)
            continue
        assert player.name != "strong"
        action = state.choose(text, seed=3)
        assert action in state.legal_actions and action == state.choose(lg.Bot(text), seed=3)


def test_hidden_information_changes_no_choice(game, states):
    for state in some(states[:-1]):
        other = state.resample(state.player, seed=5)
        for text in SMALL[:2]:
            assert state.choose(text, seed=1) == other.choose(text, seed=1)


def test_over(last):
    for text in SMALL[:2]:
        with pytest.raises(lg.GameOver):
            last.choose(text)


def test_a_function_is_a_bot(game, states):
    for state in some(states[:-1]):
        assert state.choose(lambda seen: seen.legal_actions[-1]) == state.legal_actions[-1]
        greedy = lg.Policy(lambda seen: [one.choose("greedy", 3) for one in seen], many=True, full_state=True)
        assert state.choose(greedy) == state.choose("greedy", 3)
        by_mask = lg.Policy(lambda seen, masks: [mask.argmax() for mask in masks], observation="")
        assert state.choose(by_mask) == state.legal_actions[0]
    with pytest.raises(lg.GameOver):
        states[-1].choose(by_mask)


def test_functions_that_do_not_choose_one_action():
    start = lg.make("alquerque").new()
    assert start.apply(start.choose(lambda state: "c3-d4")) == start.apply("c3-d4")
    with pytest.raises(lg.IllegalMove, match=r"^player function: expected a legal action, not 0 \(a1N\)"):
        start.choose(lambda state: 0)
    with pytest.raises(ValueError, match="^seconds: expected None with a function, which no clock ends, not 1$"):
        start.choose(lambda state: 0, seconds=1)
    with pytest.raises(ValueError, match="^observation: expected one of planes"):
        start.choose(lg.Policy(lambda seen, masks: [0], observation="plane"))
    with pytest.raises(TypeError, match="^bot: expected a function or an object, not the class Policy"):
        start.choose(lg.Policy)
    chain = start.game.parse("7/7/7/2b4/7/2b4/2w4 w 0 - - -")
    with pytest.raises(ValueError, match=r"^player next: expected one action, not a move of 2, c1N c3N$"):
        chain.choose(lg.Policy(lambda state: next(state.legal_moves), name="next"))


@pytest.mark.parametrize("name", ["rollout", "evaluator"])
def test_searches_call_no_function(name):
    for make in (lg.Search, lambda game, **options: lg.BatchSearch(game, 2, **options)):
        with pytest.raises(TypeError, match=f"^{name}: expected a name, not a function: searches call none, but a "):
            make("alquerque", simulations=10, **{name: lambda state: 0})


def test_in_seat():
    game = lg.make("amazes")
    assert lg.Bot("greedy").in_seat(game, 1) == lg.Bot("greedy")
    assert lg.Bot("strong(simulations=20)").in_seat(game, 0).name in ("mcts", "alphabeta", "expert")
    for seat in (-1, 2):
        with pytest.raises(ValueError, match="seat: expected an integer in 0 ... 1"):
            lg.Bot("strong").in_seat(game, seat)


def test_the_clock_ends_a_choice():
    state = lg.make("alquerque").new()
    begin = time.monotonic()
    assert state.choose("mcts(simulations=2147483647)", seconds=0.1) in state.legal_actions
    assert 0.09 < time.monotonic() - begin < 5
    for wrong in (0, -1, float("nan")):
        with pytest.raises(ValueError, match="seconds: expected None or a number above 0"):
            state.choose("mcts", seconds=wrong)


@pytest.mark.parametrize("text", ["mcts(simulations=2147483647)", "alphabeta(depth=255)"])
def test_ctrl_c_ends_a_choice(text):
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    begin = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        lg.make("alquerque").new().choose(text)
    timer.join()
    assert time.monotonic() - begin < 5


def test_others_run_while_a_player_thinks(ticks_during):
    state = lg.make("alquerque").new()
    assert ticks_during(lambda: state.choose("mcts(simulations=2147483647)", seconds=0.5)) > 20


# ---- opponents ----


@pytest.mark.parametrize("text", ["strong(simulations=3)", lg.Bot("mcts", simulations=2, cutoff=1)])
def test_opponents_that_search(short, text):
    results = []
    for threads in (1, 3):
        envs = lg.vector.make(short, 5, opponents=text, seat="random", autoreset="same_step", seed=4, threads=threads,
                              full_state=True)
        envs.reset()
        for _ in range(6):
            observations, rewards, *_ = envs.step(envs.sample())
        results.append((observations.tobytes(), rewards.tobytes(), envs.states.tobytes()))
        twin = pickle.loads(pickle.dumps(envs))
        actions = envs.sample()
        assert envs.step(actions)[0].tobytes() == twin.step(actions)[0].tobytes()
        assert f"opponents={text!r}" in repr(envs)
    assert results[0] == results[1]


def test_an_opponent_that_can_not_play():
    with pytest.raises(ValueError, match="^opponents: alphabeta: it plays only .*and so not ontherun"):
        lg.vector.make("ontherun", opponents="alphabeta")
    with pytest.raises(lg.ParseError, match="^opponents: simulations: expected"):
        lg.vector.make("ontherun", opponents=["mcts(simulations=-1)"])


def test_opponents_use_their_parameters():
    """mcts with 60 simulations loses hardly a game of Alquerque to random moves."""
    envs = lg.vector.make("alquerque", 16, opponents="mcts(simulations=60,cutoff=30)", autoreset="disabled", seed=2,
                          illegal="mark")
    envs.reset()
    outcome = 0.0
    over = False
    while not over:
        _, rewards, terminated, _, _ = envs.step(envs.sample())
        outcome, over = outcome + rewards.sum(), terminated.all()
    assert outcome < -8
