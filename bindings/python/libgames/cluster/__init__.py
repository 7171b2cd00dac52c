"""The same work on one machine or on a thousand cores: random games, positions to search, self-play, tournaments.

    from libgames import cluster

    found = cluster.rollouts("alquerque", 10**9, cluster="auto", resume="games.json")
    print(found.mean_outcome(0), found.decisions)

With an address, work goes to the nodes of a Ray cluster (the extra `ray`); without one, to the processors of
this machine. The results are the same, whatever the number of nodes and cores, and whatever fails on the way. Several calls
share a connection:

    with cluster.connect("auto") as nodes:
        found = cluster.rollouts("alquerque", 10**9, cluster=nodes)
"""

from .analysis import analyse, tree_search
from .executors import ClusterError, Executor, Lacking, Local, Lost, Timed
from .games import Recipe, Recorded, has_programs, play_all
from .nodes import Cluster, Ray, connect
from .running import Done, Run, Stop, Task
from .sums import Statistics, rollouts, tally
from .training import self_play
from .workers import Decisions, DrawnGames, Positions, SearchedGames, Strength, evaluate

__all__ = [
    "Cluster",
    "ClusterError",
    "Decisions",
    "Done",
    "DrawnGames",
    "Executor",
    "Lacking",
    "Local",
    "Lost",
    "Positions",
    "Ray",
    "Recipe",
    "Recorded",
    "Run",
    "SearchedGames",
    "Statistics",
    "Stop",
    "Strength",
    "Task",
    "Timed",
    "analyse",
    "connect",
    "evaluate",
    "has_programs",
    "play_all",
    "rollouts",
    "self_play",
    "tally",
    "tree_search",
]
