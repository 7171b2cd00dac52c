"""The example of rollouts on a GPU: the rules of every game compile for a GPU, and its games equal State.rollout's."""

import ctypes
import re
import subprocess
import sys

import libgames as lg
import numpy as np
import pytest
import torch
from conftest import load_example

GAMES = [*lg.games(), "amazes(turns=20)", "blockdrop(rules=engine,turns=100)", "ontherun(cities=30,max_cities=40,map=5)",
         "snakecore(size=9,players=3)"]  # fmt: skip
# The kernel as a function for one thread after another.
BEFORE = """
#include <stdint.h>
#define __global__
static struct { int64_t x; } blockIdx, blockDim = {1}, threadIdx;
"""
BEHIND = """
extern "C" void play_all(uint64_t *states, uint64_t seed, int64_t games, const void *shared, int64_t *lengths,
                         float *outcomes) {
    for (blockIdx.x = 0; blockIdx.x < games; blockIdx.x++) play(states, seed, games, shared, lengths, outcomes);
}
"""


@pytest.fixture(scope="module")
def example():
    return load_example("gpu_rollouts")


def run(example, monkeypatch, *words):
    monkeypatch.setattr(sys, "argv", ["gpu_rollouts.py", *words])
    example.main()


def test_it_knows_all_games(example):
    assert set(example.FILES) == set(lg.games())


@pytest.mark.parametrize("game", GAMES)
def test_it_compiles(example, monkeypatch, capsys, game):
    run(example, monkeypatch, game, "--compile-only")
    size = re.search(r": ([\d,]+) bytes, compiled in", capsys.readouterr().out)[1]
    assert int(size.replace(",", "")) > 10_000


def play_here(example, folder, config, games, seed):
    """The same as example.play, by the same kernel compiled for this processor."""
    game = lg.make(config)
    own = example.ROOT / "libgames/games" / game.name
    (folder / "kernel.cpp").write_text(BEFORE + example.kernel_of(game) + BEHIND)
    (folder / "needed").write_text("{ global: play_all; local: *; };")  # everything else is left out
    words = ["g++", "-std=c++20", "-O1", "-w", "-shared", "-fPIC", "-ffunction-sections", "-Wl,--gc-sections"]
    words += [f"-Wl,--version-script={folder / 'needed'}", "-iquote", own, "-I", own.parents[1]]
    words += ["-I", own.parents[1] / "include", "-x", "c++", folder / "kernel.cpp"]
    words += [*(own / f"{name}.c" for name in example.FILES[game.name]), "-o", folder / "kernel.so"]
    subprocess.run([str(word) for word in words], check=True, timeout=120)
    states = example.new_states(game, games, seed)
    shared = np.frombuffer(game.shared_bytes or bytes(8), np.uint8)
    lengths, outcomes = np.zeros(games, np.int64), np.zeros((games, game.players), np.float32)
    places = [array.ctypes.data_as(ctypes.c_void_p) for array in (states, shared, lengths, outcomes)]
    library = ctypes.CDLL(str(folder / "kernel.so"))
    library.play_all(places[0], ctypes.c_uint64(seed), ctypes.c_int64(games), *places[1:])
    return game, example.Played(states, lengths, outcomes, 1.0)


@pytest.mark.parametrize("config", GAMES)
def test_the_kernel_plays_games_of_the_library(example, tmp_path, config):
    game, played = play_here(example, tmp_path, config, 200, 7)
    assert example.first_wrong(game, played, 7, 200) is None
    assert example.first_wrong(game, played, 8, 200) is not None


def test_one_wrong_game_is_found(example, tmp_path):
    game, played = play_here(example, tmp_path, "blockdrop(turns=20)", 10, 0)
    for name in ("states", "lengths", "outcomes"):
        entries = getattr(played, name).copy()
        entries[6] += 1
        changed = played._replace(**{name: entries})
        assert [example.first_wrong(game, changed, 0, count) for count in (6, 7, 10)] == [None, 6, 6]


if torch.cuda.is_available():

    @pytest.mark.parametrize("game", GAMES)
    def test_games_on_a_gpu(example, monkeypatch, capsys, game):
        run(example, monkeypatch, game, "--games", "2000", "--check", "2000", "--seed", "7")
        assert "2,000 games; the first 2,000 of them agree with State.rollout" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["amazes(actions=walk)"], r"expected Amazes with actions=steps, not 'amazes\(actions=walk\)'"),
        (["alquerk"], "did you mean 'alquerque'"),
        (["alquerque", "--games", "10"], r"expected 1 <= --check <= --games <= 2\*\*28, not 1000 and 10"),
        (["alquerque", "--games", "1_000_000_000"], "expected .*, not 1000 and 1000000000"),
        (["alquerque", "--check", "0"], "expected .*, not 0 and 65536"),
        (["alquerque", "--check", "x"], "--check: invalid int value: 'x'"),
        (["alquerque", "--seed", "-1"], r"expected 0 <= --seed <= 2\*\*63, not -1"),
        (["alquerque", "--kind", "sm_12"], r"--kind: expected one of sm_\d+, .* not 'sm_12'"),
    ],
)
def test_wrong_words(example, monkeypatch, capsys, words, message):
    with pytest.raises(SystemExit):
        run(example, monkeypatch, *words)
    assert re.search(message, capsys.readouterr().err)


if not torch.cuda.is_available():

    def test_without_a_gpu(example, monkeypatch):
        with pytest.raises(SystemExit, match="expected an NVIDIA GPU and PyTorch with CUDA, or --compile-only"):
            run(example, monkeypatch, "alquerque")
