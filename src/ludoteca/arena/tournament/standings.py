"""The standings of a tournament: ratings, points, cross table, forfeits and cycles, all from the games alone."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from ludoteca.arena.rating import RatedGame, Rating, fit_ratings
from ludoteca.arena.statistics import mean_interval, score_interval
from ludoteca.arena.tournament.cycles import cycles
from ludoteca.arena.tournament.outcome import Outcome
from ludoteca.arena.tournament.schedule import Pairing
from ludoteca.core.game import margin
from ludoteca.core.i18n import Message
from ludoteca.core.record import to_line


@dataclass(frozen=True, slots=True)
class Row:
    """The games of one mind. `result` is the sum of its wins, with shares of shared ones, and `score` the mean.

    Points and margin are means of the games without a forfeit; all intervals are of 95 %.
    """

    mind: int
    rating: Rating
    games: int
    wins: int
    shared: int
    losses: int
    forfeits: int
    result: float
    score: float
    interval: tuple[float, float]
    points: float | None
    margin: float | None
    margin_interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Cell:
    """The games of two minds at the same table.

    `score` is the first one's share of the wins that fell to either of them, with its 95 % interval; margins are of
    games without a forfeit.
    """

    first: int
    second: int
    games: int
    wins: tuple[int, int]
    shared: int
    score: float | None
    interval: tuple[float, float]
    margin: float | None


@dataclass(frozen=True, slots=True)
class ForfeitCount:
    """How often a mind forfeited for a reason."""

    mind: int
    reason: Message
    games: int


@dataclass(frozen=True, slots=True)
class Standings:
    """A tournament as it stands: rows by rating, cells for pairs that met, the advantage of each seat.

    `unwon` are the games that nobody won, because all minds forfeited.
    """

    games: int
    unwon: int
    distinct: int
    rows: tuple[Row, ...]
    cells: tuple[Cell, ...]
    seats: tuple[Rating, ...]
    forfeits: tuple[ForfeitCount, ...]
    cycles: tuple[tuple[int, ...], ...]

    def row(self, mind: int) -> Row:
        """The row of a mind."""
        return next(row for row in self.rows if row.mind == mind)

    def cell(self, first: int, second: int) -> Cell | None:
        """The games of two minds, seen from the first; None if they have not met."""
        for cell in self.cells:
            if (cell.first, cell.second) == (first, second):
                return cell
            if (cell.first, cell.second) == (second, first):
                return _turned(cell)
        return None


def _turned(cell: Cell) -> Cell:
    return Cell(
        cell.second,
        cell.first,
        cell.games,
        (cell.wins[1], cell.wins[0]),
        cell.shared,
        None if cell.score is None else round(1 - cell.score, 4),
        (round(1 - cell.interval[1], 4), round(1 - cell.interval[0], 4)),
        None if cell.margin is None else -cell.margin,
    )


def standings(minds: int, seats: int, played: Sequence[tuple[Pairing, Outcome]]) -> Standings:
    """The standings after some games; their order does not matter."""
    games = sorted(played, key=lambda game: game[0].number)
    sums, pairs = [_Sums() for _ in range(minds)], dict[tuple[int, int], _PairSums]()
    for pairing, outcome in games:
        for seat, mind in enumerate(pairing.minds):
            sums[mind].add(pairing.seed, outcome, seat)
        for one, other in itertools.combinations(sorted(range(seats), key=lambda seat: pairing.minds[seat]), 2):
            pair = pairs.setdefault((pairing.minds[one], pairing.minds[other]), _PairSums())
            pair.add(pairing.seed, outcome, one, other)
    ratings = fit_ratings(minds, [RatedGame(pairing.minds, outcome.result) for pairing, outcome in games], seats)
    rows = [sums[mind].row(mind, ratings.minds[mind]) for mind in range(minds)]
    cells = tuple(pairs[pair].cell(*pair) for pair in sorted(pairs))
    beats = [(cell.first, cell.second) for cell in cells if cell.interval[0] > 0.5]
    beats += [(cell.second, cell.first) for cell in cells if cell.interval[1] < 0.5]
    return Standings(
        games=len(games),
        unwon=sum(not any(outcome.result) for _, outcome in games),
        distinct=len({(pairing.minds, outcome.line) for pairing, outcome in games}),
        rows=tuple(sorted(rows, key=lambda row: (-row.rating.value, -row.result, row.mind))),
        cells=cells,
        seats=ratings.seats,
        forfeits=_forfeits(games),
        cycles=tuple(cycles(beats)),
    )


def _forfeits(games: Sequence[tuple[Pairing, Outcome]]) -> tuple[ForfeitCount, ...]:
    """The forfeits by mind and reason."""
    reasons: dict[tuple[int, str], Message] = {}
    counts: Counter[tuple[int, str]] = Counter()
    for pairing, outcome in games:
        for forfeit in outcome.forfeits:
            cause = (pairing.minds[forfeit.seat], to_line(forfeit.reason))
            reasons[cause] = forfeit.reason
            counts[cause] += 1
    return tuple(ForfeitCount(mind, reasons[mind, line], counts[mind, line]) for mind, line in sorted(counts))


class _Sums:
    """The games of one mind, added up."""

    def __init__(self) -> None:
        self._results: list[float] = []
        self._scores: dict[int, list[float]] = {}  # the games of one opening together
        self._forfeits = 0
        self._points: list[float] = []
        self._margins: dict[int, list[float]] = {}

    def add(self, seed: int, outcome: Outcome, seat: int) -> None:
        self._results.append(outcome.result[seat])
        self._scores.setdefault(seed, []).append(outcome.result[seat])
        self._forfeits += any(forfeit.seat == seat for forfeit in outcome.forfeits)
        if not outcome.forfeits:
            self._points.append(outcome.scores[seat])
            self._margins.setdefault(seed, []).append(margin(outcome.scores, seat))

    def row(self, mind: int, rating: Rating) -> Row:
        games, total = len(self._results), math.fsum(self._results)
        wins, losses = self._results.count(1.0), self._results.count(0.0)
        groups = list(self._margins.values())
        return Row(
            mind=mind,
            rating=rating,
            games=games,
            wins=wins,
            shared=games - wins - losses,
            losses=losses,
            forfeits=self._forfeits,
            result=round(total, 4),
            score=round(total / max(1, games), 4),
            interval=score_interval(list(self._scores.values())),
            points=_mean(self._points),
            margin=_mean([value for group in groups for value in group]),
            margin_interval=mean_interval(groups),
        )


class _PairSums:
    """The games of two minds, added up."""

    def __init__(self) -> None:
        self._games = 0
        self._wins = [0, 0]
        self._shared = 0
        self._scores: dict[int, list[float]] = {}  # the games of one opening together
        self._margins: list[float] = []

    def add(self, seed: int, outcome: Outcome, one: int, other: int) -> None:
        first, second = outcome.result[one], outcome.result[other]
        self._games += 1
        self._wins[0] += first == 1.0
        self._wins[1] += second == 1.0
        self._shared += 0 < first < 1 or 0 < second < 1
        if first + second > 0:
            self._scores.setdefault(seed, []).append(first / (first + second))
        if not outcome.forfeits:
            self._margins.append(outcome.scores[one] - outcome.scores[other])

    def cell(self, first: int, second: int) -> Cell:
        scores = list(self._scores.values())
        return Cell(
            first=first,
            second=second,
            games=self._games,
            wins=(self._wins[0], self._wins[1]),
            shared=self._shared,
            score=_mean([score for group in scores for score in group]),
            interval=score_interval(scores),
            margin=_mean(self._margins),
        )


def _mean(values: Sequence[float]) -> float | None:
    return round(fmean(values), 4) + 0.0 if values else None
