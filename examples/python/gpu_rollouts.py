"""Random games on an NVIDIA GPU, played by the library's own rules: their C is compiled unchanged for the GPU.

    python gpu_rollouts.py blockdrop
    python gpu_rollouts.py "snakecore(size=16)" --games 1_000_000
    python gpu_rollouts.py alquerque --compile-only

Each thread of the GPU plays a game, with the random numbers that State.rollout draws for the same seed, from a start
state that was made here. So the last states must be the same as from State.rollout, which is checked for the first
games (--check). Needs a clone, pip install '.[gpu]' in it (for drivers before 580 "cuda-core[cu12]" instead), and
PyTorch with CUDA. --compile-only needs neither PyTorch nor a GPU.
"""

import argparse
import re
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import libgames as lg
import numpy as np

try:
    from cuda.bindings import nvrtc
    from cuda.core import Device, LaunchConfig, Linker, LinkerOptions, ObjectCode, Program, ProgramOptions, launch
except ImportError as error:
    raise SystemExit(f"{error}: `{lg.install_command('gpu')}` installs it") from None

ROOT = Path(__file__).resolve().parents[2]
# The files that contain a game's rules. Text, pictures, observations and bots are not needed.
FILES = {
    "alquerque": ("rules",),
    "amazes": ("rules", "discovery"),
    "blockdrop": ("rules",),
    "ontherun": ("rules", "inference", "joint"),
    "snakecore": ("rules", "state", "board"),
}
BLOCK = 64  # threads
# The C library's headers that the C files include, as far as they are needed to compile them.
HEADERS = ("assert", "limits", "math", "stdarg", "stdbool", "stddef", "stdint", "stdio", "stdlib", "string")
PRELUDE = """#pragma once
typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long long int64_t;
typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned uint32_t;
typedef unsigned long long uint64_t, uintptr_t;
typedef decltype(sizeof 0) size_t;
typedef char *va_list;
#define INT32_MAX 0x7FFFFFFF
#define UINT32_MAX 0xFFFFFFFFu
#define INT64_MAX 0x7FFFFFFFFFFFFFFF
#define UINT64_MAX 0xFFFFFFFFFFFFFFFFu
#define NULL 0
#define offsetof(type, member) ((size_t)__INTADDR__(&((type *)0)->member))
extern "C" {
    size_t strlen(const char *text), strcspn(const char *text, const char *letters);
    char *strchr(const char *text, int letter);
    int strcmp(const char *a, const char *b);
    void *memchr(const void *memory, int byte, size_t size), *memmove(void *to, const void *from, size_t size);
}
static inline int memcmp(const void *a, const void *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        const int difference = ((const uint8_t *)a)[i] - ((const uint8_t *)b)[i];
        if (difference != 0) return difference;
    }
    return 0;
}
"""
# lg_rollout for one configuration, with the functions that game.c gives the library. `select` is lg_mask_select, which
# is in a file that is not compiled here; State.rollout uses stream 0 of the random numbers.
KERNEL = """
static int select(const uint64_t *mask, int rank) {
    int word = 0;
    for (; rank >= lg_i_bits_count(mask[word]); word++) rank -= lg_i_bits_count(mask[word]);
    return 64 * word + lg_i_bits_select(mask[word], rank);
}

extern "C" __global__ void play(uint64_t *states, uint64_t seed, int64_t games, const void *shared, int64_t *lengths,
                                float *outcomes) {
    const int64_t mine = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (mine >= games) return;
    lg_game game = {};
    %(facts)s
    game.shared = shared;
    uint64_t state[%(words)d], mask[LG_MASK_WORDS(%(actions)d)];
    for (int i = 0; i < %(words)d; i++) state[i] = states[mine * %(words)d + i];
    lg_rng rng = lg_rng_seed(seed + mine, 0);
    int64_t length = 0;
    for (int count; (count = %(legal)s(&game, state, mask)) > 0; length++)
        (void)%(apply)s(&game, state, select(mask, lg_rng_below(&rng, count)), state);
    lengths[mine] = length;
    %(outcome)s(&game, state, outcomes + mine * %(players)d);
    for (int i = 0; i < %(words)d; i++) states[mine * %(words)d + i] = state[i];
}
"""


