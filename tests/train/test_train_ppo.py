"""PPO: it runs on every game, resumes to the last digit, and learns; and the notebook about it."""

import csv
import itertools
import math
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import libgames as lg
import nbformat
import numpy as np
import pytest
import torch
from conftest import load_example
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).resolve().parents[2] / "examples/notebooks"
EXAMPLE = Path(__file__).resolve().parents[2] / "examples/training/ppo.py"


def curve(folder):
    """The lines of the learning curve without the time that they took."""
    with (folder / "curve.csv").open(newline="") as file:
        return [{name: value for name, value in row.items() if name != "seconds"} for row in csv.DictReader(file)]


@pytest.fixture(scope="module")
def example():
    return load_example("ppo", "training")


def options(example, game, **changed):
    chosen = example.parse_arguments([game, "--envs", "16", "--seed", "1", "--threads", "1", "--opponents", "random"])
    vars(chosen).update(changed)
    return chosen


@pytest.mark.parametrize("opponents", ["greedy", "self"])
@pytest.mark.parametrize("game", [*lg.games(), "amazes(actions=walk)"])
def test_one_update_on_every_game(example, game, opponents):
    torch.set_num_threads(1)
    trainer = example.Trainer(options(example, game, opponents=opponents))
    row = trainer.train_once()
    assert set(row) == set(example.COLUMNS) and row["steps"] == 16 * example.ROLLOUT
    assert np.isfinite([row["entropy"], row["value_loss"]]).all() and row["entropy"] > 0


ELSEWHERE = ("amazes(actions=walk)", "ontherun --network columns", "snakecore --network layers")
if torch.cuda.is_available():

    @pytest.mark.parametrize("opponents", ["greedy", "self"])
    @pytest.mark.parametrize("words", [*lg.games(), *ELSEWHERE])
    def test_a_training_continues_elsewhere(example, tmp_path, monkeypatch, words, opponents):
        """From a GPU to a processor and back; on both the same network gives the same results."""
        usual = [*words.split(), "--opponents", opponents, "--envs", "16", "--threads", "1", "--out", str(tmp_path)]
        runs = (512, "cuda", ()), (1024, "cpu", ("--resume",)), (1536, "cuda", ("--resume", "--evaluate", "8"))
        for steps, device, more in runs:
            monkeypatch.setattr(sys, "argv", ["train_ppo.py", *usual, "--steps", str(steps), "--device", device, *more])
            example.main()
        assert [float(row["entropy"]) > 0 for row in curve(tmp_path)] == [True] * 3
        monkeypatch.setattr(torch.backends.cudnn, "allow_tf32", False)
        said = []
        for device in ("cuda", "cpu"):
            options = example.parse_arguments([*usual, "--device", device])
            trainer = example.Trainer.load(tmp_path / "checkpoint.pt", options)
            assert trainer.player.device.type == device
            with torch.no_grad():
                choice, value = trainer.player(trainer.player.take(trainer.observations), trainer.player.legal(trainer.masks))
            said.append((choice.logits.cpu().numpy()[trainer.masks > 0], value.cpu().numpy()))
        for one, other in zip(*said, strict=True):
            assert np.allclose(one, other, atol=1e-3), np.abs(one - other).max()


def test_columns_are_rated_one_by_one(example):
    """Each column by the same layers; the value is the mean over columns with legal actions, or over all if there are
    none."""
    words = ["ontherun(cities=30)", "--network", "columns"]
    observation = example.parse_arguments(words).observation
    trainer = example.Trainer(options(example, words[0], network="columns", observation=observation))
    trainer.train_once()
    player = trainer.player
    seen, masks = player.take(trainer.observations), torch.from_numpy(trainer.masks).bool()
    masks[0] = False
    with torch.no_grad():
        choice, value = player(seen, masks)
        for position, columns in enumerate(seen.unbind()):
            scaled = (columns - player.mean[:, None]) / (player.variance[:, None] + 0.01).sqrt()
            hidden = torch.stack([player.body(column[None])[0] for column in scaled.unbind(1)])
            logits = player.policy(hidden).t().flatten()[None]
            assert torch.allclose(choice.probs[position], example.choice_of(logits, masks[position, None]).probs[0], atol=1e-5)
            legal = masks[position].view(3, -1).any(0)
            mean = hidden[legal if legal.any() else slice(None)].mean(0)
            assert torch.allclose(value[position], player.value(mean)[0], atol=1e-5)
    assert choice.probs.std() > 0.001


