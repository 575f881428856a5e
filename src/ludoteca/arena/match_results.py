"""The settings of a match, its pairings, and its results in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from ludoteca.arena.game_runner import DEFAULT_LIMIT
from ludoteca.arena.statistics import mean_interval, score_interval
from ludoteca.core.game import margin
from ludoteca.core.i18n import Message
from ludoteca.core.options import Value
from ludoteca.core.record import Record
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


class MatchResults:
    """The games played so far as running sums: records are added one by one and not kept.

    `numbers` are those of the games; `forfeits` are the minds that lost one by a fault, with the reason and the game,
    in order.
    """

    def __init__(self, settings: Settings, finished: Mapping[int, Record]) -> None:
        minds = len(settings.minds)
        self.settings = settings
        self.numbers: set[int] = set()
        self.forfeits: list[tuple[int, Message, Pairing]] = []
        self._lines: set[tuple[str, ...]] = set()
        self._wins = [0] * minds
        self._results = [0.0] * minds
        self._points = [0.0] * minds
        self._scores: dict[int, list[float]] = {}  # of the first mind, the games of one seed together
        self._margins: dict[int, list[float]] = {}
        self._figures: Figures | None = None
        for pairing in pairings(settings):
            if pairing.number in finished:
                self.add(pairing, finished[pairing.number])

    def add(self, pairing: Pairing, record: Record) -> None:
        """Add a finished game."""
        result = record.result
        assert result is not None
        self._figures = None
        self.numbers.add(pairing.number)
        self._lines.add(record.line)
        if result.winner is not None:
            self._wins[pairing.minds[result.result.index(1.0)]] += 1
        if result.forfeit is not None:
            seat = record.header.seats.index(result.forfeit.seat)
            self.forfeits.append((pairing.minds[seat], result.forfeit.reason, pairing))
        for seat, mind in enumerate(pairing.minds):
            self._results[mind] += result.result[seat]
            self._points[mind] += result.scores[seat]
        first = pairing.minds.index(0)
        self._scores.setdefault(pairing.seed, []).append(result.result[first])
        self._margins.setdefault(pairing.seed, []).append(margin(result.scores, first))

    def figures(self) -> Figures:
        """The figures of these games; computed once until a game is added."""
        if self._figures is None:
            self._figures = self._computed()
        return self._figures

    def _computed(self) -> Figures:
        games, minds = len(self.numbers), range(len(self.settings.minds))
        scores, margins = list(self._scores.values()), list(self._margins.values())
        forfeits = Counter(mind for mind, _, _ in self.forfeits)
        return Figures(
            minds=self.settings.minds,
            games=games,
            planned=self.settings.games,
            distinct=len(self._lines),
            wins=tuple(self._wins),
            draws=games - sum(self._wins),
            forfeits=tuple(forfeits[mind] for mind in minds),
            results=tuple(round(total / max(1, games), 4) for total in self._results),
            points=tuple(round(total / max(1, games), 4) for total in self._points),
            score=_mean(scores),
            interval=score_interval(scores),
            margin=_mean(margins),
            margin_interval=mean_interval(margins),
        )


def _mean(groups: Sequence[Sequence[float]]) -> float:
    values = [value for group in groups for value in group]
    return round(fmean(values), 4) if values else 0.0
