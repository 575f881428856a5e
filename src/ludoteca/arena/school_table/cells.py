"""The cells of the table: a school in a game is rated, refused with the school's own reason, or not played yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ludoteca.arena.rating import Rating
from ludoteca.arena.school_table.making import knowledge_digest
from ludoteca.arena.school_table.reading import GameTable, GameToWatch, RatedSchool, read_tables
from ludoteca.arena.tournament.settings import without_digest
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import Message
from ludoteca.core.plugins import EXTRA, plugins
from ludoteca.games import all_games, by_weight, load_game
from ludoteca.minds.schools import all_schools
from ludoteca.minds.shared.knowledge import KnowledgeMind

_BOUNDS = (75, 200, 400)  # points of Elo at which the next colour begins


def table_games() -> list[Game]:
    """The games of the table: all that ship and need no optional package, the simplest first."""
    known = plugins("games")
    return [
        game
        for game in by_weight(all_games())
        if known[game.name].shipped and not (known[game.name].folder / EXTRA).is_file()
    ]


def table_schools() -> list[str]:
    """The schools of the table: all that ship and play at least one of its games by themselves."""
    known, games = plugins("minds"), table_games()
    return [
        name
        for name, kind in all_schools().items()
        if known[name].shipped and not kind.at_terminal and any(_refusal(name, game) is None for game in games)
    ]


def _refusal(school: str, game: Game) -> Message | None:
    """Why a school cannot play a game; a program that this machine lacks is no reason."""
    kind = all_schools()[school]
    refusal = kind.with_defaults().refuses(game)
    return None if refusal == kind.missing() else refusal


@dataclass(frozen=True, slots=True)
class Cell:
    """A school in a game: what it reached there, or why it cannot play; with neither it has not been played yet.

    `files` are the knowledge files that it plays by and that ship. `changed` says that they are not those any more that
    it was rated with.
    """

    school: str
    game: str
    rated: RatedSchool | None = None
    refusal: Message | None = None
    files: tuple[Path, ...] = ()
    changed: bool = False


class SchoolTable:
    """All schools in all games; `cells` are by school and game."""

    def __init__(self, tables: Mapping[str, GameTable]) -> None:
        self.tables = tables
        games = table_games()
        self.games = tuple(game.name for game in games)  # the simplest first
        self.cells = {
            (name, game.name): _cell(name, game, tables.get(game.name)) for name in table_schools() for game in games
        }

    @classmethod
    def shipped(cls) -> SchoolTable:
        """The table with the results that ship."""
        return cls(read_tables())

    @cached_property
    def schools(self) -> tuple[str, ...]:
        """The schools, the one with the highest mean of its ratings first; those without a rating last."""
        names = dict.fromkeys(cell.school for cell in self.cells.values())

        def mean(school: str) -> tuple[bool, float]:
            values = [rated.rating.value for rated in self._ratings(school).values()]
            return not values, -sum(values) / max(1, len(values))

        return tuple(sorted(names, key=mean))

    def _ratings(self, school: str) -> dict[str, RatedSchool]:
        """What a school reached, by game."""
        found = ((game, self.cells[school, game].rated) for game in self.games)
        return {game: rated for game, rated in found if rated is not None}

    def order(self, game: str) -> list[Cell]:
        """The schools that are rated in a game, the strongest first, then those that have not been played yet."""
        cells = [self.cells[school, game] for school in self.schools]
        rated = [cell for cell in cells if cell.rated is not None]
        waiting = [cell for cell in cells if cell.rated is None and cell.refusal is None]
        return sorted(rated, key=lambda cell: -cell.rated.rating.value if cell.rated else 0.0) + waiting

    def best_game(self, school: str) -> str | None:
        """The game in which a school is furthest above the mean of those that play it; None without a rating."""
        ratings = self._ratings(school)
        return max(ratings, key=lambda game: ratings[game].rating.value, default=None)


def colour_level(rating: Rating) -> int:
    """The step of a rating on the scale of colours, from -3 to 3; 0 is near the mean of those that play the game.

    >>> [colour_level(Rating(value, value - 50, value + 50)) for value in (-600.0, -90.0, 10.0, 250.0)]
    [-3, -1, 0, 2]
    """
    steps = sum(abs(rating.value) >= bound for bound in _BOUNDS)
    return steps if rating.value > 0 else -steps


def watch_command(table: GameTable, game: GameToWatch) -> str:
    """The command that plays a game again in the terminal, with all reasons."""
    defaults = load_game(table.game).values
    options = [f"--set {name}={value}" for name, value in table.options.items() if value != defaults[name]]
    opening = [f"--opening {table.opening}"] if table.opening else []
    minds = map(without_digest, game.minds)
    return " ".join(["ludoteca watch", table.game, *minds, *options, f"--seed {game.seed}", *opening, "--why"])


def _cell(school: str, game: Game, table: GameTable | None) -> Cell:
    rated = next((one for one in table.schools if one.school == school), None) if table is not None else None
    refusal = _refusal(school, game)
    files = () if refusal is not None else knowledge_paths(school, game)
    changed = rated is not None and bool(files) and _has_changed(rated, game)
    return Cell(school, game.name, rated, refusal if rated is None else None, files, changed)


def _has_changed(rated: RatedSchool, game: Game) -> bool:
    """Whether a school plays by other files now than those that it was rated with."""
    try:
        return knowledge_digest(rated.mind, game) != rated.knowledge
    except BadInput:  # this machine lacks its program
        return False


def knowledge_paths(school: str, game: Game) -> tuple[Path, ...]:
    """The shipped files that a school plays a game by, that of the first seat first; raises `BadInput`."""
    kind = all_schools()[school]
    if not issubclass(kind, KnowledgeMind):
        return ()
    mind = kind.with_defaults()
    return tuple(dict.fromkeys(mind.path(game, seat) for seat in range(len(game.seats))))
