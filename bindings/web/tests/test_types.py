"""The declarations of libgames.js, as the TypeScript compiler reads them."""

import shutil
import subprocess
from pathlib import Path

import libgames as lg
import tasks
from conftest import SITE

STRICT = ["--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--noPropertyAccessFromIndexSignature",
          "--target", "es2022", "--module", "es2022", "--moduleResolution", "node"]


def test_a_program_with_types_runs(tmp_path, page):
    """The compiler accepts it without messages, and all declared names exist."""
    assert shutil.which("tsc"), "expected the TypeScript compiler: apt-get install node-typescript"
    shutil.copy(tasks.ROOT / "bindings/web/libgames.d.ts", tmp_path)
    shutil.copy(Path(__file__).parent / "vocabulary.ts", tmp_path)
    done = subprocess.run(["tsc", *STRICT, "vocabulary.ts"], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    program = (tmp_path / "vocabulary.js").read_bytes()
    page.route(f"{SITE}/vocabulary.js", lambda route: route.fulfill(body=program, content_type="text/javascript"))
    rows = page.evaluate("import('/vocabulary.js').then(({run}) => run())")
    game, start = lg.make("snakecore", size=12, players=2), lg.make("alquerque").new()
    assert rows[0] == lg.__version__ and game.config in rows and start.key in rows and start.result in rows
    names = ("GameOver", "IllegalMove", "RangeError", "StateError", "TypeError", "UsageError")
    assert [row for row in rows if row in names] == ["TypeError", "TypeError", "IllegalMove", "StateError", "RangeError", "UsageError"]