def test_the_graph_is_of_means_over_neighbours(example):
    """Each city's own features, their means over its neighbours by car, train and plane, and over all cities."""
    trainer = example.Trainer(options(example, "ontherun"))
    trainer.train_once()
    graph = trainer.player
    seen, masks = graph.take(trainer.observations), torch.from_numpy(trainer.masks).bool()
    ways, cities = lg.ontherun.adjacency(lg.make("ontherun")), seen.transpose(1, 2)
    with torch.no_grad():
        for number, layer in enumerate(graph.layers):
            inputs = [cities]
            for way in ways:
                means = [cities[:, near].mean(1) if near.any() else torch.zeros_like(cities[:, 0]) for near in way > 0]
                inputs.append(torch.stack(means, 1))
            inputs.append(cities.mean(1, keepdim=True).expand_as(cities))
            learned = torch.relu(layer(torch.cat(inputs, 2)))
            cities = learned if number == 0 else cities + learned
        logits = torch.stack([graph.policy(each).t().flatten() for each in cities])
        choice, value = graph(seen, masks)
        assert torch.allclose(choice.probs, example.choice_of(logits, masks).probs, atol=1e-4)
        assert torch.allclose(value, graph.value(cities.mean(1)).squeeze(-1), atol=1e-4)
    assert choice.probs.std() > 0.01


def test_a_training_that_diverges_ends(example):
    """Instead of continuing with weights that are no numbers, into the next checkpoint."""
    trainer = example.Trainer(options(example, "snakecore(rounds=10)"))
    trainer.train_once()
    torch.nn.init.constant_(trainer.player.value.bias, math.nan)
    before = trainer.player.policy.weight.clone()
    with pytest.raises(ValueError, match=r"^the training has diverged after 512 decisions: its gradient is nan$"):
        trainer.train_once()
    assert torch.equal(trainer.player.policy.weight, before)


def returns_of_each_seat(example, rewards, values, seats, over, last, discount):
    """The same by definition: for every decision, forwards through the later ones of the same seat."""
    steps, games = values.shape
    advantages = np.zeros_like(values)
    for game in range(games):
        for t in range(steps):
            seat, weight, at, total = seats[t, game], 1.0, t, 0.0
            while at is not None:
                gained, then = 0.0, at
                while True:
                    gained += rewards[then, game, seat]
                    ended = over[then, game]
                    then += 1
                    if ended or then == steps or seats[then, game] == seat:
                        break
                value = 0.0 if ended else last[game, seat] if then == steps else values[then, game]
                total += weight * (gained + discount * value - values[at, game])
                weight *= discount * example.train_ppo.TRACE
                at = None if ended or then == steps else then
            advantages[t, game] = total
    return advantages


def test_returns_of_decisions_are_those_of_their_seats(example):
    rng = np.random.default_rng(1)
    steps, games, players = 40, 5, 3
    rewards, values = rng.normal(size=(steps, games, players)), rng.normal(size=(steps, games))
    seats, over = rng.integers(players, size=(steps, games)), rng.random((steps, games)) < 0.1
    arrays = (rewards, values, seats, over, rng.normal(size=(games, players)), 0.9)
    assert np.allclose(example.train_ppo.seat_advantages(*arrays), returns_of_each_seat(example, *arrays))


def test_games_do_not_all_end_together(example):
    trainer = example.Trainer(options(example, "snakecore(rounds=100)"))
    assert len({trainer.envs.slot(game).steps for game in range(16)}) > 8


def test_a_win_is_good_for_the_winner_alone(example):
    """Two decisions, one of each seat; the second one wins. By the next seat to move it would be reversed."""
    rewards = np.zeros((2, 1, 2))
    rewards[1, 0] = -1, 1
    seats, over = np.array([[0], [1]]), np.array([[False], [True]])
    found = example.train_ppo.seat_advantages(rewards, np.zeros((2, 1)), seats, over, np.zeros((1, 2)), 0.99)
    assert found.tolist() == [[-1.0], [1.0]]


