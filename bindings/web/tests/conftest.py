"""The module in a separate runtime and in a browser, and the native library."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import libgames as lg
import pytest
import standalone
import tasks

sys.path.append(str(tasks.ROOT / "tests/python"))
import chromium
from shared import *  # noqa: F403  (fixtures)

# The folder where Meson has built libgames.wasm, with Connect four in it.
BUILT = Path(os.environ.get("LIBGAMES_WEB") or tasks.ROOT / "build-auto/web/bindings/web")
MODULE = BUILT / "libgames.wasm"
FILES = {"libgames.js": tasks.ROOT / "bindings/web/libgames.js", "libgames.wasm": MODULE,
         "tasks.js": Path(__file__).parent / "tasks.js"}
TYPES = {".js": "text/javascript", ".wasm": "application/wasm"}
SITE = "http://libgames.test"  # answered by the tests: there is no network


@pytest.fixture(scope="session")
def wasm():
    return standalone.Library(MODULE)


@pytest.fixture(scope="session")
def connect_four():
    """The native game that the module contains in addition to the library's own."""
    return lg.load(BUILT.parents[1] / "examples/games/connect_four.so")


@pytest.fixture(scope="session")
def xxh64(tmp_path_factory):
    """lg_hash of bytes."""
    library = tmp_path_factory.mktemp("hash") / "hash.so"
    source = '#include <libgames/hash.h>\nuint64_t hash(const void *bytes, size_t size) { return lg_hash(bytes, size); }\n'
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-xc", "-", f"-I{lg.get_include()}", "-o", library], check=True,
                   input=source.encode())
    function = ctypes.CDLL(str(library)).hash
    function.restype, function.argtypes = ctypes.c_uint64, [ctypes.c_char_p, ctypes.c_size_t]
    return lambda data: function(data, len(data))


def answer(route):
    name = route.request.url.removeprefix(SITE + "/")
    if name in FILES:
        route.fulfill(body=FILES[name].read_bytes(), content_type=TYPES[FILES[name].suffix])
    elif name == "":
        route.fulfill(body="<!doctype html><title>test</title>", content_type="text/html")
    else:
        route.fulfill(status=404, body="")


@pytest.fixture(scope="session")
def browser():
    """One for all files, since a process can contain only one."""
    with chromium.started("--js-flags=--expose-gc") as browser:
        yield browser


@pytest.fixture(scope="session")
def page(browser):
    """A page with the module as `libgames`, a library as `lg`, and the tasks."""
    page = browser.new_context().new_page()
    page.set_default_timeout(300_000)
    page.route(SITE + "/**", answer)
    page.goto(SITE + "/")
    page.add_script_tag(url=SITE + "/tasks.js")
    page.evaluate("""async () => {
        globalThis.libgames = await import("/libgames.js");
        globalThis.lg = await libgames.load();
    }""")
    return page
