"""Ray's nodes as an executor."""

from __future__ import annotations

import contextlib
import os
import socket
import time
import warnings
from collections.abc import Callable, Collection, Iterator
from typing import Any, Self

from .._errors import from_extra
from .._words import shown
from .executors import ClusterError, Executor, Local, Lost, Timed, timed

Cluster = str | Executor | None  #: the place of work: an address, the result of `connect`, or None for this machine

_REACHED = 10.0  # seconds for a connection
_LOOKED = 120.0  # seconds in which a node reports its contents: it may have to start a Python, and to fetch a folder
_ASKED = 1.0  # seconds between two looks at the nodes
_LAST = 5.0  # seconds in which calls that are not wanted any more may end


def connect(
    address: str | None = None, *, folder: str | os.PathLike[str] | None = None, jobs: int | None = None
) -> Ray | Local:
    """The place of work; a context that ends it.

    `address` is a Ray cluster's, "host:6379", "auto" for the one that this machine belongs to, or "local" to start Ray
    here; None is this machine without Ray, with `jobs` simultaneous calls. `folder` is sent to all nodes and is the
    current folder of the work there. Raises ClusterError with the problem of the address or of a node.
    """
    if address is None:
        return Local(jobs)
    if jobs is not None:
        raise ValueError("jobs: expected None with an address, since a cluster works on all its cores")
    return Ray(address, folder)


@contextlib.contextmanager
def using(cluster: Cluster) -> Iterator[Executor]:
    """The executor itself, or one for as long as this lasts."""
    if cluster is None or isinstance(cluster, str):
        with connect(cluster) as made:
            yield made
    elif not hasattr(cluster, "share"):
        raise TypeError(f"cluster: expected None, an address or what connect() returns, not {shown(cluster)}")
    else:
        yield cluster


def _looking() -> Callable[[], dict[str, str]]:
    """The contents of a node. A nested function is sent with its code, so a node without libgames answers too."""

    def look() -> dict[str, str]:
        import platform
        import sys

        facts = {"Python": platform.python_version().rpartition(".")[0], "byte order": sys.byteorder}
        try:
            import libgames
        except ImportError as error:
            return {**facts, "libgames": f"missing ({error})"}
        types = map(libgames.game_type, libgames.games())
        versions = [f"{one.name} {one.version}" for one in types if one.path is None]
        return {**facts, "libgames": libgames.__version__, "games": ", ".join(versions)}

    return look


def differences(theirs: dict[str, str], own: dict[str, str]) -> str:
    """In words, how a node differs from this machine; nothing where it does not."""
    return ", ".join(
        f"{name} is {theirs.get(name)}, here {value}" for name, value in own.items() if theirs.get(name) != value
    )