def kernel_of(game: lg.Game) -> str:
    """The game's file with the kernel below it, in place of the tables of its functions."""
    source = (ROOT / "libgames/games" / game.name / "game.c").read_text()
    text, table = re.split(r"\n(?:static )?const lg_game_", source, maxsplit=1)
    facts = {"players": game.players, "actions": game.num_actions, "state_size": game.state_size}
    facts |= {f"params[{number}]": value for number, value in enumerate(raw(game))}
    words = {name: re.search(rf"\.{name} = (\w+)", table)[1] for name in ("legal", "apply", "outcome")}
    words |= {"words": game.state_size // 8, "actions": game.num_actions, "players": game.players}
    words["facts"] = " ".join(f"game.{name} = {value};" for name, value in facts.items())
    return text + KERNEL % words


def raw(game: lg.Game) -> list[int]:
    """The parameters as in C: words are their numbers."""
    values = [(kind.words, game.parameters[kind.name]) for kind in game.type.parameters]
    return [words.index(value) if words else int(value) for words, value in values]


def build(game: lg.Game, architecture: str) -> ObjectCode:
    """The program for GPUs of this kind, such as "sm_90"."""
    folder = ROOT / "libgames/games" / game.name
    sources = [(folder / f"{name}.c").read_text() for name in FILES[game.name]] + [kernel_of(game)]
    with tempfile.TemporaryDirectory() as headers:
        Path(headers, "prelude.h").write_text(PRELUDE)
        for name in HEADERS:
            Path(headers, f"{name}.h").write_text('#include "prelude.h"\n')
        options = ProgramOptions(
            arch=architecture,
            std="c++20",
            relocatable_device_code=True,
            link_time_optimization=True,
            device_as_default_execution_space=True,
            disable_warnings=True,
            include_path=[headers, str(folder), str(ROOT / "libgames"), str(ROOT / "libgames/include")],
        )
        parts = [Program(source, "c++", options).compile("ltoir") for source in sources]
    return Linker(*parts, options=LinkerOptions(arch=architecture, link_time_optimization=True)).link("cubin")


class Played(NamedTuple):
    """Games: of each its last state, a row of 64-bit words, the number of its decisions, and the outcome for each
    player."""

    states: np.ndarray
    lengths: np.ndarray
    outcomes: np.ndarray
    seconds: float  #: on the GPU


def play(game: lg.Game, program: ObjectCode, games: int, seed: int) -> Played:
    """Games from new(seed), new(seed + 1), ..."""
    import torch

    states = torch.from_numpy(new_states(game, games, seed)).cuda()
    shared = torch.frombuffer(bytearray(game.shared_bytes or bytes(8)), dtype=torch.uint8).cuda()
    lengths = torch.zeros(games, dtype=torch.int64, device="cuda")
    outcomes = torch.zeros((games, game.players), device="cuda")
    stream, kernel = Device().create_stream(), program.get_kernel("play")
    places = (array.data_ptr() for array in (shared, lengths, outcomes))
    torch.cuda.synchronize()
    begin = time.perf_counter()
    config = LaunchConfig(grid=-(-games // BLOCK), block=BLOCK)
    launch(stream, config, kernel, states.data_ptr(), np.uint64(seed), np.int64(games), *places)
    stream.sync()
    seconds = time.perf_counter() - begin
    return Played(states.cpu().numpy(), lengths.cpu().numpy(), outcomes.cpu().numpy(), seconds)


def new_states(game: lg.Game, games: int, seed: int) -> np.ndarray:
    data = bytearray().join(bytes(game.new(seed + number)) for number in range(games))
    return np.frombuffer(data, np.int64).reshape(games, -1)


def first_wrong(game: lg.Game, played: Played, seed: int, count: int) -> int | None:
    """The first of the games that differs from State.rollout with the same seed."""
    for number in range(count):
        last, length = game.new(seed + number).rollout(seed + number)
        same = (bytes(last), length) == (played.states[number].tobytes(), played.lengths[number])
        if not same or not np.array_equal(np.float32(last.outcome), played.outcomes[number]):
            return number
    return None


def speed_here(game: lg.Game) -> float:
    """Decisions a second of Game.rollouts on one core; it also makes the start states."""
    decisions, games, seconds = 0, 100, 0.0
    game.rollouts(games)
    while seconds < 1:
        begin = time.perf_counter()
        decisions += int(game.rollouts(games)[1].sum())
        seconds += time.perf_counter() - begin
    return decisions / seconds


def kind(text: str) -> str:
    known = [f"sm_{number}" for number in nvrtc.nvrtcGetSupportedArchs()[1]]
    if text not in known:
        raise argparse.ArgumentTypeError(f"expected one of {', '.join(known)}, not {text!r}")
    return text


def parse_arguments() -> tuple[argparse.Namespace, lg.Game]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help=f"{', '.join(FILES)}, or a configuration such as 'snakecore(size=16)'")
    parser.add_argument("--games", type=int, default=2**16, help="number of games (default 65536)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game (default 0); the others follow")
    parser.add_argument("--check", type=int, default=1000, help="number of games to compare (default 1000)")
    parser.add_argument("--compile-only", action="store_true", help="only compile, for GPUs of --kind")
    parser.add_argument("--kind", type=kind, default="sm_90", help="kind of GPU for --compile-only (default sm_90)")
    options = parser.parse_args()
    try:
        game = lg.make(options.game)
    except ValueError as error:
        parser.error(str(error))
    if game.parameters.get("actions") == "walk":
        parser.error(f"expected Amazes with actions=steps, not {game.config!r}")
    if not 1 <= options.check <= options.games <= 2**28:
        parser.error(f"expected 1 <= --check <= --games <= 2**28, not {options.check} and {options.games}")
    if not 0 <= options.seed <= 2**63:
        parser.error(f"expected 0 <= --seed <= 2**63, not {options.seed}")
    return options, game


def the_gpu() -> Device:
    """Raises SystemExit where there is none that can be used."""
    try:
        import torch

        if not torch.cuda.is_available():
            raise RuntimeError(f"PyTorch {torch.__version__} finds none")
        device = Device()
        device.set_current()
    except (ImportError, RuntimeError) as error:
        raise SystemExit(f"expected an NVIDIA GPU and PyTorch with CUDA, or --compile-only ({error})") from None
    return device


def main() -> None:
    options, game = parse_arguments()
    device = None if options.compile_only else the_gpu()
    begin = time.perf_counter()
    program = build(game, f"sm_{device.arch}" if device else options.kind)
    print(f"{game.config}: {len(program.code):,} bytes, compiled in {time.perf_counter() - begin:.1f} s")
    if device is None:
        return
    play(game, program, options.check, options.seed)  # the first time takes longer
    played = play(game, program, options.games, options.seed)
    wrong = first_wrong(game, played, options.seed, options.check)
    if wrong is not None:
        raise SystemExit(f"game {wrong} differs from State.rollout")
    there, here = played.lengths.sum() / played.seconds, speed_here(game)
    print(f"{options.games:,} games; the first {options.check:,} of them agree with State.rollout")
    print(f"{device.name}: {there:,.0f} decisions a second, {there / here:.1f} times as many as one core here")


if __name__ == "__main__":
    main()
