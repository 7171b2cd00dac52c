"""Elo ratings from results, with error bars."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

_SCALE = 400 / math.log(10)  # Elo points for one unit of the logistic scale
_CONFIDENT = 1.96  # standard deviations on each side of 95% of a normal distribution


@dataclass(frozen=True)
class Rating:
    """Elo points, 0 being the average of all players, and half the width of a 95% interval."""

    elo: float
    error: float


def rate(players: int, results: Iterable[tuple[int, int, float]], weight: float = 1.0) -> list[Rating]:
    """The most likely ratings given results (player, opponent, points 0 ... 1 of the player).

    The model of Bradley and Terry, a draw counting as half a win and half a loss. Each player also has one draw with an
    average opponent, so that ratings stay finite for a player who has won everything. Each result counts as `weight`
    games, where several of them come from one game.
    """
    points = np.zeros((players, players))
    for player, opponent, score in results:
        points[player, opponent] += weight * score
        points[opponent, player] += weight * (1 - score)
    games = points + points.T
    strength = np.zeros(players)
    for _ in range(100):
        gradient, curvature = _slopes(strength, points, games)
        step = np.linalg.solve(curvature, gradient)
        strength += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    centre = np.eye(players) - 1 / players
    covariance = centre @ np.linalg.inv(_slopes(strength, points, games)[1]) @ centre.T
    errors = _CONFIDENT * np.sqrt(np.clip(np.diag(covariance), 0, None))
    elo = centre @ strength
    return [Rating(float(e) * _SCALE, float(d) * _SCALE) for e, d in zip(elo, errors, strict=True)]


def interval(groups: Iterable[Sequence[float]]) -> tuple[float, float]:
    """A 95% interval of the share of points that a player has in the long run, from its points 0 ... 1 in each game of
    groups whose games depend on each other, such as the same setup played from both seats.

    It rests on how much the groups differ, not on how much the games do (the ratio estimator of cluster samples), with
    one group more that was won and one that was lost, each of the average size: without these it would vanish where all
    groups are alike. Simulated with up to 200 groups, it holds the true share in at least 94.7% of cases.
    """
    sums = [(math.fsum(points), float(len(points))) for points in groups]
    size = sum(games for _, games in sums) / len(sums)
    sums += [(size, size), (0.0, size)]
    games = math.fsum(count for _, count in sums)
    share = math.fsum(points for points, _ in sums) / games
    squares = math.fsum((points - share * count) ** 2 for points, count in sums)
    half = _CONFIDENT * math.sqrt(squares * len(sums) / (len(sums) - 1)) / games
    return max(0.0, share - half), min(1.0, share + half)


def _slopes(strength: np.ndarray, points: np.ndarray, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The gradient of the log-likelihood, and its second derivatives with the opposite sign."""
    expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    alone = 1 / (1 + np.exp(-strength))
    weight = games * expected * (1 - expected)
    gradient = (points - games * expected).sum(axis=1) + 0.5 - alone
    curvature = np.diag(weight.sum(axis=1) + alone * (1 - alone)) - weight
    return gradient, curvature
