"""Trains players for all games and writes the results: curves, final strength by seat, and a page.

    script/train                                             all games, against greedy and by self-play, three seeds
                                                             each: 33 runs of ten minutes
    script/train --games snakecore --seeds 1 --minutes 2     one run
    script/train --games blockdrop --seeds 1 --export        the best becomes the game's bot `net`
    script/train --opponents greedy self --evaluate 1000 --against random greedy "mcts(simulations=100)" strong
    script/train --games ontherun --trainer="--device cuda --envs 512"   with other settings of the trainer

A run is one game, one kind of opponents, and one seed, trained by examples/training/ppo.py. Each has a folder under
--work with its checkpoint; when the same command is started again, it keeps finished runs and continues the interrupted
one. A finished run is a line in training.jsonl of --out; after each run the page training.md and its plots are written
again from all lines.
"""

import argparse
import csv
import json
import math
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import libgames as lg
import matplotlib
import nets
import numpy as np
from common import Lines, time_in, whole

matplotlib.use("agg")
from matplotlib import pyplot  # noqa: E402

ROOT = Path(__file__).resolve().parents[1]
TRAINER = ROOT / "examples/training/ppo.py"
GAMES = ["alquerque", "amazes(actions=walk)", "blockdrop", "ontherun", "snakecore"]
ROLES = ("ontherun",)  # games whose seats have so little in common that each is learned separately
AGAINST = ["random", "greedy", "mcts(simulations=100)", "mcts(simulations=1000)", "strong"]
EVALUATE = 1000  # games against each of them
STEPS = 10**9  # more than fit into the usual minutes

# The required members of a line of the results; seat, network and trainer may be missing. A list of one form has any
# number of such elements.
_NUMBER = (int, float)
_COUNTS = {"opponent": str, "seats": [[int, int, int]], "scores": [[_NUMBER, _NUMBER]]}  # of each seat
RUN = {"game": str, "opponents": str, "seed": int, "steps": int, "minutes": _NUMBER, "evaluate": int, "against": [str],
       "curve": [[int, _NUMBER, _NUMBER, _NUMBER]], "strength": [_COUNTS], "threads": int, "baseline": _COUNTS}  # fmt: skip
USUAL = {"seat": "random", "network": None, "trainer": ""}  # of runs without this member
# Options that this program passes to the trainer, so they can't be in --trainer.
GIVEN = ("opponents", "seed", "steps", "seconds", "threads", "out", "seat", "network", "evaluate", "against", "resume", "anew")