def test_evaluation_counts_every_game(example):
    trainer = example.Trainer(options(example, "snakecore(rounds=10)"))
    strength = example.evaluate(trainer, "greedy", 20, seed=5)
    assert strength["opponent"] == "greedy" and [sum(seat) for seat in strength["seats"]] == [10, 10]
    assert all(0 <= own and 0 <= best for own, best in strength["scores"])
    assert strength == example.evaluate(trainer, "greedy", 20, seed=5)


@pytest.mark.parametrize("seat", ["random", 1])
@pytest.mark.parametrize(
    "game, own, other",
    [
        ("alquerque", "one_hot+canonical", "scaled+canonical"),
        ("blockdrop(turns=100)", "relative+one_hot+canonical", "compact+canonical"),
        ("ontherun", "cities", "planes"),
    ],
)
def test_evaluation_against_another_network(example, tmp_path, monkeypatch, game, own, other, seat):
    """One player always takes the last legal action; the other, with another observation, the first one."""
    trainer = example.Trainer(options(example, game, seat=seat, network="layers", observation=own))
    rival = example.Trainer(options(example, game, network="layers", observation=other))
    rival.player.name = "rival"
    rival.save(tmp_path / "checkpoint.pt")
    shapes = {None: trainer.observations.shape[1:], "rival": rival.observations.shape[1:]}

    def likeliest(network, observations, masks):
        name = getattr(network, "name", None)
        assert observations.shape[1:] == shapes[name] and masks.any(1).all()
        return masks.argmax(1) if name else masks.shape[1] - 1 - masks[:, ::-1].argmax(1)

    monkeypatch.setattr(example.Network, "likeliest", likeliest)
    strength = example.evaluate(trainer, str(tmp_path), 12, seed=5)
    game, players = trainer.envs.game, trainer.envs.game.players
    counts = [[0, 0, 0] for _ in range(players)]
    for number in range(12):
        mine = number % players if seat == "random" else seat
        state = game.new(5 + number)
        while not state.is_over:
            numbers = game.symmetry_actions(state.canonical(state.player)) if "canonical" in own else range(game.num_actions)
            choose = max if state.player == mine else min
            state = state.apply(choose(state.legal_actions, key=numbers.__getitem__))
        counts[mine][1 - int(np.sign(state.outcome[mine]))] += 1
    assert strength["opponent"] == str(tmp_path) and strength["seats"] == counts


def test_checkpoints_of_a_program(example, tmp_path, monkeypatch):
    """Any program reads them as in docs/learning.md, also when the trainer was __main__."""
    command = [sys.executable, str(EXAMPLE), "snakecore", "--envs", "16", "--steps", "512", "--out", "runs/snakecore"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=300)
    page = (EXAMPLE.parents[2] / "docs/learning.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```py\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    (block,) = (block for block in blocks if "import ppo" in block)
    monkeypatch.chdir(tmp_path)
    own = {}
    exec(block, own)
    assert own["trainer"].steps == 512 and own["trainer"].envs.game == lg.make("snakecore")
    masks = own["infos"]["action_mask"]
    assert masks[np.arange(64), own["trainer"].player.likeliest(own["observations"], masks)].all()


def test_rivals_that_cannot_play(example, tmp_path):
    example.Trainer(options(example, "alquerque")).save(tmp_path / "checkpoint.pt")
    alquerque = lg.make("alquerque")
    assert example.rival_in(str(tmp_path), alquerque, True).envs.game == alquerque
    with pytest.raises(ValueError, match="checkpoint.pt: expected a network for blockdrop, not alquerque"):
        example.rival_in(str(tmp_path), lg.make("blockdrop"), True)
    with pytest.raises(ValueError, match="checkpoint.pt: expected no canonical observation"):
        example.rival_in(str(tmp_path), alquerque, False)
    with pytest.raises(ValueError, match="expected one of random, .* not 'nowhere'; and there is no nowhere/checkpoint.pt"):
        example.rival_in("nowhere", alquerque, True)
    assert example.rival_in("random", alquerque, True) is None


def test_games_that_are_over_before_a_decision(example):
    """Their results count in an evaluation; in training nothing is learned from them."""
    trainer = example.Trainer(options(example, "blockdrop(turns=2)"))
    rollout = trainer.play()
    assert len(rollout["outcomes"]) == len(rollout["lengths"]) > 0 and (rollout["lengths"] > 0).all()
    strength = example.evaluate(trainer, "random", 8, seed=5)
    assert strength["seats"] == [[0, 2, 0]] * 4


def test_a_game_alone(example):
    trainer = example.Trainer(options(example, "snakecore(players=1,rounds=2)"))
    assert example.evaluate(trainer, "random", 4, seed=5)["scores"][0][1] == 0


def test_evaluation_of_one_seat(example):
    trainer = example.Trainer(options(example, "ontherun(cities=30,map=3)", seat=1))
    assert (trainer.envs.seats[:, 0] == 1).all()
    strength = example.evaluate(trainer, "random", 20, seed=5)
    assert [sum(seat) for seat in strength["seats"]] == [0, 20]
    wins, _, losses = strength["seats"][1]
    assert wins + losses == 20 and abs(sum(strength["scores"][1]) - 20) < 0.011  # of 20 points, rounded


@pytest.mark.parametrize("game", ["alquerque", "ontherun(cities=30)", "amazes(actions=walk)"])
def test_only_legal_actions_have_a_chance(example, game):
    trainer = example.Trainer(options(example, game))
    masks = torch.from_numpy(trainer.masks).bool()
    choice, _ = trainer.player(trainer.player.take(trainer.observations), masks)
    assert (choice.probs[~masks] == 0).all() and torch.allclose(choice.probs.sum(1), torch.ones(16))


SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))  # up, right, down, left


