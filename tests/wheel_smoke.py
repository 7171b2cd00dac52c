"""Run by an interpreter whose environment contains only the wheel and NumPy: plays games of every kind.

    python wheel_smoke.py [version]
"""

import importlib.resources
import random
import subprocess
import sys

import libgames as lg
from libgames import arena

assert sys.argv[1:] in ([], [lg.__version__]), lg.__version__
files = {file.name for file in importlib.resources.files("libgames").iterdir()}
assert {"py.typed", "_native.pyi"} <= files, files
assert [name for name in files if name.startswith("_native.") and name.endswith((".abi3.so", ".pyd"))], files

assert lg.games(), "no games"
for name in lg.games():
    game = lg.make(name)
    rng = random.Random(1)
    state = game.new(seed=1)
    while not state.is_over:
        assert state.action_mask.sum() == len(state.legal_actions)
        state = state.apply(rng.choice(state.legal_actions))
        assert game.parse(str(state)) == state
    assert len(state.scores) == len(state.outcome) == game.players
    outcomes, lengths = game.rollouts(100, seed=1)
    assert outcomes.shape == (100, game.players) and lengths.min() > 0
    print(f"{name}: {state.scores}, {int(lengths.sum())} random actions")

report = arena.play("alquerque", ["greedy", "random"], seed=1)  # its command needs more than NumPy, the referee does not
assert report.finished and sum(report.scores) == 12, report.scores

def run(*words):
    return subprocess.run([sys.executable, "-I", *words], capture_output=True, text=True)


command = run("-m", "libgames", "games")
advice = run("-c", "import libgames; print(libgames.install_command('arena'))")  # apart, like the command
assert command.returncode == 1 and "pip" in advice.stdout, (command, advice)
assert command.stderr == f"The command libgames needs click, which `{advice.stdout.strip()}` installs\n", command