class Ray:
    """The nodes of a Ray cluster. Each call takes one core of the node that it was given to."""

    def __init__(self, address: str, folder: str | os.PathLike[str] | None = None) -> None:
        with from_extra("libgames.cluster", "ray"):
            import ray
            from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy
        self._ray: Any = ray
        self._on: Any = NodeAffinitySchedulingStrategy
        self._begun = not ray.is_initialized()
        if self._begun:
            self._init(address, folder)
        elif folder is not None:
            raise ClusterError("folder: Ray was started before, so it can't be sent to the nodes any more")
        self._call = ray.remote(timed)
        self._look: Any = ray.remote(_looking())
        self._own = _looking()()
        self._names: dict[str, str] = {}
        self._looks: dict[str, Any] = {}  # nodes that were queried for their contents
        self._fit: dict[str, bool] = {}
        self._alive: dict[str, int] = {}
        self._asked = 0.0
        self._cancelled: list[Any] = []
        try:
            self._wait_for_all()
        except BaseException:
            self.close()
            raise

    def _init(self, address: str, folder: str | os.PathLike[str] | None) -> None:
        environment = {} if folder is None else {"working_dir": os.fspath(folder)}
        try:
            if address == "auto":
                address = self._ray._private.services.canonicalize_bootstrap_address_or_die("auto")
            if address != "local":
                _reach(address)
            own = {"include_dashboard": False} if address == "local" else {}
            self._ray.init(address=address, runtime_env=environment, log_to_driver=False, logging_level="error", **own)
        except ClusterError:
            raise
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            raise ClusterError(f"{address}: {str(error).strip()}") from error

    # ---- nodes ----

    def _wait_for_all(self) -> None:
        """Every node must match this machine: a difference is an error to be fixed, not a reason to work elsewhere."""
        until = time.monotonic() + _LOOKED
        self._ask()
        while set(self._alive) - set(self._fit):
            if time.monotonic() > until:
                names = ", ".join(self.name(node) for node in self._alive if node not in self._fit)
                raise ClusterError(f"{names}: no answer within {_LOOKED:.0f} s")
            self._ray.wait(list(self._looks.values()), timeout=_ASKED)
            self._ask(raising=True)
        if not self._alive:
            raise ClusterError("the cluster has no node with a core")

    def _ask(self, raising: bool = False) -> None:
        """Looks at the nodes, and queries new ones."""
        nodes = [node for node in self._ray.nodes() if node["Alive"] and node["Resources"].get("CPU", 0) >= 1]
        self._alive = {node["NodeID"]: int(node["Resources"]["CPU"]) for node in nodes}
        self._names.update({node["NodeID"]: node["NodeManagerAddress"] for node in nodes})
        for node in self._alive:
            if node not in self._fit and node not in self._looks:
                self._looks[node] = self._look.options(num_cpus=0, scheduling_strategy=self._on(node, soft=False)).remote()
        for node in list(self._looks):
            if self._ray.wait([self._looks[node]], timeout=0)[0]:
                self._note(node, raising)
        self._asked = time.monotonic()

    def _note(self, node: str, raising: bool) -> None:
        try:
            problem = differences(self._ray.get(self._looks.pop(node)), self._own)
        except self._ray.exceptions.RuntimeEnvSetupError as error:
            problem = f"the folder could not be set up: {error}"
        except self._ray.exceptions.RayError:
            return  # it has died, or is queried again
        self._fit[node] = not problem
        if problem and raising:
            raise ClusterError(f"node {self.name(node)}: {problem}")
        if problem:
            warnings.warn(f"node {self.name(node)} is left out: {problem}", stacklevel=2)

    def nodes(self) -> dict[str, int]:
        if time.monotonic() - self._asked > _ASKED:
            self._ask()
        return {node: cores for node, cores in self._alive.items() if self._fit.get(node)}

    def name(self, node: str) -> str:
        return f"{self._names[node]} ({node[:6]})"

    # ---- calls ----

    def share(self, value: Any) -> Any:
        return self._ray.put(value)

    def submit(self, node: str, function: Callable[[Any, Any], Any], common: Any, item: Any) -> Any:
        options = self._call.options(num_cpus=1, max_retries=0, scheduling_strategy=self._on(node, soft=False))
        return options.remote(function, common, item)

    def wait(self, tickets: Collection[Any], seconds: float) -> Collection[Any]:
        waiting = list(tickets)
        first, _ = self._ray.wait(waiting, timeout=seconds, fetch_local=False)
        if not first:
            return []
        ended: list[Any] = self._ray.wait(waiting, num_returns=len(waiting), timeout=0, fetch_local=False)[0]
        return ended

    def result(self, ticket: Any) -> Timed:
        try:
            value: Timed = self._ray.get(ticket)
            return value
        except self._ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, self._ray.exceptions.RaySystemError):  # before the call: modules that are not there
                reason = str(error.cause).strip().rpartition("\n")[2]
                raise ClusterError(f"a node can't read what it is sent: {reason}; `folder` sends your modules") from error
            raise error.cause from error
        except self._ray.exceptions.RayError as error:
            raise Lost(str(error).strip().partition("\n")[0]) from error

    def cancel(self, ticket: Any) -> None:
        self._ray.cancel(ticket, force=False)
        waiting = [*self._cancelled, ticket]
        self._cancelled = self._ray.wait(waiting, num_returns=len(waiting), timeout=0, fetch_local=False)[1]

    def close(self) -> None:
        """Abandoned calls end by themselves, with the programs that they have started."""
        if self._cancelled:
            self._ray.wait(self._cancelled, num_returns=len(self._cancelled), timeout=_LAST, fetch_local=False)
        if self._begun:
            self._ray.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _reach(address: str) -> None:
    """Tests whether anything listens at this address: Ray itself would try for two minutes, and then end the
    process."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not host or not port.isdigit():
        raise ClusterError(f'expected the address of a Ray cluster, "host:6379", "auto" or "local", not {shown(address)}')
    try:
        socket.create_connection((host, int(port)), _REACHED).close()
    except (OSError, OverflowError) as error:
        raise ClusterError(f"{address}: no Ray cluster answers there: {error}") from error
