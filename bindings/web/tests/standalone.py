"""libgames.wasm in a runtime without JavaScript: the same calls as in the Python package, as far as tests need them."""

import ctypes
import json
import struct

import numpy as np
import wasmtime

OK = 0
DTYPES = {"uint8": np.uint8, "int16": np.int16, "int32": np.int32}
OPTIONS = ("simulations", "nodes", "policy", "full", "depth", "solver", "exploration", "rollout", "cutoff", "samples",
           "greedy_prior", "opponent_model", "noise", "noise_alpha", "considered", "visit_scale", "value_scale")
WORDS = {"policy": ("uct", "puct", "gumbel"), "rollout": ("random", "greedy"), "full": ("keep", "drop", "stop")}


class Refused(Exception):
    """A status other than OK."""


def checked(status):
    if status != OK:
        raise Refused(status)


class Library:
    """The module, and places in its memory for arguments and results."""

    def __init__(self, path):
        self.store = wasmtime.Store()
        module = wasmtime.Module(self.store.engine, path.read_bytes())
        kind = wasmtime.FuncType([wasmtime.ValType.i32()], [wasmtime.ValType.i32()])
        stop = wasmtime.Func(self.store, kind, lambda found: 0)
        self.exports = wasmtime.Instance(self.store, module, [stop]).exports(self.store)
        self.memory = self.exports["memory"]
        self.text, self.shared, self.out, self.small = (self.call("malloc", size) for size in (1 << 20,) * 3 + (4096,))
        facts = json.loads(self.read_text("lg_web_library"))
        self.types = {entry["name"]: entry for entry in facts["games"]}

    def call(self, name, *arguments):
        return self.exports[name](self.store, *arguments)

    def write(self, at, data):
        self.memory.write(self.store, data, at)
        return at

    def read(self, at, size):
        return bytes(self.memory.read(self.store, at, at + size))

    def numbers(self, at, form):
        return struct.unpack("<" + form, self.read(at, struct.calcsize("<" + form)))

    def put(self, text):
        data = text.encode()
        return self.write(self.text, data), len(data)

    def read_text(self, name, *arguments):
        checked(self.call(name, *arguments, self.out, 1 << 20, self.small))
        return self.read(self.out, self.numbers(self.small, "I")[0]).decode()

    def constant(self, at):
        if at == 0:
            return None
        start = ctypes.addressof(self.memory.data_ptr(self.store).contents) + at
        return ctypes.string_at(start).decode()

    def make(self, config, shared=None):
        return Game(self, config, shared)


class Game:
    def __init__(self, library, config, shared=None):
        self.library = library
        text = library.put(config)
        given = (0, 0) if shared is None else (library.write(library.shared, shared.encode()), len(shared.encode()))
        checked(library.call("lg_web_make", *text, *given, library.small, library.small + 8))
        (self.at,) = library.numbers(library.small, "I")
        facts = json.loads(library.read_text("lg_web_describe", self.at))
        self.players, self.num_actions = facts["players"], facts["actions"]
        self.num_symmetries, self.size = facts["symmetries"], facts["size"]
        self.spaces = facts["spaces"]
        self.before, self.after = library.call("malloc", self.size), library.call("malloc", self.size)
        self.mask = library.call("malloc", 8192)

    def made(self, name, *arguments, error=False):
        """The state that a function writes."""
        library = self.library
        checked(library.call(name, self.at, *arguments, self.after, *([library.small + 8] if error else [])))
        return State(self, library.read(self.after, self.size))

    def new(self, seed=0):
        return self.made("lg_game_new", ctypes.c_int64(seed).value)

    def parse(self, text):
        return self.made("lg_game_state_parse", *self.library.put(text), error=True)

    def search(self, options, seed, state):
        """A search from a state, run to its end."""
        library = self.library
        numbers = [options.get(name, float("nan")) for name in OPTIONS]
        numbers = [WORDS[name].index(value) if name in WORDS and value in WORDS[name] else -1 if value is None else value
                   for name, value in zip(OPTIONS, numbers, strict=True)]
        library.write(library.text, struct.pack(f"<{len(numbers)}d", *numbers))
        checked(library.call("lg_web_search", self.at, library.text, seed, library.small))
        memory, search = library.numbers(library.small, "II")
        checked(library.call("lg_search_begin", search, state.loaded()))
        checked(library.call("lg_web_search_run", search, 2**31 - 1, 0))
        found = Found(self, search)
        library.call("free", memory)
        return found