def ways_from(openings, place):
    """The number of steps to each cell over known openings."""
    steps, ring = {place: 0}, [place]
    for row, column in ring:
        for side, (down, across) in enumerate(SIDES):
            there = row + down, column + across
            if openings[side, row, column] and there not in steps:
                steps[there] = steps[row, column] + 1
                ring.append(there)
    return steps


def edges_shown(openings, walls, cell):
    """The number of unknown edges of the squares that a look from a cell shows, as far as known."""

    def unknown(row, column):
        return 4 - int(openings[:, row, column].sum() + walls[:, row, column].sum())

    count = unknown(*cell)
    for side, (down, across) in enumerate(SIDES):
        row, column = cell
        while openings[side, row, column]:
            row, column = row + down, column + across
            count += unknown(row, column)
    return count


def test_the_part_of_the_maze_that_is_seen(example):
    """Every reachable square can be chosen; its way and its view equal a slow implementation's."""
    trainer = example.Trainer(options(example, "amazes(actions=walk)"))
    for _ in range(3):
        trainer.play()
        seen, masks = trainer.player.take(trainer.observations), torch.from_numpy(trainer.masks).bool()
        choice, _ = trainer.player(seen, masks)
        assert torch.equal(choice.logits > -1e7, masks)
        for planes, inputs in zip(trainer.observations[:4], seen.numpy(), strict=False):
            walls, openings, (place,) = planes[2:6], planes[6:10], np.argwhere(planes[10])
            steps, looks = ways_from(openings, tuple(place)), 0
            for row, column in np.ndindex(25, 25):
                cell = divmod(int(inputs[18, row, column]), 49)
                assert np.array_equal(inputs[:11, row, column], planes[:11, cell[0], cell[1]])
                assert 4 * inputs[16, row, column] == min(steps.get(cell, 50), 50)
                if cell in steps:
                    shown = edges_shown(openings, walls, cell)
                    assert 2 * inputs[15, row, column] == shown and inputs[17, row, column] == (shown > 0)
                    looks += 1
            assert looks == len(steps)


def test_where_in_the_frame_the_maze_lies_changes_nothing(example):
    trainer = example.Trainer(options(example, "amazes(actions=walk)"))
    moved = np.zeros_like(trainer.observations)
    moved[:, :, 3:, :-5] = trainer.observations[:, :, :-3, 5:]  # 3 down, 5 left; nothing is known of the edges yet
    moved[:, 16:] = trainer.observations[:, 16:]  # the same in all cells
    everything = torch.ones(16, 49 * 49, dtype=torch.bool)
    (before, value), (after, other) = (
        trainer.player(trainer.player.take(seen), everything) for seen in (trainer.observations, moved)
    )
    before, after = (logits.view(-1, 49, 49) for logits in (before.logits, after.logits))
    assert torch.allclose(after[:, 3:, :-5], before[:, :-3, 5:]) and torch.allclose(value, other)
    assert (before > -1e7).sum() == 16 * 25 * 25


