"""Random games on an NVIDIA GPU, played by the library's own rules: their C is compiled for the GPU as it is.

    python gpu_rollouts.py blockdrop
    python gpu_rollouts.py "snakecore(size=16)" --games 1_000_000
    python gpu_rollouts.py alquerque --compile-only

Each thread of the GPU plays a game, with the random numbers that Game.rollouts draws for the same seed. So the games must
be the same, which is checked: as many as --check says are played here as well. Start states are made here and copied.
Needs a clone, pip install '.[gpu]' in it (for drivers before 580 "cuda-core[cu12]" instead), and PyTorch with CUDA.
--compile-only needs neither PyTorch nor a GPU.
"""

import argparse
import re
import tempfile
import time
from pathlib import Path

import libgames as lg
import numpy as np
from cuda.core import Device, LaunchConfig, Linker, LinkerOptions, ObjectCode, Program, ProgramOptions, launch

ROOT = Path(__file__).resolve().parents[2]
# The files of a game that its rules are in; all that is drawn, parsed, searched and taught stays here.
FILES = {
    "alquerque": ("rules",),
    "amazes": ("rules", "discovery"),
    "blockdrop": ("rules",),
    "ontherun": ("rules", "inference", "joint"),
    "snakecore": ("rules", "state", "board"),
}
BLOCK = 64  # threads
# What the C files include of C's own library, as far as it is needed to compile them.
HEADERS = ("assert", "limits", "math", "stdarg", "stdbool", "stddef", "stdint", "stdio", "stdlib", "string")
PRELUDE = """#pragma once
typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long long int64_t;
typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned uint32_t;
typedef unsigned long long uint64_t, uintptr_t;
typedef unsigned long size_t;
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
# lg_rollout for one configuration; the functions are those that game.c gives the library.
KERNEL = """
static int select(const uint64_t *mask, int rank) {
    int word = 0;
    for (; rank >= lg_i_count(mask[word]); word++) rank -= lg_i_count(mask[word]);
    return 64 * word + lg_i_select(mask[word], rank);
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
    lg_rng rng = lg_rng_seed(seed + mine, 1); /* LG_ROLLOUT_STREAM */
    int64_t length = 0;
    for (int count; (count = %(legal)s(&game, state, mask)) > 0; length++)
        (void)%(apply)s(&game, state, select(mask, lg_rng_below(&rng, count)), state);
    lengths[mine] = length;
    %(outcome)s(&game, state, outcomes + mine * %(players)d);
    for (int i = 0; i < %(words)d; i++) states[mine * %(words)d + i] = state[i];
}
"""


def kernel_of(game: lg.Game) -> str:
    """The game's file with the kernel below it, in place of the table of all its functions."""
    text, table = (ROOT / "libgames/games" / game.name / "game.c").read_text().split("\nconst lg_game_type", 1)
    facts = {"players": game.players, "actions": game.num_actions, "state_size": game.state_size}
    facts |= {f"params[{number}]": value for number, value in enumerate(raw(game))}
    words = {name: re.search(rf"\.{name} = (\w+)", table)[1] for name in ("legal", "apply", "outcome")}
    words |= {"words": game.state_size // 8, "actions": game.num_actions, "players": game.players}
    words["facts"] = " ".join(f"game.{name} = {value};" for name, value in facts.items())
    return text + KERNEL % words


def raw(game: lg.Game) -> list[int]:
    """The parameters as C has them: words are their numbers."""
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


def play(game: lg.Game, program: ObjectCode, games: int, seed: int) -> tuple[np.ndarray, np.ndarray, float]:
    """Games from new(seed), new(seed + 1), ...: (outcomes [games, players], lengths, seconds on the GPU)."""
    import torch

    states = np.frombuffer(b"".join(bytes(game.new(seed + number)) for number in range(games)), np.int64)
    arrays = [
        torch.from_numpy(states.copy()).cuda(),
        torch.frombuffer(bytearray(game.shared_bytes or bytes(8)), dtype=torch.uint8).cuda(),
        torch.zeros(games, dtype=torch.int64, device="cuda"),
        torch.zeros((games, game.players), device="cuda"),
    ]
    begun, shared, lengths, outcomes = (array.data_ptr() for array in arrays)
    stream, kernel = Device().create_stream(), program.get_kernel("play")
    torch.cuda.synchronize()
    begin = time.perf_counter()
    config = LaunchConfig(grid=-(-games // BLOCK), block=BLOCK)
    launch(stream, config, kernel, begun, np.uint64(seed), np.int64(games), shared, lengths, outcomes)
    stream.sync()
    seconds = time.perf_counter() - begin
    return arrays[3].cpu().numpy(), arrays[2].cpu().numpy(), seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help=f"{', '.join(FILES)}, or a configuration such as 'snakecore(size=16)'")
    parser.add_argument("--games", type=int, default=2**16, help="(default 65536)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game, the next has the next (default 0)")
    parser.add_argument("--check", type=int, default=1000, help="games to play here as well (default 1000)")
    parser.add_argument("--compile-only", metavar="KIND", nargs="?", const="sm_90", help="of GPU (default sm_90)")
    options = parser.parse_args()
    try:
        game = lg.make(options.game)
    except ValueError as error:
        parser.error(str(error))
    if game.name not in FILES or game.parameters.get("actions") == "walk":
        parser.error(f"expected one of {', '.join(FILES)}, Amazes with actions=steps, not {game.config!r}")
    if not 1 <= options.check <= options.games:
        parser.error(f"expected 1 <= --check <= --games, not {options.check} and {options.games}")
    if not options.compile_only:
        device = Device()
        device.set_current()
    begin = time.perf_counter()
    program = build(game, options.compile_only or f"sm_{device.arch}")
    print(f"{game.config}: {len(program.code):,} bytes, compiled in {time.perf_counter() - begin:.1f} s")
    if options.compile_only:
        return
    play(game, program, options.check, options.seed)  # the first time takes longer
    outcomes, lengths, seconds = play(game, program, options.games, options.seed)
    begin = time.perf_counter()
    expected = game.rollouts(options.check, options.seed)
    here = expected[1].sum() / (time.perf_counter() - begin)
    there = lengths.sum() / seconds
    for name, mine, right in zip(("outcomes", "lengths"), (outcomes, lengths), expected, strict=True):
        if not np.array_equal(mine[: options.check], right):
            raise SystemExit(f"{name} differ from those of Game.rollouts")
    print(f"{options.games:,} games, the first {options.check:,} of them equal to Game.rollouts")
    print(f"{device.name}: {there:,.0f} decisions a second; one core: {here:,.0f}, start states included; {there / here:.1f} times")


if __name__ == "__main__":
    main()
