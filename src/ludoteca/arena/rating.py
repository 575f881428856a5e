"""Ratings: the Bradley–Terry–Luce model fitted to all games at once, on the scale of Elo.

A mind has a strength and a seat has an advantage; the chance that a seat wins is its share of the exponentials of
strength plus advantage. With two seats this is the Bradley–Terry model, with more the first stage of Plackett–Luce.
The games say who won, and nothing about the order of the others, so nothing is made up about them: every game counts
once. A win that k seats share counts 1/k for each of them: a draw is half a win. A game without a winner is left out.

Each mind has besides one imaginary draw against a mind of strength 0, and each seat the same. This prior keeps the
rating of a mind that lost, or won, all its games finite, and a hundred games outweigh it by far. The fit has one
optimum and depends on the games alone, never on their order.

An interval of 95 % holds the ratings that are not much less likely than the best one: from the optimum it goes along
the direction that the observed information gives, to where the logarithm of the density is 1.96²/2 lower. Where the
games decide, that is 1.96 standard errors to both sides; a mind that won nothing has a far longer interval downwards.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludoteca.arena.statistics import Z

ELO = 400 / math.log(10)
"""Points of rating for one unit of strength: 400 points more are odds of ten to one."""

PRIOR = 1.0
"""Imaginary draws of each mind, and of each seat, against strength 0."""

_STEPS = 200
_PRECISE = 1e-11
_ROOT_STEPS = 12
_Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game, or several with the same minds: the number of the mind at each seat, and the share of wins of each."""

    minds: tuple[int, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating, or the advantage of a seat, in points of Elo, with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """The rating of each mind and the advantage of each seat; both have the mean 0, unless a mind is the zero."""

    minds: tuple[Rating, ...]
    seats: tuple[Rating, ...]


def fit_ratings(
    minds: int, games: Sequence[RatedGame], seats: int = 2, prior: float = PRIOR, zero: int | None = None
) -> Ratings:
    """The ratings of so many minds after some games; `zero` is the mind whose rating is 0, by default their mean is.

    Without a prior, a mind must have won and lost.

    >>> even = [RatedGame((0, 1), (1.0, 0.0)), RatedGame((1, 0), (1.0, 0.0))] * 5
    >>> fit_ratings(2, even).minds[0]
    Rating(value=0.0, low=-221.7, high=221.7)
    >>> [seat.value for seat in fit_ratings(2, even).seats]
    [290.3, -290.3]
    """
    tables, shares = _summed(games, minds, seats)
    density = _Density(tables, shares, prior)
    found = density.optimum(minds + seats)
    covariance = np.linalg.pinv(density.information(found), hermitian=True).astype(np.float64)
    weights = np.full(minds, 1 / max(1, minds)) if zero is None else np.eye(minds)[zero]
    contrasts = np.zeros((minds + seats, minds + seats))
    contrasts[:minds, :minds] = np.eye(minds) - weights
    contrasts[minds:, minds:] = np.eye(seats) - 1 / seats
    rated = tuple(_rating(density, found, covariance, contrast) for contrast in contrasts)
    return Ratings(rated[:minds], rated[minds:])


def _summed(games: Sequence[RatedGame], minds: int, seats: int) -> tuple[NDArray[np.intp], _Floats]:
    """The games with the same minds at the same seats together, in an order of their own.

    A table holds the numbers of the parameters: the minds, then the seats.
    """
    gathered: dict[tuple[int, ...], list[tuple[float, ...]]] = {}
    for game in games:
        gathered.setdefault(game.minds, []).append(game.shares)
    order = sorted(gathered)
    tables = np.array(order, np.intp).reshape(len(order), seats)
    # Exact sums: thirds added up in another order would be another number.
    shares = [[math.fsum(column) for column in zip(*gathered[table], strict=True)] for table in order]
    places = np.broadcast_to(np.arange(minds, minds + seats), tables.shape)
    return np.stack([tables, places]), np.array(shares, np.float64).reshape(len(order), seats)


class _Density:
    """The logarithm of the posterior density of the parameters, and its derivatives; it is concave."""

    def __init__(self, tables: NDArray[np.intp], shares: _Floats, prior: float) -> None:
        self._tables = tables
        self._shares = shares
        self._games = shares.sum(axis=1, keepdims=True)
        self._prior = prior

    def optimum(self, size: int) -> _Floats:
        """The parameters of the highest density, by Newton's method."""
        found = np.zeros(size)
        value = self.value(found)
        for _ in range(_STEPS):
            step = np.linalg.pinv(self.information(found), hermitian=True) @ self._gradient(found)
            while (better := self.value(found + step)) < value - _PRECISE:
                step /= 2
            found, value = found + step, better
            if np.abs(step).max(initial=0.0) < _PRECISE:
                break
        return found

    def value(self, found: _Floats) -> float:
        strength = self._strength(found)
        chances = strength - np.log(np.exp(strength).sum(axis=1, keepdims=True))
        imaginary = -np.logaddexp(0, found) - np.logaddexp(0, -found)
        return float((self._shares * chances).sum() + self._prior / 2 * imaginary.sum())

    def _gradient(self, found: _Floats) -> _Floats:
        surprise = self._shares - self._games * self._chances(found)
        gradient = self._prior * (0.5 - 1 / (1 + np.exp(-found)))
        for places in self._tables:
            np.add.at(gradient, places, surprise)
        return gradient

    def information(self, found: _Floats) -> _Floats:
        """The observed information: minus the second derivatives."""
        chances = self._chances(found)
        own = chances[:, :, None] * np.eye(chances.shape[1])
        spread = self._games[:, :, None] * (own - chances[:, :, None] * chances[:, None, :])
        even = 1 / (1 + np.exp(-found))
        information = np.diag(self._prior * even * (1 - even))
        for one in self._tables:
            for other in self._tables:
                np.add.at(information, (one[:, :, None], other[:, None, :]), spread)
        return information

    def _chances(self, found: _Floats) -> _Floats:
        """The chance of each seat to win, for each table."""
        powers = np.exp(self._strength(found))
        chances: _Floats = powers / powers.sum(axis=1, keepdims=True)
        return chances

    def _strength(self, found: _Floats) -> _Floats:
        """The strength at each seat, relative to the greatest at the table, so that no exponential is too large."""
        strength = found[self._tables].sum(axis=0)
        relative: _Floats = strength - strength.max(axis=1, keepdims=True, initial=-np.inf)
        return relative


def _rating(density: _Density, found: _Floats, covariance: _Floats, contrast: _Floats) -> Rating:
    """A difference of parameters with its interval."""
    variance = float(contrast @ covariance @ contrast)
    value = float(contrast @ found)
    if variance <= _PRECISE:
        return Rating(_tenths(value), _tenths(value), _tenths(value))
    direction = covariance @ contrast / variance
    best = density.value(found)
    low, high = (value + _length(density, found, best, sign * direction, variance) * sign for sign in (-1, 1))
    return Rating(_tenths(value), _tenths(low), _tenths(high))


def _length(density: _Density, found: _Floats, best: float, direction: _Floats, variance: float) -> float:
    """How far the interval goes in a direction; the root of the fall of the density is almost a straight line."""
    length = Z * math.sqrt(variance)
    for _ in range(_ROOT_STEPS):
        fall = best - density.value(found + length * direction)
        length *= Z / math.sqrt(2 * max(fall, _PRECISE))
    return length


def _tenths(strength: float) -> float:
    """A strength in points, rounded; without a minus before a zero."""
    return round(ELO * strength, 1) + 0.0
