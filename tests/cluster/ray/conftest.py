"""A cluster of several nodes on this machine, each a separate raylet, which can be killed."""

import pytest
from libgames import cluster
from ray.cluster_utils import Cluster


def started(attempts=3):
    """Ray gives a node 30 s to start, which on a busy machine can be too short."""
    made = Cluster()
    try:
        made.add_node(num_cpus=0, include_dashboard=False)
        for _ in range(2):
            made.add_node(num_cpus=1)
    except Exception:
        made.shutdown()
        if attempts == 1:
            raise
        return started(attempts - 1)
    return made


@pytest.fixture(scope="session")
def machines():
    """A head without work, and two nodes of one core."""
    made = started()
    yield made
    made.shutdown()


@pytest.fixture(scope="session")
def nodes(machines):
    with cluster.connect(machines.address) as connected:
        yield connected