def interval(successes: float, games: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share."""
    if games == 0:
        return 0.0, 1.0
    z, share = 1.96, successes / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def key(run: dict) -> tuple:
    """The key of a run: equal keys mean the same run."""
    names = ("game", "opponents", "seed", "steps", "minutes", "seat", "network", "trainer", "evaluate", "against")
    return tuple(str(run.get(name, USUAL.get(name))) for name in names)


def has_form(value, form) -> bool:
    if isinstance(form, dict):
        return isinstance(value, dict) and all(has_form(value.get(name), part) for name, part in form.items())
    if isinstance(form, list):
        parts = form * len(value) if isinstance(value, list) and len(form) == 1 else form
        return isinstance(value, list) and len(value) == len(parts) and all(map(has_form, value, parts))
    if not isinstance(value, form) or isinstance(value, bool):
        return False
    return isinstance(value, str) or abs(value) < 2**63 and (form is not int or value >= 0)


def run_of(line: str) -> dict:
    """Reads a line. Raises ValueError."""
    try:
        run = json.loads(line)
    except (ValueError, RecursionError):
        run = None
    if not isinstance(run, dict):
        raise ValueError("expected a run as JSON")
    for name, form in RUN.items():
        if not has_form(run.get(name), form):
            raise ValueError(f"expected a run with its {name}")
    seats = range(lg.make(run["game"]).players)
    if {len(part[name]) for part in [run["baseline"], *run["strength"]] for name in ("seats", "scores")} != {len(seats)}:
        raise ValueError(f"expected counts and scores of {len(seats)} seats")
    seat = run.get("seat", "random")
    if type(seat) not in (str, int) or seat not in ["random", *seats] or not isinstance(run.get("network"), str | None):
        raise ValueError("expected a run with its seat and network")
    if not isinstance(run.get("trainer", ""), str):
        raise ValueError("expected a run with its trainer")
    return run


def read_results(path: Path) -> Lines[dict]:
    """The finished runs of a file, which no other program may write meanwhile. Raises OSError, ValueError."""
    return Lines(path, run_of, "training")


def different(runs: list[dict]) -> list[dict]:
    """Of equal runs the last."""
    return list({key(run): run for run in runs}.values())


def trained(run: dict) -> tuple:
    """The key of a training, whatever its evaluation."""
    return key(run)[:8]


def evaluated(runs: list[dict]) -> list[dict]:
    """One run of each training, with its last games against each player: earlier ones have the same seeds. If it was
    made twice and gave another network, only the last one."""
    found = {}
    for run in runs:
        earlier = found.get(trained(run), run)
        entries = [*(earlier["strength"] if earlier["curve"] == run["curve"] else []), *run["strength"]]
        found[trained(run)] = {**run, "strength": list({entry["opponent"]: entry for entry in entries}.values())}
    return list(found.values())


def folder_of(run: dict, work: Path) -> Path:
    name = "-".join(word for word in trained(run) if word not in map(str, USUAL.values()))
    return work / "".join(letter if letter.isalnum() or letter in "-.=" else "_" for letter in name)


def train(run: dict, work: Path, threads: int) -> dict:
    """Continues one run to its end: the run with its curve and strength. Raises OSError, ValueError."""
    folder, run = folder_of(run, work), {**USUAL, **run}
    command = [sys.executable, TRAINER, run["game"], "--opponents", run["opponents"], "--seed", run["seed"]]
    command += ["--steps", run["steps"], "--seconds", 60 * run["minutes"], "--threads", threads, "--out", folder]
    command += ["--seat", run["seat"], *(["--network", run["network"]] if run["network"] else [])]
    command += settings(run["trainer"])
    command += ["--evaluate", run["evaluate"], "--against", *run["against"]]
    if (folder / "checkpoint.pt").exists():
        command.append("--resume")
    status = subprocess.run(list(map(str, command))).returncode
    if status:
        raise ValueError(f"{TRAINER.name} has ended with exit status {status}; its message is above")
    with (folder / "curve.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if int(row["games"])]
    curve = [[int(row["steps"]), float(row["seconds"]), float(row["outcome"]), float(row["win_rate"])] for row in rows]
    strength = json.loads((folder / "strength.json").read_text()) if run["evaluate"] else []
    thin = max(1, len(curve) // 200)
    return {**run, "curve": curve[::-1][::thin][::-1], "strength": strength, "threads": threads}


def baseline(game: str, games: int = 1000) -> dict:
    """Results of greedy against itself, in the form of the trainer's `evaluate`. Every game counts for all seats at
    once."""
    made = lg.make(game)
    counts, scores = np.zeros((made.players, 3), int), []
    envs = lg.vector.make(made, 64, opponents=None, autoreset="disabled", full_state=True, seed=10**6)
    for first in range(0, games, 64):
        envs.reset(seed=10**6 + first)
        going, ended = np.ones(64, bool), np.zeros((64, made.players))
        turn = 0
        while going.any():
            actions = np.maximum(envs.choose("greedy", seed=turn * 64 + first), 0)
            _, _, terminated, _, infos = envs.step(actions, going)
            over = going & terminated
            ended[over] = infos["rewards"][over]
            going, turn = going & ~terminated, turn + 1
        for slot, row in enumerate(ended[: games - first]):
            counts[np.arange(made.players), np.where(row > 0, 0, np.where(row == 0, 1, 2))] += 1
            scores.append(envs.state(slot).scores)
    own = np.array(scores, float)
    others = [np.delete(own, seat, axis=1).max(axis=1) for seat in range(made.players)]
    means = [[round(float(part.mean()), 2) for part in (own[:, seat], others[seat])] for seat in range(made.players)]
    return {"opponent": "greedy", "seats": counts.tolist(), "scores": means}


def points(run: dict) -> float:
    """The share that a run has won in its evaluation; draws count half."""
    counts = np.array([seat for entry in run["strength"] for seat in entry["seats"]], float)
    return float((counts @ (1, 0.5, 0)).sum() / counts.sum())


def command(run: dict, seeds: list[int], *more: object) -> str:
    """The command that makes runs like this one with these seeds."""
    words = ["--games", run["game"], "--opponents", run["opponents"], "--seeds", *seeds]
    words += ["--minutes", f"{run['minutes']:g}", *(["--steps", run["steps"]] if run["steps"] != STEPS else [])]
    words += ["--threads", run["threads"]]
    words += ["--network", run["network"]] if run.get("network") else []
    words += [f"--trainer={run['trainer']}"] if run.get("trainer") else []
    return shlex.join(map(str, ["script/train", *words, *more]))


def commands(runs: list[dict]) -> list[str]:
    """The commands that make all of these runs."""
    alike: dict[str, list[dict]] = {}
    for run in runs:
        alike.setdefault(command(run, [], "--evaluate", run["evaluate"], "--against", *run["against"]), []).append(run)
    lines = []
    for group in alike.values():
        evaluation = ["--evaluate", group[0]["evaluate"]] if group[0]["evaluate"] != EVALUATE else []
        evaluation += ["--against", *group[0]["against"]] if group[0]["against"] != AGAINST else []
        lines.append(command(group[0], list(dict.fromkeys(run["seed"] for run in group)), *evaluation))
    return lines


def export(runs: list[dict], work: Path) -> None:
    """Makes the network of the bot `net` of each game from its best run."""
    for name in dict.fromkeys(lg.make(run["game"]).name for run in runs):
        best = max((run for run in runs if lg.make(run["game"]).name == name), key=points)
        note = command(best, [best["seed"]], "--export")
        nets.main([str(folder_of(best, work)), "--command", note])


# ---- the page ----


def plot(made: lg.Game, runs: list[dict], path: Path) -> None:
    """Wins against decisions: the mean and the range of the seeds that have reached a number of decisions. In self-play
    every win is also a loss; its curves are shown only where there are no others."""
    runs = [run for run in runs if run["opponents"] != "self"] or runs
    groups = groups_of(made, runs)
    figure, axes = pyplot.subplots(figsize=(7, 4 + 0.2 * len(groups)), layout="constrained")
    for label, group in groups.items():
        curves = [np.array(run["curve"]) for run in group if len(run["curve"]) > 1]
        if not curves:
            continue
        steps = np.linspace(max(curve[0, 0] for curve in curves), max(curve[-1, 0] for curve in curves), 100)
        column = 2 if group[0]["opponents"] == "self" else 3
        smooth = [np.interp(steps, curve[:, 0], moving_mean(curve[:, column]), right=np.nan) for curve in curves]
        axes.fill_between(steps, np.nanmin(smooth, 0), np.nanmax(smooth, 0), alpha=0.2)
        label = label.replace("self", "self-play: mean outcome", 1) if column == 2 else f"wins against {label}"
        axes.plot(steps, np.nanmean(smooth, 0), label=f"{label}, {len(curves)} seed{'s' * (len(curves) > 1)}")
    axes.set(xlabel="decisions", title=made.type.title, ylim=(-0.05, 1.05))
    axes.grid(alpha=0.3)
    figure.legend(loc="outside lower center", fontsize="small")  # labels may be long
    figure.savefig(path, dpi=120)
    pyplot.close(figure)


def seats_of(game: str, opponents: str, network: str | None) -> list:
    """The learner's seats, with a run for each; networks that can become `net` play all of them."""
    made = lg.make(game)
    apart = made.name in ROLES and opponents != "self" and network not in nets.KINDS
    return list(range(made.players)) if apart else ["random"]


def trained_as(made: lg.Game, run: dict) -> str:
    """The opponents, the seat if there is only one, and the network and settings if they are not the default."""
    seat, network, trainer = (run.get(name, usual) for name, usual in USUAL.items())
    words = [run["opponents"]]
    words += [] if seat == "random" else [f"as {made.seats[seat]}"]
    words += [f"network of {network}"] if network else []
    words += [trainer] if trainer else []
    return ", ".join(words)


def groups_of(made: lg.Game, runs: list[dict]) -> dict[str, list[dict]]:
    """The runs that differ only in their seeds, by a description of their training; it names the limit of minutes or of
    decisions if groups differ only in that."""
    groups = {}
    for run in runs:
        groups.setdefault((trained_as(made, run), run["minutes"], run["steps"]), []).append(run)
    named = {}
    for (as_what, minutes, steps), group in groups.items():
        alike = [limits for other, *limits in groups if other == as_what]
        words = [f"{minutes:g} min"] if any(limits[0] != minutes for limits in alike) else []
        words += [f"{steps:,} decision{'s' * (steps != 1)}"] if any(limits[1] != steps for limits in alike) else []
        named[", ".join([as_what, *words])] = group
    return named


def moving_mean(values: np.ndarray, width: int = 9) -> np.ndarray:
    return np.array([values[max(0, i - width + 1) : i + 1].mean() for i in range(len(values))])


def share(wins: int, games: int) -> str:
    """With its interval, in one line of a table."""
    low, high = interval(wins, games)
    return f"{wins / games:.1%} ({100 * low:.1f} to {100 * high:.1f})".replace(" ", "\N{NO-BREAK SPACE}")


def rows_of(seats: list[str], label: str, entries: list[dict]) -> list[str]:
    """Results of one or several seeds against an opponent, a line for each seat: all games together, and seed by
    seed."""
    lines = []
    for seat, name in enumerate(seats):
        each = np.array([entry["seats"][seat] for entry in entries])
        if not each.any():
            continue
        wins, draws, losses = map(int, each.sum(axis=0))
        games = wins + draws + losses
        apart = "<br>".join(share(int(row[0]), int(row.sum())) for row in each) if len(each) > 1 else ""
        own, others = np.mean([entry["scores"][seat] for entry in entries], axis=0)
        lines.append(
            f"| {label} | {name} | {share(wins, games)} | {draws / games:.1%} | {losses / games:.1%} "
            f"| {own:.1f} : {others:.1f} | {apart} |"
        )
    return lines


def section(game: str, runs: list[dict], greedy: dict) -> list[str]:
    made = lg.make(game)
    lines = [f"## {game if game != made.name else made.type.title}", "", f"![Learning curves]({picture(game)})", ""]
    lines += ["| trained against | seeds | decisions | minutes | threads |", "|---|---|---|---|---|"]
    groups = groups_of(made, runs)
    for name, group in groups.items():
        each = [run["curve"][-1][:2] if run["curve"] else (0, 0.0) for run in group]
        seeds, steps = ", ".join(str(run["seed"]) for run in group), "; ".join(f"{steps:,}" for steps, _ in each)
        minutes = ", ".join(dict.fromkeys(f"{seconds / 60:.1f}" for _, seconds in each))
        threads = ", ".join(dict.fromkeys(str(run["threads"]) for run in group))
        lines.append(f"| {name} | {seeds} | {steps} | {minutes} | {threads} |")
    lines += ["", "| trained against | plays against | seat | wins | draws | losses | score | wins by seed |"]
    lines += ["|---|---|---|---|---|---|---|---|"]
    for name, group in groups.items():
        against = dict.fromkeys(entry["opponent"] for run in group for entry in run["strength"])
        for opponent in against:
            entries = [entry for run in group for entry in run["strength"] if entry["opponent"] == opponent]
            lines += rows_of(made.seats, f"{name} | {opponent}", entries)
    return [*lines, *rows_of(made.seats, "baseline: greedy itself | greedy", [greedy]), ""]


def picture(game: str) -> str:
    return "training-" + "".join(letter if letter.isalnum() else "-" for letter in game).strip("-") + ".png"


def write_page(out: Path, results: list[dict]) -> None:
    lines = [
        "# Training results",
        "",
        "Results of `script/train`, which runs `examples/training/ppo.py`, with the file's settings at the time,",
        "against the bots of that time. [The commands](#commands) are at the end. Wins are of the named seat, with the",
        "likeliest action each time: of all seeds together, and of each seed, which shows how much networks differ.",
        "The 95% intervals (Wilson's) take all games as independent and hold for these networks alone. Scores are means",
        "of the contest's scores, of the seat and of the best other player. The last lines of each table are the",
        "baseline: the results of `greedy` itself when all players are `greedy`.",
        "",
    ]
    for game in dict.fromkeys(run["game"] for run in results):
        runs = evaluated([run for run in results if run["game"] == game])
        plot(lg.make(game), runs, out / picture(game))
        lines += section(game, runs, runs[0]["baseline"])
    lines += ["## Commands", "", "They make these runs, or the missing ones, a seat each where there are roles.", ""]
    lines += ["```sh", *commands(results), "```", ""]
    beside = out / "training.md.new"
    beside.write_text("\n".join(lines))
    beside.replace(out / "training.md")


def parse_arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/train", description=__doc__.splitlines()[0])
    games = f"names or configurations (default: {' '.join(GAMES)})"
    parser.add_argument("--games", nargs="+", default=GAMES, help=games)
    parser.add_argument("--opponents", nargs="+", default=["greedy", "self"], help="(default: greedy self)")
    parser.add_argument("--seeds", nargs="+", type=whole(0, 2**31 - 1), default=[1, 2, 3], help="(default: 1 2 3)")
    parser.add_argument("--minutes", type=time_in("minutes"), default=10.0, help="training time of each run (default 10)")
    parser.add_argument("--steps", type=whole(1, 10**12), default=STEPS,
                        help="decisions in each run, if --minutes are not over before")  # fmt: skip
    parser.add_argument("--network", help="of ppo.py (default: the game's); `net` can be made of layers or columns")
    parser.add_argument("--trainer", default="", metavar="OPTIONS",
                        help='more options of ppo.py, such as --trainer="--device cuda --envs 512"')  # fmt: skip
    parser.add_argument("--threads", type=whole(1, 64), default=2, help="threads of each run (default 2)")
    parser.add_argument("--evaluate", type=whole(0, 10**7), default=EVALUATE, help="games against each player (default 1000)")
    parser.add_argument("--against", nargs="+", default=AGAINST, help=f"(default: {' '.join(AGAINST)})")
    parser.add_argument("--export", action="store_true", help="make the bot `net` of each game from its best run")
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks/results",
                        help="results, page and plots (default benchmarks/results)")  # fmt: skip
    parser.add_argument("--work", type=Path, default=ROOT / "runs/train", help="checkpoints (default runs/train)")
    options = parser.parse_args(words)
    if options.export and options.evaluate == 0:
        parser.error("--export: expected games of an evaluation, which determine the best run")
    try:
        for game in options.games:
            check(game, options)
    except ValueError as error:
        parser.error(str(error))
    return options


