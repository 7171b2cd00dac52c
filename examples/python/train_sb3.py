"""Masked PPO with Stable-Baselines3, for any game: sb3-contrib's MaskablePPO on libgames.sb3.

    python train_sb3.py alquerque --steps 100_000
    python train_sb3.py snakecore --observation window+one_hot --rewards scores --opponents greedy --steps 1_000_000

The learning curve is SB3's own: `rollout/ep_rew_mean` and so on are printed, and --tensorboard writes them.
Before and after, games against the same opponents are played to their ends. Needs the extra:
pip install '.[train]' in a clone.
"""

import argparse
import importlib.util
import time

import libgames as lg
import numpy as np
import torch
from libgames.sb3 import make_vec_env
from sb3_contrib import MaskablePPO

ROLLOUT = 64  # decisions of every game between two updates
DISCOUNT = 0.99


def keywords(options: argparse.Namespace) -> dict:
    kept = {name: getattr(options, name) for name in ("opponents", "observation", "rewards", "threads")}
    return kept | ({"discount": DISCOUNT} if options.rewards == "shaped" else {})


def make_model(options: argparse.Namespace) -> MaskablePPO:
    return MaskablePPO(
        "MlpPolicy",
        make_vec_env(options.game, options.envs, seed=options.seed, **keywords(options)),
        n_steps=ROLLOUT,
        batch_size=ROLLOUT * options.envs // 8,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=DISCOUNT,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128], "normalize_images": False},  # planes of a board are no picture
        tensorboard_log=options.tensorboard,
        device="cpu",
        seed=options.seed,
        verbose=1,
    )


def evaluate(model: MaskablePPO, options: argparse.Namespace, count: int) -> float:
    """The share of games won, as the policy draws its actions."""
    usual = keywords(options) | {"rewards": "outcome", "discount": 1.0}
    envs = lg.vector.make(options.game, count, autoreset="disabled", seed=10**9 + options.seed, **usual)
    seen, infos = envs.reset()
    going, won = np.ones(count, bool), np.zeros(count, bool)
    while going.any():
        masks = (infos["action_mask"] == 1) | ~going[:, None]  # nothing is legal in games that are over
        actions, _ = model.predict(seen, action_masks=masks)
        seen, rewards, terminated, _, infos = envs.step(actions, going)
        won |= going & terminated & (rewards > 0)
        going &= ~terminated
    envs.close()
    return float(won.mean())


def parse_arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="alquerque", help="a name or configuration (default alquerque)")
    parser.add_argument("--opponents", default="random", help="a bot (default random)")
    parser.add_argument("--observation", default="canonical+scaled", help="(default canonical+scaled)")
    parser.add_argument("--rewards", choices=("outcome", "scores", "shaped"), default="shaped", help="(default shaped)")
    parser.add_argument("--steps", type=int, default=100_000, help="decisions of the learner (default 100,000)")
    parser.add_argument("--envs", type=int, default=64, help="parallel games (default 64)")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--evaluate", type=int, default=500, help="games played before and after (default 500)")
    parser.add_argument("--tensorboard", metavar="FOLDER", help="write the curve there for TensorBoard")
    options = parser.parse_args(words)
    for name, least in (("evaluate", 1), ("threads", 1), ("steps", 0)):
        if getattr(options, name) < least:
            parser.error(f"--{name}: expected at least {least}, not {getattr(options, name)}")
    if options.tensorboard and importlib.util.find_spec("tensorboard") is None:
        raise SystemExit(f"--tensorboard: expected TensorBoard, which `{lg.install_command('train')}` installs")
    return options


def main() -> None:
    options = parse_arguments()
    torch.set_num_threads(options.threads)
    model = make_model(options)
    before = evaluate(model, options, options.evaluate)
    print(f"before: {before:.1%} of {options.evaluate} games won against {options.opponents}", flush=True)
    begin = time.perf_counter()
    model.learn(options.steps, log_interval=5)
    print(f"{model.num_timesteps / (time.perf_counter() - begin):,.0f} decisions a second, with learning")
    after = evaluate(model, options, options.evaluate)
    print(f"after: {after:.1%} of {options.evaluate} games won against {options.opponents}")


if __name__ == "__main__":
    try:
        main()
    except (ValueError, OSError) as error:  # such as a word that is no game's name
        raise SystemExit(f"error: {error}") from None
