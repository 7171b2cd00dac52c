"""Before there is a cluster."""

import time

import pytest
import ray
from libgames import cluster


def test_no_cluster(tmp_path, monkeypatch):
    """Neither one that runs nor, as a crash leaves it, the address of one that does not run any more."""
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    for address in ("auto", "127.0.0.1:1"):
        begin = time.monotonic()
        with pytest.raises(cluster.ClusterError, match="Could not find any running Ray|no Ray cluster answers there"):
            cluster.connect(address)
        assert time.monotonic() - begin < 20
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with pytest.raises(cluster.ClusterError, match=":1: no Ray cluster answers there"):
        cluster.connect("auto")
    assert not ray.is_initialized()
