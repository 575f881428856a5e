"""The table in a language, as plain data: for the page of the lab and for the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ludoteca.arena.rating import Rating
from ludoteca.arena.school_table.cells import Cell, SchoolTable, colour_level, watch_command
from ludoteca.arena.school_table.reading import GameTable, GameToWatch
from ludoteca.arena.tournament.settings import without_digest
from ludoteca.core.game import seat_key
from ludoteca.core.i18n import full_stop, phrase, say
from ludoteca.core.mind import MindName
from ludoteca.games import load_game


@dataclass(frozen=True, slots=True)
class WatchView:
    """A game worth seeing: who played it, what came of it, and the command that plays it again."""

    sentence: str
    command: str


@dataclass(frozen=True, slots=True)
class CellView:
    """A school in a game. Without a rating, `reason` says why; `level` is its step on the scale of colours."""

    school: str
    game: str
    state: Literal["rated", "refused", "not_played"]
    reason: str | None = None
    rating: Rating | None = None
    level: int = 0
    is_best: bool = False
    mind: str | None = None
    games: int = 0
    forfeits: int = 0
    milliseconds: float | None = None
    knowledge: tuple[str, ...] = ()
    changed: bool = False
    watch: WatchView | None = None


@dataclass(frozen=True, slots=True)
class GameView:
    """A game of the table: its title, how many games were played, and the order of its schools."""

    name: str
    title: str
    games: int
    opening: int
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """The whole table: cells are in the order of the schools, and of the games within a school."""

    games: tuple[GameView, ...]
    schools: tuple[str, ...]
    cells: tuple[CellView, ...]

    def cell(self, school: str, game: str) -> CellView:
        """The cell of a school and a game."""
        return next(cell for cell in self.cells if (cell.school, cell.game) == (school, game))


def table_view(table: SchoolTable, language: str) -> TableView:
    """The table in a language."""
    games = tuple(_game_view(table, name, language) for name in table.games)
    best = {school: table.best_game(school) for school in table.schools}
    cells = tuple(
        _cell_view(table.cells[school, game], table.tables.get(game), best[school] == game, language)
        for school in table.schools
        for game in table.games
    )
    return TableView(games, table.schools, cells)


def _game_view(table: SchoolTable, name: str, language: str) -> GameView:
    played = table.tables.get(name)
    order = tuple(cell.school for cell in table.order(name))
    title = phrase(f"games.{name}.title", language)
    return GameView(name, title, 0 if played is None else played.games, 0 if played is None else played.opening, order)


def _cell_view(cell: Cell, table: GameTable | None, is_best: bool, language: str) -> CellView:
    files, rated = tuple(path.name for path in cell.files), cell.rated
    if rated is None or table is None:
        if cell.refusal is not None:
            return CellView(cell.school, cell.game, "refused", full_stop(say(cell.refusal, language)))
        reason = full_stop(phrase("arena.school_table.waiting", language))
        return CellView(cell.school, cell.game, "not_played", reason, knowledge=files)
    return CellView(
        school=cell.school,
        game=cell.game,
        state="rated",
        rating=rated.rating,
        level=colour_level(rated.rating),
        is_best=is_best,
        mind=without_digest(rated.mind),
        games=rated.games,
        forfeits=rated.forfeits,
        milliseconds=rated.milliseconds,
        knowledge=files,
        changed=cell.changed,
        watch=None if rated.watch is None else _watch_view(table, rated.watch, language),
    )


def _watch_view(table: GameTable, game: GameToWatch, language: str) -> WatchView:
    rules = load_game(table.game)
    players = tuple(
        phrase(
            "arena.school_table.player",
            language,
            seat=phrase(seat_key(rules, seat), language),
            school=MindName.read(mind).school,
            points=game.scores[seat],
        )
        for seat, mind in enumerate(game.minds)
    )
    share = game.result[game.seat]
    ending = "won" if share == 1.0 else "lost" if share == 0.0 else "shared"
    sentence = phrase(f"arena.school_table.{ending}", language, players=players, moves=game.moves)
    return WatchView(sentence, watch_command(table, game))