def settings(text: str) -> list[str]:
    """The words of --trainer. Raises ValueError."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise ValueError(f"--trainer: expected options as in a shell ({error})") from None


def check(game: str, options: argparse.Namespace) -> None:
    """Raises ValueError for errors that would otherwise appear only after hours."""
    made = lg.make(game)
    if made.players < 2:
        raise ValueError(f"{game}: expected a game with at least 2 seats")
    players = [player for player in options.opponents if player != "self"]
    for player in players + (options.against if options.evaluate else []):
        lg.Bot(player).in_seat(made, 0)
    trainer, words = nets.trainer_module(), ["--network", options.network] if options.network else []
    chosen = trainer.parse_arguments([game, *words, *settings(options.trainer)])
    parser, unsaid = trainer.make_parser(), object()
    parser.set_defaults(**dict.fromkeys(GIVEN, unsaid))
    said = vars(parser.parse_args([game, *settings(options.trainer)]))
    if given := [name for name in GIVEN if said[name] is not unsaid]:
        raise ValueError(f"--trainer: expected no --{given[0]}, which is given to the trainer for each run")
    try:
        trainer.NETWORKS[chosen.network](made, made.view(chosen.observation).space.shape)
        if options.export:
            nets.check(made, chosen.network, chosen.observation)
    except ValueError as error:
        raise ValueError(f"{'--export' if options.export else '--network'}: {game}: {error}") from error


def runs_of(options: argparse.Namespace) -> list[dict]:
    return [
        {"game": game, "opponents": opponents, "seed": seed, "steps": options.steps, "minutes": options.minutes,
         "seat": seat, "network": options.network, "trainer": options.trainer, "evaluate": options.evaluate,
         "against": options.against}
        for game in options.games for opponents in options.opponents for seed in options.seeds
        for seat in seats_of(game, opponents, options.network)
    ]  # fmt: skip


def train_all(wanted: list[dict], file: Lines[dict], options: argparse.Namespace) -> list[dict]:
    """Makes the missing runs, and the page after each. Returns all finished runs. Raises OSError, ValueError."""
    results, begin = different(file.results), time.perf_counter()
    for number, run in enumerate(wanted, 1):
        if key(run) in map(key, results):
            continue
        words = f"{run['game']} against {run['opponents']}, seed {run['seed']}, seat {run['seat']}"
        print(f"run {number} of {len(wanted)}: {words}", flush=True)
        finished = train(run, options.work, options.threads)
        known = [result["baseline"] for result in results if result["game"] == run["game"]]
        finished["baseline"] = known[0] if known else baseline(run["game"])
        file.add(json.dumps(finished) + "\n")
        results.append(finished)
        write_page(options.out, results)
        print(f"{time.perf_counter() - begin:.0f} s", flush=True)
    return results


def main() -> None:
    options = parse_arguments()
    wanted = runs_of(options)
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        file = read_results(options.out / "training.jsonl")
        try:
            results = train_all(wanted, file, options)
            write_page(options.out, results)
        finally:
            file.close()
    except (OSError, ValueError) as error:
        sys.exit(f"error: {error}")
    print(f"{options.out / 'training.md'}: {len(results)} run{'s' * (len(results) != 1)}", flush=True)
    if options.export:
        export([result for result in results if key(result) in map(key, wanted)], options.work)


def stop(number: int, _: object) -> None:
    """Ends the training that is under way as well."""
    sys.exit(128 + number)


if __name__ == "__main__":
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    main()
