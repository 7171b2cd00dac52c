"""The spike of docs/another-language.md: the library in Lua, made of the shared interface and one file of typemaps."""

from checks import Check
from tools import BUILD, ROOT, empty_folder, everything, must, run

LUA = ROOT / "bindings/lua"
MOST_LINES = 150


def lua():
    """Plays every game with the same choices as examples/c/any_game.c."""
    folder = empty_folder(BUILD / "lua")
    include, flags = ROOT / "libgames/include", must("pkg-config", "--cflags", "lua5.4").split()
    must("swig", "-lua", "-w314", "-module", "libgames", "-DSWIGWORDSIZE64", "-I" + str(LUA), "-I" + str(include),
         "-o", folder / "libgames_wrap.c", ROOT / "bindings/libgames.i")
    must("cc", "-shared", "-fPIC", "-I", include, *flags, folder / "libgames_wrap.c",
         everything("games:static_library", "any_game") / "libgames/libgames.a", "-pthread", "-lm",
         "-o", folder / "libgames.so")
    environment = {"LUA_CPATH": f"{folder}/?.so"}
    for game in ("alquerque", "amazes(turns=20)", "blockdrop", "ontherun", "snakecore"):
        status, output = run("lua5.4", LUA / "any_game.lua", game, 7, env=environment)
        expected = must(BUILD / "release/examples/c/any_game", game, 7)
        yield Check(f"a game of {game} in Lua is that in C", status == 0 and output == expected, output[-2000:])
    status, output = run("lua5.4", LUA / "any_game.lua", "chess", env=environment)
    yield Check("Lua refuses a game that there is not", status == 2 and "grammar" in output, output)
    lines = sum(len(path.read_text().splitlines()) for path in LUA.iterdir())
    yield Check(f"it takes at most {MOST_LINES} lines", 0 < lines <= MOST_LINES, f"{lines}")