@pytest.mark.parametrize("radius", [3, 8])
def test_a_window_is_seen_to_its_edge(example, radius):
    """A thing in any corner counts, and so does every cell next to the head; the facts do as well."""
    trainer = example.Trainer(options(example, f"snakecore(radius={radius})"))
    side, player = 2 * radius + 1, trainer.player
    everything, blank = torch.ones(1, 6, dtype=torch.bool), torch.zeros(1, 12 * side**2 + side)
    with torch.no_grad():
        before = player(blank, everything)[1]
        for row, column in itertools.product((0, radius - 1, radius + 1, 2 * radius), repeat=2):
            seen = blank.clone()
            seen[0, 3 * side**2 + row * side + column] = 1  # an ordinary block
            assert player(seen, everything)[1] != before
        for fact in range(6):
            seen = blank.clone()
            seen[0, 12 * side**2 + fact] = 1
            assert player(seen, everything)[1] != before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["snakecore", "--network", "window", "--observation", "planes+scaled"], r"window: expected SnakeCore and its observation"),
        (["blockdrop", "--network", "window"], r"window: expected SnakeCore and its observation window\+one_hot, not blockdrop"),
        (["snakecore", "--network", "maze"], r"maze: expected amazes\(actions=walk\) and its observation planes"),
        (["amazes", "--network", "columns"], r"columns: expected an observation \[features, columns\], with actions for each"),
        (["amazes(actions=walk)", "--network", "graph"], "graph: expected On the Run and its observation cities or cities_observed"),
        (["alquerque", "--seat", "2"], "seat: expected .* 0 ... 1, not 2"),
        (["alquerque", "--resume"], "No such file"),
        (["alquerk"], "did you mean 'alquerque'"),
        (["alquerque", "--opponents", "gredy"], "did you mean 'greedy'"),
        (["alquerque", "--teacher", "gredy"], "did you mean 'greedy'"),
        (["alquerque", "--evaluate", "2", "--against", "random", "self"], "bot: expected one of random, .* not 'self'"),
        (["alquerque", "--evaluate", "-4"], "expected an integer in 0 ... 10000000, not '-4'"),
        (["alquerque", "--threads", "0"], "expected an integer in 1 ... 64, not '0'"),
        (["alquerque", "--observation", "canonical+dict"], "--observation: expected no dict, not 'canonical.dict'"),
        (["alquerque", "--minibatch", "0"], "expected an integer in 1 ... 1048576, not '0'"),
        (["alquerque", "--envs", "1048577"], "expected an integer in 1 ... 1048576, not '1048577'"),
        (["alquerque", "--entropy", "inf"], "expected a number in 0 ... 10, not 'inf'"),
        (["alquerque", "--device", "nowhere"], "expected cpu, or a device that PyTorch has here, not 'nowhere'"),
        (["alquerque", "--device", "meta"], "expected cpu, or a device that PyTorch has here, not 'meta'"),
        (["alquerque", "--seconds", "nan"], "expected a number in 0 ... inf, not 'nan'"),
        (["alquerque", "--seconds", "ten"], "expected a number in 0 ... inf, not 'ten'"),
        (["alquerque", "--resume", "--anew"], "not allowed with"),
    ],
)
def test_wrong_words(example, tmp_path, monkeypatch, capsys, words, message):
    out = tmp_path / "out"
    monkeypatch.setattr(sys, "argv", ["train_ppo.py", "--out", str(out), "--envs", "4", *words])
    with pytest.raises(SystemExit) as error:
        example.main()
    assert re.search(message, f"{error.value} {capsys.readouterr().err}") and not out.exists()


