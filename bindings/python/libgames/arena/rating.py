"""Elo ratings from results, with error bars."""

from __future__ import annotations

import math
from collections.abc import Iterable
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
    average opponent, so that ratings stay finite where somebody has won everything. Each result counts as `weight` games,
    where several of them come from one game.
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


def interval(points: float, games: int) -> tuple[float, float]:
    """Wilson's 95% interval of the share of points that a player has in the long run, from its points in these games."""
    share, spread = points / games, _CONFIDENT**2 / games
    middle = share + spread / 2
    half = math.sqrt(spread * (share * (1 - share) + spread / 4))
    return (middle - half) / (1 + spread), (middle + half) / (1 + spread)


def _slopes(strength: np.ndarray, points: np.ndarray, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The gradient of the log-likelihood, and its second derivatives with the opposite sign."""
    expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    alone = 1 / (1 + np.exp(-strength))
    weight = games * expected * (1 - expected)
    gradient = (points - games * expected).sum(axis=1) + 0.5 - alone
    curvature = np.diag(weight.sum(axis=1) + alone * (1 - alone)) - weight
    return gradient, curvature
