"""The settings of a match, its pairings, and its results in figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from ludoteca.arena.game_runner import DEFAULT_LIMIT
from ludoteca.arena.statistics import mean_interval, score_interval
from ludoteca.core.game import margin
from ludoteca.core.options import Value
from ludoteca.core.record import Record, Result
from ludoteca.core.seeds import derive


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a match; the same settings are the same match, so that it can go on where it stopped."""

    game: str
    options: Mapping[str, Value]
    minds: tuple[str, ...]
    games: int
    opening: int = 4
    time: float = DEFAULT_LIMIT
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of a match: its number, its seed, and which mind sits at each seat."""

    number: int
    seed: int
    minds: tuple[int, ...]

    @property
    def file(self) -> str:
        return f"game-{self.number + 1:05}.jsonl"


def pairings(settings: Settings) -> list[Pairing]:
    """The games of a match: each seed is played once for every rotation of the minds around the seats.

    >>> [pairing.minds for pairing in pairings(Settings("kalah", {}, ("random", "greedy"), 3))]
    [(0, 1), (1, 0), (0, 1)]
    """
    seats = len(settings.minds)
    games = []
    for number in range(settings.games):
        group, turn = divmod(number, seats)
        minds = tuple((seat + turn) % seats for seat in range(seats))
        games.append(Pairing(number, derive(settings.seed, "pair", group), minds))
    return games


@dataclass(frozen=True, slots=True)
class Figures:
    """A match in figures: for each mind its wins, forfeits, mean result and points; the rest for the first mind.

    `interval` is that of its score, the share of points with a draw as half a win; all intervals are of 95 %.
    """

    minds: tuple[str, ...]
    games: int
    planned: int
    distinct: int
    wins: tuple[int, ...]
    draws: int
    forfeits: tuple[int, ...]
    results: tuple[float, ...]
    points: tuple[float, ...]
    score: float
    interval: tuple[float, float]
    margin: float
    margin_interval: tuple[float, float] | None


def _mean(groups: Sequence[Sequence[float]]) -> float:
    values = [value for group in groups for value in group]
    return round(fmean(values), 4) if values else 0.0


@dataclass(slots=True)
class MatchResults:
    """The games played so far, and their figures from the first mind's point of view."""

    settings: Settings
    records: dict[int, Record] = field(default_factory=dict)

    def add(self, pairing: Pairing, record: Record) -> None:
        self.records[pairing.number] = record

    def figures(self) -> Figures:
        played = [pairing for pairing in pairings(self.settings) if pairing.number in self.records]
        scores = self._grouped(played, lambda result: result.result, lambda points, seat: points[seat])
        margins = self._grouped(played, lambda result: result.scores, margin)
        return Figures(
            minds=self.settings.minds,
            games=len(played),
            planned=self.settings.games,
            distinct=len({record.line for record in self.records.values()}),
            wins=self._wins(played),
            draws=sum(self._result(pairing).winner is None for pairing in played),
            forfeits=self._forfeits(played),
            results=self._means(played, lambda result: result.result),
            points=self._means(played, lambda result: result.scores),
            score=_mean(scores),
            interval=score_interval(scores),
            margin=_mean(margins),
            margin_interval=mean_interval(margins),
        )

    def _result(self, pairing: Pairing) -> Result:
        result = self.records[pairing.number].result
        assert result is not None
        return result

    def _wins(self, played: Sequence[Pairing]) -> tuple[int, ...]:
        wins = [0] * len(self.settings.minds)
        for pairing in played:
            result = self._result(pairing)
            if result.winner is not None:
                wins[pairing.minds[result.result.index(1.0)]] += 1
        return tuple(wins)

    def _forfeits(self, played: Sequence[Pairing]) -> tuple[int, ...]:
        forfeits = [0] * len(self.settings.minds)
        for pairing in played:
            record = self.records[pairing.number]
            if record.result is not None and record.result.forfeit is not None:
                forfeits[pairing.minds[record.header.seats.index(record.result.forfeit.seat)]] += 1
        return tuple(forfeits)

    def _means(self, played: Sequence[Pairing], of: Callable[[Result], Sequence[float]]) -> tuple[float, ...]:
        """The mean of each mind."""
        minds = range(len(self.settings.minds))
        return tuple(
            _mean([[of(self._result(pairing))[pairing.minds.index(mind)] for pairing in played]]) for mind in minds
        )

    def _grouped(
        self,
        played: Sequence[Pairing],
        points: Callable[[Result], Sequence[float]],
        value: Callable[[Sequence[float], int], float],
    ) -> list[list[float]]:
        """The first mind's value in each game, the games of one seed together."""
        groups: dict[int, list[float]] = {}
        for pairing in played:
            seat = pairing.minds.index(0)
            groups.setdefault(pairing.seed, []).append(value(points(self._result(pairing)), seat))
        return list(groups.values())