def test_a_training_continues_only_with_the_same_options(example, tmp_path, monkeypatch):
    def run(*words):
        usual = ["--envs", "32", "--threads", "1", "--out", str(tmp_path), "--steps", "1024"]
        monkeypatch.setattr(sys, "argv", ["train_ppo.py", *usual, *words])
        example.main()

    def refuses(message, *words):
        before = {path: path.read_bytes() for path in tmp_path.iterdir()}
        with pytest.raises(SystemExit, match=message):
            run(*words, "--resume")
        assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before

    run("alquerque", "--opponents", "random", "--steps", "1_024")
    refuses("^error: game: this training has 'alquerque', not 'snakecore'", "snakecore", "--opponents", "random")
    refuses("^error: opponents: this training has 'random', not 'greedy'", "alquerque")
    refuses("^error: teacher: this training has '', not 'greedy'", "alquerque", "--opponents", "random", "--teacher", "greedy")
    with pytest.raises(SystemExit, match="there is a training; --resume continues it, --anew replaces it"):
        run("alquerque", "--opponents", "random")
    with example.runs.alone_in(tmp_path, resume=True):
        refuses("another training is using it", "alquerque", "--opponents", "random")
    mine, kept = ("alquerque", "--opponents", "random"), (tmp_path / "checkpoint.pt").read_bytes()
    for damaged in (b"", b"notes", kept[: len(kept) // 2], kept[:-100]):
        (tmp_path / "checkpoint.pt").write_bytes(damaged)
        refuses("checkpoint.pt: expected a checkpoint of ppo.py", *mine)
    torch.save({"trainer": 5, "random": torch.get_rng_state()}, tmp_path / "checkpoint.pt")
    refuses("checkpoint.pt: expected a checkpoint of ppo.py", *mine)
    (tmp_path / "checkpoint.pt").write_bytes(kept)
    curve = (tmp_path / "curve.csv").read_bytes()
    for damaged in (b"", b"notes", curve[: curve.index(b"\n") + 1], curve.replace(b"\n1,", b"\n2,")):
        (tmp_path / "curve.csv").write_bytes(damaged)
        refuses("curve.csv: expected a learning curve up to update 1", *mine)
    for damaged in (b"1,64,junk", b"1," * 20, b"1," + b"9" * 200_000):
        (tmp_path / "curve.csv").write_bytes(re.sub(rb"\n1,[^,]*,", b"\n" + damaged + b",", curve, count=1))
        refuses("curve.csv: ", *mine)
    (tmp_path / "curve.csv").unlink()
    refuses("curve.csv", *mine)
    (tmp_path / "curve.csv").write_bytes(curve)
    (tmp_path / "checkpoint.new").symlink_to("/dev/full")
    with pytest.raises(SystemExit, match="No space left on device"):
        run(*mine, "--steps", "2048", "--resume")
    (tmp_path / "checkpoint.new").unlink()
    assert (tmp_path / "checkpoint.pt").read_bytes() == kept
    run(*mine, "--resume", "--evaluate", "2", "--against", "random")
    assert (tmp_path / "strength.json").exists()


@pytest.mark.parametrize("game", [*lg.games(), "amazes(actions=walk)"])
def test_variety_counts_more_in_self_play_where_that_was_found(example, game):
    usual = example.usual_settings(lg.make(game))
    assert example.parse_arguments([game]).entropy == usual.entropy
    assert example.parse_arguments([game, "--opponents", "self"]).entropy == usual.self_entropy
    assert example.parse_arguments([game, "--opponents", "self", "--entropy", "0.5"]).entropy == 0.5


@pytest.mark.parametrize(
    ("game", "config"),
    [
        ("amazes(actions=walk,turns=50)", "amazes(actions=walk)"),
        ("amazes(turns=50)", "amazes"),
        ("snakecore(size=16)", "snakecore"),
    ],
)
def test_settings_are_those_of_the_nearest_configuration(example, game, config):
    assert example.usual_settings(lg.make(game)) == example.SETTINGS[config]


def test_rewards_of_another_kind_are_taken_as_they_are(example):
    usual, other = (example.parse_arguments(["alquerque", *words]) for words in ([], ["--rewards", "scores"]))
    assert (usual.scale, usual.most) == (10, 1) and (other.scale, other.most) == (1, math.inf)


def test_no_two_trainings_have_a_game_in_common(example, tmp_path, monkeypatch):
    """Nor has a training with its evaluation."""
    seeds = []
    made = lg.vector.make

    def making(game, num_envs, **options):
        seeds.append((options["seed"], num_envs))
        return made(game, num_envs, **options)

    monkeypatch.setattr(lg.vector, "make", making)
    for seed in ("0", "1", "2"):
        words = ["alquerque", "--envs", "16", "--steps", "0", "--evaluate", "20", "--against", "random"]
        monkeypatch.setattr(sys, "argv", ["train_ppo.py", *words, "--seed", seed, "--out", str(tmp_path / seed)])
        example.main()
    assert [count for _, count in seeds] == [16, 20] * 3
    assert all(first + 10**9 <= second for (first, _), (second, _) in itertools.pairwise(seeds))


def test_data_of_an_earlier_network_is_dropped(example, tmp_path, monkeypatch):
    """Its strength when learning continues; also its plot when another training replaces it, in which no game has
    ended."""

    def run(updates, game, *words):
        usual = ["train_ppo.py", game, "--envs", "32", "--threads", "1", "--teacher", "", "--out", str(tmp_path)]
        monkeypatch.setattr(sys, "argv", [*usual, "--steps", str(updates * 32 * example.ROLLOUT), *words])
        example.main()
        return [name for name in ("curve.png", "strength.json") if (tmp_path / name).exists()]

    assert run(1, "alquerque", "--evaluate", "2", "--against", "random") == ["curve.png", "strength.json"]
    assert run(1, "alquerque", "--resume") == ["curve.png", "strength.json"]
    assert run(2, "alquerque", "--resume") == ["curve.png"]
    assert run(1, "amazes", "--anew") == []


def test_a_teacher_plays_in_some_games_each_time(example, monkeypatch):
    trainer = example.Trainer(options(example, "alquerque", teacher="greedy", asked=4, taught=2 * example.ROLLOUT))
    envs, step, expected = trainer.envs, trainer.envs.step, []

    def stepping(actions):
        row, turn = np.full(16, -1), trainer.update * example.ROLLOUT + len(expected)
        row[turn % 4 :: 4] = envs.choose("greedy", parents=range(turn % 4, 16, 4), seed=turn * 16)
        expected.append(row)
        return step(actions)

    monkeypatch.setattr(envs, "step", stepping)
    for weight in (1.0, 0.5):
        expected.clear()
        assert trainer.lesson_weight == weight
        lessons = trainer.play()["lessons"].numpy()
        assert (lessons == expected).all() and (lessons >= 0).mean() == 0.25
        trainer.update += 1
    assert trainer.lesson_weight == 0 and (trainer.play()["lessons"] == -1).all()


def test_a_teacher_is_followed(example):
    def agreement(teacher):
        trainer = example.Trainer(options(example, "snakecore", teacher=teacher, network="layers", envs=32, minibatch=64))
        for _ in range(8):
            trainer.train_once()
        seen = trainer.observations
        with torch.no_grad():
            choice, _ = trainer.player(trainer.player.take(seen), torch.from_numpy(trainer.masks).bool())
        return (choice.logits.argmax(1).numpy() == trainer.envs.choose("greedy")).mean()

    assert agreement("greedy") > agreement("") + 0.1


@pytest.mark.parametrize("opponents", ["greedy", "self"])
def test_the_default_teacher_belongs_to_the_game(example, opponents):
    for game, usual in example.SETTINGS.items():
        words = [game, "--opponents", opponents]
        assert example.parse_arguments(words).teacher == usual.teacher
        assert example.parse_arguments([*words, "--teacher", ""]).teacher == ""
        assert example.parse_arguments([*words, "--teacher", "random"]).teacher == "random"


def test_no_reward_counts_for_more_than_the_most(example):
    trainer = example.Trainer(options(example, "amazes(actions=walk,turns=2)", scale=1.0, most=3.0, rewards="scores"))
    rewards = trainer.play()["rewards"]
    assert rewards.max() == 3 and rewards.min() == -3


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_saves_and_ends(example, tmp_path, monkeypatch, capsys, number):
    """After the update under way; later updates are as without a signal. Time alone also saves."""
    def run(*arguments):
        game = ("blockdrop", "--envs", "32", "--threads", "1", "--opponents", "random", "--steps", str(96 * example.ROLLOUT))
        monkeypatch.setattr(sys, "argv", ["train_ppo.py", *game, *map(str, arguments)])
        example.main()

    whole, halves, once = tmp_path / "whole", tmp_path / "halves", example.Trainer.train_once
    run("--out", whole)
    with monkeypatch.context() as patch:
        patch.setattr(example.Trainer, "train_once", lambda trainer: (once(trainer), os.kill(os.getpid(), number))[0])
        with pytest.raises(SystemExit) as ended:
            run("--out", halves)
    assert ended.value.code == 128 + number and "saved; --resume continues from here" in capsys.readouterr().err
    assert example.Trainer.read(halves / "checkpoint.pt")[0].update == len(curve(halves)) == 1
    saves = []
    monkeypatch.setattr(example, "SAVED", 0)
    monkeypatch.setattr(example.Trainer, "save", lambda trainer, path, save=example.Trainer.save: (saves.append(1), save(trainer, path)))
    run("--out", halves, "--resume")
    assert len(saves) == 2
    assert curve(whole) == curve(halves) and len(curve(whole)) == 3


def test_resuming_changes_nothing(example, tmp_path, monkeypatch):
    def run(*arguments):
        game = ("blockdrop", "--envs", "32", "--threads", "1", "--opponents", "random")
        monkeypatch.setattr(sys, "argv", ["train_ppo.py", *game, *map(str, arguments)])
        example.main()

    whole, halves = tmp_path / "whole", tmp_path / "halves"
    update = 32 * example.ROLLOUT
    run("--steps", 4 * update, "--out", whole)
    run("--steps", 2 * update, "--out", halves)
    with (halves / "curve.csv").open("a") as file:
        file.write("3,lines,written,after,the,checkpoint,,,\n")
    run("--steps", 4 * update, "--out", halves, "--resume")
    assert curve(whole) == curve(halves) and len(curve(whole)) == 4
    for name in ("curve.csv", "curve.png", "checkpoint.pt"):
        assert (halves / name).stat().st_size > 0


def test_tensorboard_gets_the_curve(example, tmp_path, monkeypatch):
    """Every number of every update, at its step; numbers written after the checkpoint count once."""
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    out, board = tmp_path / "out", tmp_path / "board"
    usual = ["train_ppo.py", "snakecore(rounds=20)", "--envs", "32", "--threads", "1", "--opponents", "random"]
    update = 32 * example.ROLLOUT
    for steps, more in ((2 * update, []), (4 * update, ["--resume"])):
        words = [*usual, "--steps", str(steps), "--out", str(out), "--tensorboard", str(board), *more]
        monkeypatch.setattr(sys, "argv", words)
        example.main()
    events = EventAccumulator(str(board))
    events.Reload()
    for name in ("outcome", "win_rate", "length", "entropy", "value_loss"):
        written = [(event.step, event.value) for event in events.Scalars(name)]
        assert [step for step, _ in written] == [update, 2 * update, 3 * update, 4 * update]
        assert [value for _, value in written] == pytest.approx([float(row[name]) for row in curve(out)], abs=1e-5)


def test_without_tensorboard(example, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    what = f"expected TensorBoard, which `{lg.install_command('train')}` installs"
    with pytest.raises(SystemExit, match=re.escape(what)):
        example.open_board("folder", 0)


def test_it_learns(example):
    """Alquerque against random players, 60 updates: the mean outcome rises by several of its standard errors, 0.1."""
    torch.set_num_threads(1)
    trainer = example.Trainer(options(example, "alquerque", envs=32))
    outcomes = [trainer.train_once()["outcome"] for _ in range(60)]
    assert np.mean(outcomes[-6:]) > np.mean(outcomes[:6]) + 0.4


def test_a_minibatch_of_one(example):
    """Its advantage has no spread, and teaches nothing but the value."""
    torch.set_num_threads(1)
    trainer = example.Trainer(options(example, "alquerque", envs=4, minibatch=127))
    assert all(np.isfinite(trainer.train_once()["entropy"]) for _ in range(2))
    assert all(weights.isfinite().all() for weights in trainer.player.parameters())


@pytest.mark.parametrize("name", ["train_alphazero", "train_ppo"])
def test_programs_for_readers_are_short(name):
    assert len((EXAMPLE.parents[1] / f"python/{name}.py").read_text().splitlines()) <= 200


# From top to bottom, with fewer decisions and games, since the stored run takes minutes.
def test_the_notebook_runs():
    notebook = nbformat.read(NOTEBOOKS / "9_training.ipynb", as_version=4)
    plots = pictures_in(notebook)
    for cell in notebook.cells:
        cell.source = cell.source.replace("DECISIONS = 1_000_000", "DECISIONS = 12_000").replace("GAMES = 400", "GAMES = 4")
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": NOTEBOOKS}}).execute()
    assert pictures_in(notebook) == plots == 3
    printed = "".join(output["text"] for cell in notebook.cells for output in cell.get("outputs", []) if "text" in output)
    assert "12,288 decisions" in printed


def pictures_in(notebook):
    """How many pictures it shows."""
    return sum("image/png" in output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", []))
