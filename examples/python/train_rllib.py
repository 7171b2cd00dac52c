"""All sides of a game with RLlib's new API stack: masked PPO, a policy for each seat, which sees only what the rules
allow.

    python train_rllib.py "ontherun(cities=30,max_cities=30)" --iterations 50
    python train_rllib.py snakecore --observation window+one_hot --rewards scores

Agents are named after the seats ("Detectives", "Fugitive"). Before and after, each plays against a bot in all other
seats. Needs the extra: pip install '.[rllib]' in a clone.
"""

import argparse
import math
import time

import libgames as lg
import numpy as np
from gymnasium import spaces

try:
    import ray
    import torch
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.columns import Columns
    from ray.rllib.core.rl_module.apis import ValueFunctionAPI
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.core.rl_module.torch import TorchRLModule
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
    from torch import nn
except ImportError as error:
    raise SystemExit(f"{error}: `{lg.install_command('rllib')}` installs it") from None

HIDDEN = 128  # width of both layers
DISCOUNT = 0.99


class Match(MultiAgentEnv):
    """One game. The agent to move gets an observation, limited to its seat's knowledge, and its mask; at the end all
    agents do. Rewards come as soon as they are known."""

    def __init__(self, config: dict):
        super().__init__()
        self.game, self.view, self.rewards = lg.make(config["game"]), config["observation"], config["rewards"]
        self.worker = getattr(config, "worker_index", 0)
        space = self.game.view(self.view).space
        seen = spaces.Box(space.low, space.high, space.shape, space.dtype)
        both = spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8)})
        self.seeds = np.random.default_rng([config["seed"], self.worker])
        self.possible_agents = list(self.game.seats)
        self.agents = list(self.possible_agents)
        self.observation_spaces = dict.fromkeys(self.possible_agents, both)
        self.action_spaces = dict.fromkeys(self.possible_agents, spaces.Discrete(self.game.num_actions))

    def look(self, player: int) -> dict[str, np.ndarray]:
        mask = np.zeros(self.game.num_actions, np.int8)
        if self.state.player == player:
            mask[:] = self.state.action_mask
        return {"observation": self.state.observation(player, self.view), "action_mask": mask}

    def values(self) -> np.ndarray:
        """The points of each seat so far; rewards are their increases."""
        return np.array(self.state.scores if self.rewards == "scores" else self.state.outcome, np.float32)

    def reset(self, *, seed=None, options=None):
        if seed is not None:  # by RLlib at first: game i of worker w gets seed + w + i, which other games get too
            self.seeds = np.random.default_rng([seed, self.worker])
        self.state = self.game.new(int(self.seeds.integers(2**63)))
        return {self.agents[self.state.player]: self.look(self.state.player)}, {}

    def step(self, actions: dict[str, int]):
        before = self.values()
        self.state = self.state.apply(int(actions[self.agents[self.state.player]]))
        gained = self.values() - before
        over = self.state.is_over
        players = range(len(self.agents)) if over else [self.state.player]
        seen = {self.agents[player]: self.look(player) for player in players}
        rewards = {agent: float(gain) for agent, gain in zip(self.agents, gained, strict=True)}
        ended = dict.fromkeys(self.agents, over) | {"__all__": over}
        return seen, rewards, ended, dict.fromkeys(ended, False), {}


class Masked(TorchRLModule, ValueFunctionAPI):
    """Policy and value of an observation; illegal actions have probability 0."""

    def setup(self):
        shape, actions = self.observation_space["observation"].shape, self.action_space.n

        def layers(outputs):
            inner = [nn.Linear(math.prod(shape), HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, HIDDEN), nn.Tanh()]
            return nn.Sequential(nn.Flatten(), *inner, nn.Linear(HIDDEN, outputs))

        self.policy, self.value = layers(actions), layers(1)
        nn.init.normal_(self.policy[-1].weight, std=0.01)

    def _forward(self, batch, **kwargs):
        seen = batch[Columns.OBS]
        logits = self.policy(seen["observation"].float())
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(seen["action_mask"] == 0, -1e9)}

    def compute_values(self, batch, embeddings=None):
        return self.value(batch[Columns.OBS]["observation"].float()).squeeze(-1)


def configure(options: argparse.Namespace) -> PPOConfig:
    settings = {name: getattr(options, name) for name in ("game", "observation", "rewards", "seed")}
    match = Match(settings)
    modules = {
        agent: RLModuleSpec(
            module_class=Masked,
            observation_space=match.observation_spaces[agent],
            action_space=match.action_spaces[agent],
        )
        for agent in match.possible_agents
    }
    return (
        PPOConfig()
        .environment(Match, env_config=settings, disable_env_checking=True)  # the check plays illegal actions
        .multi_agent(policies=set(modules), policy_mapping_fn=lambda agent, episode, **_: agent)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=modules))
        .env_runners(num_env_runners=0, num_envs_per_env_runner=options.envs)
        .training(
            train_batch_size_per_learner=options.batch,
            minibatch_size=max(1, options.batch // 8),
            num_epochs=8,
            lr=5e-4,
            gamma=DISCOUNT,
            lambda_=0.95,
            clip_param=0.2,
            entropy_coeff=0.01,
            use_kl_loss=False,
            grad_clip=0.5,
        )
        .debugging(seed=options.seed, log_level="ERROR")
    )


