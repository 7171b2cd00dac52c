"""Measures the decisions a second that learners get on one processor, by library.

    benchmarks/frameworks.py [--rounds 5] [--out benchmarks/results]

Alquerque, 64 games against random players, networks of two layers of 128, masked PPO with 4 epochs: the examples
ppo.py, train_torchrl.py, train_sb3.py and train_rllib.py (where both seats are learners, without processes of its
own), compared with the batch alone with random legal actions. Times are CPU times of this process with one thread, so
other work on the machine changes little. Libraries that are not installed are left out, and the output lists them.
Writes frameworks.md.
"""

import argparse
import importlib.util
import platform
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

import libgames as lg
import torch
from common import whole

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "examples/training"), str(ROOT / "examples/python")]
GAME, ENVS, ROLLOUT = "alquerque", 64, 64
VIEW = "canonical+scaled"
WORDS = [GAME, "--opponents", "random", "--observation", VIEW, "--rewards", "shaped", "--envs", str(ENVS)]
WORDS += ["--seed", "1", "--threads", "1"]

Times = tuple[int, float, float]  # decisions, seconds of playing, seconds of learning from them


def batch() -> Iterator[Times]:
    """Without a learner: random legal actions."""
    envs = lg.vector.make(GAME, ENVS, observation=VIEW, rewards="shaped", discount=0.99, autoreset="same_step", seed=1)
    envs.reset()
    while True:
        begin = time.process_time()
        for _ in range(ROLLOUT):
            envs.step(envs.sample())
        yield ROLLOUT * ENVS, time.process_time() - begin, 0.0


def plain() -> Iterator[Times]:
    import ppo

    ppo.train_ppo.EPOCHS = 4  # and minibatches of 256, as the others have
    trainer = ppo.Trainer(ppo.parse_arguments([*WORDS, "--minibatch", "256"]))
    while True:
        begin = time.process_time()
        rollout = trainer.play()
        played = time.process_time()
        trainer.learn(rollout)
        yield ppo.ROLLOUT * ENVS, played - begin, time.process_time() - played


def torchrl() -> Iterator[Times]:
    import train_torchrl

    trainer = train_torchrl.Trainer(train_torchrl.parse_arguments([*WORDS, "--steps", "1_000_000_000"]))
    rollouts = iter(trainer.collector)
    while True:
        begin = time.process_time()
        rollout = next(rollouts)
        played = time.process_time()
        trainer.learn(rollout)
        yield trainer.frames, played - begin, time.process_time() - played


def sb3() -> Iterator[Times]:
    import train_sb3

    model = train_sb3.make_model(train_sb3.parse_arguments(WORDS))
    model.verbose = 0
    total, callback = model._setup_learn(1_000_000_000)
    while True:
        begin = time.process_time()
        model.collect_rollouts(model.env, callback, model.rollout_buffer, model.n_steps)
        played = time.process_time()
        model._current_progress_remaining = 1 - model.num_timesteps / total
        model.train()
        yield train_sb3.ROLLOUT * ENVS, played - begin, time.process_time() - played


def rllib() -> Iterator[Times]:
    import ray
    import train_rllib

    words = [GAME, "--observation", VIEW, "--batch", str(ROLLOUT * ENVS), "--envs", str(ENVS), "--seed", "1"]
    ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    algorithm = train_rllib.configure(train_rllib.parse_arguments(words)).training(num_epochs=4).build_algo()
    sample, spent = algorithm.env_runner.sample, []

    def timed(*arguments, **keywords):
        begin = time.process_time()
        episodes = sample(*arguments, **keywords)
        spent.append(time.process_time() - begin)
        return episodes

    algorithm.env_runner.sample = timed
    try:
        while True:
            spent.clear()
            begin = time.process_time()
            decisions = algorithm.train()["env_runners"]["num_env_steps_sampled"]
            yield int(decisions), sum(spent), time.process_time() - begin - sum(spent)
    finally:
        algorithm.stop()
        ray.shutdown()


# The measurements, with the required package, and whether they learn.
ROWS: dict[str, tuple[Callable[[], Iterator[Times]], str]] = {
    "the batch alone": (batch, "libgames"),
    "PyTorch, ppo.py": (plain, "torch"),
    "TorchRL, train_torchrl.py": (torchrl, "torchrl"),
    "Stable-Baselines3, train_sb3.py": (sb3, "sb3_contrib"),
    "RLlib, train_rllib.py": (rllib, "ray.rllib"),
}


def installed(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ImportError:
        return False


def measure(rounds: int) -> list[str]:
    lines = ["| | decisions a second, playing | with learning |", "|---|---:|---:|"]
    for name, (start, package) in ROWS.items():
        if not installed(package):
            print(f"{name}: {package} is not installed")
            continue
        times = start()
        next(times)  # one-time work
        total = [sum(column) for column in zip(*(next(times) for _ in range(rounds)), strict=True)]
        times.close()
        learning = f"{total[0] / (total[1] + total[2]):,.0f}" if total[2] else ""
        lines.append(f"| {name} | {total[0] / total[1]:,.0f} | {learning} |")
        print(lines[-1], flush=True)
    return lines


def versions() -> str:
    packages = {"torch": "torch", "torchrl": "torchrl", "sb3_contrib": "sb3-contrib", "ray": "ray"}
    return ", ".join(f"{name} {version(name)}" for package, name in packages.items() if installed(package))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=whole(1, 10**6), default=5,
                        help="rollouts of 4096 decisions measured of each (default 5)")  # fmt: skip
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks/results", help="folder of frameworks.md")
    options = parser.parse_args()
    torch.set_num_threads(1)
    options.out.mkdir(parents=True, exist_ok=True)  # rather than after the measurements
    lines = measure(options.rounds)
    page = f"""# Learners by library

Written by `benchmarks/frameworks.py --rounds {options.rounds}`, with Python {platform.python_version()}, {versions()}.
Alquerque, 64 games against random players, networks of two layers of 128, masked PPO with 4 epochs; with RLlib both
seats are learners. CPU time of one process with one thread.

"""
    (options.out / "frameworks.md").write_text(page + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
