"""The speed of the module for pages, compared with the native library in the same run.

    python web.py FOLDER [seconds]

FOLDER contains libgames.wasm, from a build with -Dweb=enabled. Random games in C (game.rollouts), in the library of the
Python package, and in the module in Chromium, which Playwright starts; and the same from JavaScript, a call a
decision. Each row for this many seconds (default 1) in each of five rounds, in turns, after one round to warm up; the
best round counts. One thread.
"""

import shutil
import sys
import time
from pathlib import Path

import libgames as lg
from playwright.sync_api import sync_playwright

ROUNDS = 5
FACE = Path(__file__).parents[1] / "bindings/web/libgames.js"
SITE = "http://libgames.test"

WORK = """async ([name, seconds, byCalls]) => {
    const { load } = await import("/libgames.js");
    globalThis.lg ??= await load();
    const game = lg.make(name), begin = performance.now();
    const inC = () => game.rollouts(100, 3).lengths.reduce((a, b) => a + b);
    const calls = () => {
        let decisions = 0;
        for (let seed = 0; seed < 10; seed++) {
            for (let state = game.new(seed); ; decisions++) {
                const legal = state.legalActions;
                if (legal.length === 0) break;
                state = state.apply(legal[Math.floor(Math.random() * legal.length)]);
            }
        }
        return decisions;
    };
    let units = 0;
    while (units === 0 || performance.now() - begin < 1000 * seconds) units += byCalls ? calls() : inC();
    return 1000 * units / (performance.now() - begin);
}"""


def native(name: str, seconds: float) -> float:
    """Decisions a second."""
    game, units, begin = lg.make(name), 0, time.perf_counter()
    while (elapsed := time.perf_counter() - begin) < seconds or units == 0:
        units += int(game.rollouts(100, 3)[1].sum())
    return units / elapsed


def main(folder: str, seconds: float = 1.0) -> None:
    module = Path(folder, "libgames.wasm")
    files = {"libgames.js": (FACE, "text/javascript"), "libgames.wasm": (module, "application/wasm")}

    def answer(route):
        path, kind = files.get(route.request.url.removeprefix(SITE + "/"), (None, "text/html"))
        route.fulfill(body="" if path is None else path.read_bytes(), content_type=kind)

    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page()
        page.route(SITE + "/**", answer)
        page.goto(SITE + "/")
        print(f"libgames {lg.__version__}, Chromium {browser.version}, one thread, "
              f"best of {ROUNDS} rounds of {seconds:g} s\n")
        print(f"| {'random play':<42} | {'per second':<12} | {'of native':>9} |\n|{'-' * 44}|{'-' * 14}|{'-' * 10}:|")
        for name in lg.games():
            rows = {
                "native, in C": lambda: native(name, seconds),
                "WebAssembly, in C": lambda: page.evaluate(WORK, [name, seconds, False]),
                "WebAssembly, a call a decision": lambda: page.evaluate(WORK, [name, seconds, True]),
            }
            rounds = [{what: work() for what, work in rows.items()} for _ in range(ROUNDS + 1)][1:]
            best = {what: max(one[what] for one in rounds) for what in rows}
            for what, rate in best.items():
                share = rate / best["native, in C"]
                print(f"| {name + ': ' + what:<42} | {rate * 1e-6:>10.3f} M | {share:>9.2f} |", flush=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1], *map(float, sys.argv[2:]))