def evaluate(algorithm, options: argparse.Namespace, seat: int, count: int) -> float:
    """The mean outcome of a seat's policy, which draws its actions, against bots in all other seats."""
    game = lg.make(options.game)
    module = algorithm.get_module(game.seats[seat])
    envs = lg.vector.make(
        game,
        count,
        opponents=options.against,
        seat=seat,
        observation=options.observation,
        autoreset="disabled",
        seed=10**9 + options.seed,
    )
    seen, infos = envs.reset()
    going, outcomes = np.ones(count, bool), np.zeros(count)
    while going.any():
        masks = (infos["action_mask"] == 1) | ~going[:, None]  # nothing is legal in games that are over
        asked = {"observation": torch.from_numpy(seen), "action_mask": torch.from_numpy(masks)}
        with torch.no_grad():
            logits = module._forward({Columns.OBS: asked})[Columns.ACTION_DIST_INPUTS]
        actions = torch.distributions.Categorical(logits=logits).sample().numpy()
        seen, rewards, terminated, _, infos = envs.step(actions, going)
        outcomes[going & terminated] = rewards[going & terminated]
        going &= ~terminated
    envs.close()
    return float(outcomes.mean())


def report(when: str, algorithm, options: argparse.Namespace) -> list[float]:
    seats = lg.make(options.game).seats
    found = [evaluate(algorithm, options, seat, options.evaluate) for seat in range(len(seats))]
    text = ", ".join(f"{name} {outcome:+.3f}" for name, outcome in zip(seats, found, strict=True))
    print(f"{when}: mean outcome of {options.evaluate} games against {options.against}: {text}", flush=True)
    return found


def open_board(folder: str | None):
    """TensorBoard's writer into a folder, or None."""
    if folder is None:
        return None
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        command = lg.install_command("rllib")
        raise SystemExit(f"--tensorboard: expected TensorBoard, which `{command}` installs") from None
    return SummaryWriter(folder)


def parse_arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="ontherun(cities=30,max_cities=30)", help="(default a small On the Run)")
    parser.add_argument("--observation", default="cities+scaled", help="encoding and form (default cities+scaled)")
    parser.add_argument("--rewards", choices=("outcome", "scores"), default="outcome", help="(default outcome)")
    parser.add_argument("--iterations", type=int, default=20, help="number of updates (default 20)")
    parser.add_argument("--batch", type=int, default=4000,
                        help="decisions of all agents between two updates (default 4000)")
    parser.add_argument("--envs", type=int, default=8, help="parallel games (default 8)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", default="greedy", help="a bot, for the games before and after")
    parser.add_argument("--evaluate", type=int, default=500, help="number of such games for each seat (default 500)")
    parser.add_argument("--tensorboard", metavar="FOLDER", help="write the curve there for TensorBoard")
    options = parser.parse_args(words)
    for name, least in (("iterations", 0), ("batch", 1), ("envs", 1), ("evaluate", 1)):
        if getattr(options, name) < least:
            parser.error(f"--{name}: expected at least {least}, not {getattr(options, name)}")
    return options


def main() -> None:
    options = parse_arguments()
    board = open_board(options.tensorboard)
    ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    torch.set_num_threads(1)
    algorithm = configure(options).build_algo()
    report("before", algorithm, options)
    steps, seconds = 0, 0.0
    for number in range(1, options.iterations + 1):
        begin = time.perf_counter()
        result = algorithm.train()
        seconds += time.perf_counter() - begin
        played = result["env_runners"]
        steps += played["num_env_steps_sampled"]
        row = {f"return of {agent}": value for agent, value in played.get("agent_episode_returns_mean", {}).items()}
        text = "  ".join(f"{name} {value:.3f}" for name, value in row.items())
        print(f"update {number}  decisions {steps}  {text}  seconds {seconds:.1f}", flush=True)
        if board:
            for name, value in row.items():
                board.add_scalar(name, value, steps)
    if board:
        board.close()
    print(f"{steps / max(seconds, 1e-9):,.0f} decisions a second, with learning")
    report("after", algorithm, options)
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    try:
        main()
    except (ValueError, OSError) as error:  # such as a word that is no game's name
        raise SystemExit(f"error: {error}") from None
