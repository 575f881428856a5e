"""The results that ship: of each game the tournament of all schools that play it, one line of JSON a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ludoteca.arena.rating import RatedGame, Rating, Ratings, fit_ratings
from ludoteca.core.options import Value
from ludoteca.core.record import from_line, to_line
from ludoteca.core.resources import resource, version_of

FILE = Path(__file__).parent / "table.jsonl"


@dataclass(frozen=True, slots=True)
class GameToWatch:
    """A game that was played, as what is needed to play it again: the seed and the minds at the seats.

    `seat` is that of the school it is shown for.
    """

    seed: int
    minds: tuple[str, ...]
    seat: int
    scores: tuple[float, ...]
    result: tuple[float, ...]
    moves: int


@dataclass(frozen=True, slots=True)
class RatedSchool:
    """A school in one game: the mind that played, with its budget, and what came of it.

    `knowledge` is a digest of the files it plays by, if any. `milliseconds` is the median of the processor time of a
    move; None if it was not measured.
    """

    school: str
    mind: str
    rating: Rating
    games: int
    forfeits: int
    knowledge: str | None = None
    milliseconds: float | None = None
    watch: GameToWatch | None = None


@dataclass(frozen=True, slots=True)
class SeatedResults:
    """All games with the same minds at the same seats: their numbers, how many games, and the wins of each seat."""

    minds: tuple[int, ...]
    games: int
    wins: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class GameTable:
    """The tournament of a game: its settings, the schools in the order of their numbers, and all results."""

    game: str
    options: Mapping[str, Value]
    opening: int
    seed: int
    schools: tuple[RatedSchool, ...]
    results: tuple[SeatedResults, ...]

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(result.games for result in self.results)

    @property
    def order(self) -> tuple[RatedSchool, ...]:
        """The schools, the strongest first."""
        return tuple(sorted(self.schools, key=lambda one: -one.rating.value))

    def ratings(self) -> Ratings:
        """The ratings, fitted anew to the results."""
        seats = len(self.results[0].minds)
        games = [RatedGame(result.minds, result.wins) for result in self.results]
        return fit_ratings(len(self.schools), games, seats)


def read_tables(path: Path = FILE) -> dict[str, GameTable]:
    """The tables of all games that have been played, by name; none without a file."""
    return dict(_read(path, version_of(path))) if resource(path).is_file() else {}


@cache
def _read(path: Path, version: tuple[int, ...]) -> dict[str, GameTable]:
    found: list[GameTable] = [from_line(GameTable, line) for line in resource(path).read_bytes().splitlines()]
    return {table.game: table for table in found}


def write_table(table: GameTable, path: Path = FILE) -> None:
    """Put the table of a game into the file, in place of an earlier one."""
    tables = {**read_tables(path), table.game: table}
    text = "".join(f"{to_line(tables[name])}\n" for name in sorted(tables))
    path.write_text(text, encoding="utf-8")