class Found:
    """A search's results at its root."""

    def __init__(self, game, search):
        library, actions, players = game.library, game.num_actions, game.players
        sizes = [8 * actions, 4 * actions * players, 4 * actions, 4 * actions, actions]
        places = [library.out + sum(sizes[:i]) for i in range(len(sizes))]
        checked(library.call("lg_web_search_root", search, *places))
        kinds = [np.int64, np.float32, np.float32, np.float32, np.uint8]
        parts = [np.frombuffer(library.read(at, size), kind) for at, size, kind in zip(places, sizes, kinds, strict=True)]
        self.visits, self.values, self.priors, self.policy, self.proven = parts
        checked(library.call("lg_web_search_statistics", search, players, library.out))
        self.statistics = library.numbers(library.out, f"{9 + players}d")
        length = library.call("lg_search_line", search, library.out, 1024)
        self.pv = library.numbers(library.out, f"{length}i")
        checked(library.call("lg_search_best", search, library.small))
        (self.best,) = library.numbers(library.small, "i")


class State:
    def __init__(self, game, data):
        self.game = game
        self.data = data

    def __eq__(self, other):
        return self.data == other.data

    def loaded(self):
        return self.game.library.write(self.game.before, self.data)

    def ask(self, name, *arguments):
        return self.game.library.call(name, self.game.at, self.loaded(), *arguments)

    def text(self, name, *arguments):
        return self.game.library.read_text(name, self.game.at, self.loaded(), *arguments)

    def apply(self, action):
        if isinstance(action, str):
            return self.game.made("lg_game_play", self.loaded(), *self.game.library.put(action), error=True)
        return self.game.made("lg_game_apply", self.loaded(), action)

    @property
    def player(self):
        player = self.ask("lg_game_player")
        return None if player < 0 else player

    @property
    def legal_actions(self):
        self.ask("lg_game_legal", self.game.mask)
        words = self.game.library.read(self.game.mask, (self.game.num_actions + 63) // 64 * 8)
        return tuple(np.flatnonzero(np.unpackbits(np.frombuffer(words, np.uint8), bitorder="little")).tolist())

    def numbers(self, name, form):
        library = self.game.library
        checked(self.ask(name, library.small))
        return library.numbers(library.small, form * self.game.players)

    scores = property(lambda self: self.numbers("lg_game_scores", "i"))
    points = property(lambda self: self.numbers("lg_game_points", "i"))
    outcome = property(lambda self: self.numbers("lg_game_outcome", "f"))
    result = property(lambda self: self.game.library.constant(self.ask("lg_game_result")))
    in_move = property(lambda self: bool(self.ask("lg_game_in_move")))
    key = property(lambda self: self.ask("lg_game_hash") % 2**64)
    prompt = property(lambda self: self.text("lg_game_prompt"))
    input_help = property(lambda self: self.text("lg_game_input_help"))

    def message(self, player):
        return self.text("lg_game_message", player)

    def news(self, player):
        return self.text("lg_game_news", player)

    def board_for(self, viewer):
        return self.text("lg_game_board", -1 if viewer is None else viewer, 0)

    def draw(self, viewer=None, *, legal=False):
        return self.text("lg_web_draw", -1 if viewer is None else viewer, 0, 0, 0, int(legal), 0, 0, 0)

    def explain(self, action):
        return self.game.library.constant(self.ask("lg_game_explain", action))

    def information_key(self, player):
        library = self.game.library
        checked(self.ask("lg_game_information_key", player, library.small))
        return library.numbers(library.small, "Q")[0]

    def observation(self, player, which):
        space, library = self.game.spaces[which], self.game.library
        size = int(np.prod(space["shape"])) * np.dtype(DTYPES[space["dtype"]]).itemsize
        checked(self.ask("lg_game_observe", player, which, library.out, size))
        return np.frombuffer(library.read(library.out, size), DTYPES[space["dtype"]])

    def resample(self, player, seed):
        return self.game.made("lg_web_resample", self.loaded(), player, seed)

    def reseed(self, seed):
        return self.game.made("lg_web_reseed", self.loaded(), seed)

    def symmetry(self, symmetry):
        library = self.game.library
        checked(library.call("lg_game_symmetry_state", self.game.at, symmetry, self.loaded(), self.game.after))
        return State(self.game, library.read(self.game.after, self.game.size))

    def rollout(self, seed):
        checked(self.ask("lg_web_rollout", 2**62, seed, self.game.after, self.game.library.small))
        return State(self.game, self.game.library.read(self.game.after, self.game.size)), None

    def choose(self, player, seed):
        library = self.game.library
        checked(library.call("lg_bot_configure", self.game.at, *library.put(player), library.out, library.small))
        checked(library.call("lg_web_choose", self.game.at, library.out, self.loaded(), seed, 0, library.small))
        return library.numbers(library.small, "i")[0]

    def __str__(self):
        return self.text("lg_game_state_print")
