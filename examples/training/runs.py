"""The common part of the tools in this folder: a folder for one training, which can be interrupted and resumed."""

import argparse
import fcntl
import io
import math
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, Self

import torch


def integer(least: int, most: int = 2**31 - 1) -> Callable[[str], int]:
    """For argparse: integers in least ... most."""

    def number(text: str) -> int:
        digits = text.replace("_", "")
        if not digits.isdecimal() or not least <= int(digits) <= most:
            raise argparse.ArgumentTypeError(f"expected an integer in {least} ... {most}, not {text!r}")
        return int(digits)

    return number


def amount(text: str, most: float = math.inf) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number <= most:
        raise argparse.ArgumentTypeError(f"expected a number in 0 ... {most:g}, not {text!r}")
    return number


def device(text: str) -> torch.device:
    try:
        torch.zeros(1, device=text).item()
    except (RuntimeError, AssertionError, ImportError):
        raise argparse.ArgumentTypeError(f"expected cpu, or a device that PyTorch has here, not {text!r}") from None
    return torch.device(text)


def add_usual(parser: argparse.ArgumentParser, threads: int, folder: str) -> None:
    """The options of every tool."""
    parser.add_argument("--threads", type=integer(1, 64), default=threads, help=f"(default {threads})")
    parser.add_argument("--device", type=device, default="cpu", help="where the network is, such as cuda (default cpu)")
    parser.add_argument("--seed", type=integer(0), default=1)
    parser.add_argument("--out", type=Path, default=Path(folder), help=f"folder of results (default {folder})")
    begin = parser.add_mutually_exclusive_group()
    begin.add_argument("--resume", action="store_true", help="continue from the checkpoint in the folder")
    begin.add_argument("--anew", action="store_true", help="replace the training in the folder, if there is one")


def replace(path: Path, data: bytes) -> None:
    """Writes a new file and then puts it in place of the old one, so the file is always complete."""
    beside = path.with_suffix(".new")
    beside.write_bytes(data)
    beside.replace(path)


class Stop:
    """Ctrl-C and SIGTERM within this context: `signal` is the signal's number, and work continues to a point where it
    can be saved. Work within breaking() can be repeated later, so it is interrupted; a second signal interrupts all."""

    signal = 0

    def __enter__(self) -> Self:
        self.breakable, self.other = False, {}
        for number in (signal.SIGINT, signal.SIGTERM):
            self.other[number] = signal.signal(number, self.come)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self.other.items():
            signal.signal(number, handler)

    def come(self, number: int, _: object) -> None:
        again, self.signal = self.signal, number
        if again or self.breakable:
            raise KeyboardInterrupt

    @contextmanager
    def breaking(self) -> Iterator[None]:
        self.breakable = True
        try:
            yield
        except KeyboardInterrupt:
            pass
        finally:
            self.breakable = False


@contextmanager
def alone_in(folder: Path, resume: bool) -> Iterator[None]:
    """The folder of this training, locked against others. Raises OSError, ValueError."""
    if not resume:
        folder.mkdir(parents=True, exist_ok=True)
    lock = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(f"{folder}: another training is using it") from None
        yield
    finally:
        os.close(lock)


def pickling(places: list[ModuleType]) -> ModuleType:
    """A module like pickle that also reads objects that these modules saved when they ran as __main__."""
    names = {"__main__", "__mp_main__", *(Path(place.__file__).stem for place in places)}

    class Unpickler(pickle.Unpickler):
        def find_class(self, module: str, name: str) -> Any:
            found = [vars(place)[name] for place in places if name in vars(place)] if module in names else []
            return found[0] if found else super().find_class(module, name)

    made = ModuleType("pickling")
    vars(made).update(vars(pickle), Unpickler=Unpickler)
    return made


class Trainer:
    """The state in a checkpoint. The other base class of a tool's trainer does the learning."""

    PROGRAM: str
    FREE: tuple[str, ...]  # options that may change when a training is resumed; the others are part of it
    options: argparse.Namespace

    def save(self, path: Path) -> None:
        data = io.BytesIO()  # PyTorch itself does not survive a full disk
        random = torch.get_rng_state(), torch.cuda.get_rng_state_all()
        torch.save({"trainer": self, "random": random}, data)
        replace(path, data.getvalue())

    @classmethod
    def read(cls, path: Path, device: torch.device | str = "cpu") -> tuple[Self, tuple]:
        """A saved trainer, and PyTorch's random numbers. Load only your own checkpoints: like every pickle, a file from
        elsewhere could run anything. Raises OSError and ValueError."""
        places = [sys.modules[base.__module__] for base in cls.__mro__[:-1]]
        try:
            checkpoint = torch.load(path, map_location=device, weights_only=False, pickle_module=pickling(places))
            trainer, chance = checkpoint["trainer"], checkpoint["random"]
            if not isinstance(trainer, cls):
                raise TypeError(f"not {type(trainer).__name__}")
            return trainer, chance if isinstance(chance, tuple) else (chance, ())  # AlphaZero's was one at first
        except OSError:
            raise
        except Exception as error:  # a damaged pickle may raise anything
            raise ValueError(f"{path}: expected a checkpoint of {cls.PROGRAM} ({error})") from error

    @classmethod
    def load(cls, path: Path, options: argparse.Namespace) -> Self:
        """The saved trainer. Raises OSError, and ValueError if it is from another training."""
        trainer, chance = cls.read(path, options.device)
        begun = vars(trainer.options)
        if begun.keys() != vars(options).keys():
            raise ValueError(f"{path}: expected a checkpoint of this {cls.PROGRAM}, with its options")
        for name, value in begun.items():
            if name not in cls.FREE and value != getattr(options, name):
                raise ValueError(f"{name}: this training has {value!r}, not {getattr(options, name)!r}")
        torch.set_rng_state(chance[0].cpu())
        if len(chance[1]) == torch.cuda.device_count():
            torch.cuda.set_rng_state_all([state.cpu() for state in chance[1]])
        trainer.options = options
        return trainer

    @classmethod
    @contextmanager
    def at_work(cls, options: argparse.Namespace) -> Iterator[Self]:
        """Begins or resumes a training, alone in its folder. Raises OSError, ValueError."""
        checkpoint = options.out / "checkpoint.pt"
        if checkpoint.exists() and not options.resume and not options.anew:
            raise ValueError(f"{checkpoint}: there is a training; --resume continues it, --anew replaces it")
        begun = None if options.resume else cls(options)
        with alone_in(options.out, options.resume):
            yield begun or cls.load(checkpoint, options)
