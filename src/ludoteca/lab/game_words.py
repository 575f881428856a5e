"""The moves and the end of a live game in words: each is worked out once, for everybody who looks at it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from ludoteca.core.game import Move, Position
from ludoteca.core.i18n import LANGUAGES, Message, say
from ludoteca.core.loading import GameFault


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of a score sheet: a category, and its points for each seat."""

    label: str
    points: list[float]


@dataclass(frozen=True, slots=True)
class MoveWords:
    """A move in a language: its name, and what it does."""

    name: str
    sentence: str


@dataclass(frozen=True, slots=True)
class EndWords:
    """A last position in a language: why the game is over, and the score sheet."""

    ending: str | None
    sheet: list[SheetRow]


_Said = TypeVar("_Said", Message, Message | None)


class GameWords:
    """The words of one game, in every language; those of a move that was undone are replaced by its successor's."""

    def __init__(self) -> None:
        self._moves: dict[int, tuple[Position, Move, Mapping[str, MoveWords]]] = {}
        self._end: tuple[Position, Mapping[str, EndWords]] | None = None

    def move(self, ply: int, position: Position, move: Move) -> Mapping[str, MoveWords]:
        """A move after so many others, by language."""
        known = self._moves.get(ply)
        if known is None or known[0] is not position or known[1] != move:
            known = self._moves[ply] = position, move, _move_words(position, move)
        return known[2]

    def end(self, position: Position) -> Mapping[str, EndWords]:
        """The last position, by language."""
        if self._end is None or self._end[0] is not position:
            self._end = position, _end_words(position)
        return self._end[1]


def _move_words(position: Position, move: Move) -> Mapping[str, MoveWords]:
    name = _said(lambda: position.game.move_name(position, move))
    sentence = _said(lambda: position.game.move_sentence(position, move))
    return {language: MoveWords(say(name, language), say(sentence, language)) for language in LANGUAGES}


def _end_words(position: Position) -> Mapping[str, EndWords]:
    game = position.game
    ending = None if position.turn is not None else _said(lambda: game.ending(position))
    try:
        rows = game.score_sheet(position)
    except GameFault as fault:
        ending, rows = fault.message, ()
    return {
        language: EndWords(
            None if ending is None else say(ending, language),
            [SheetRow(say(row.label, language), list(row.points)) for row in rows],
        )
        for language in LANGUAGES
    }


def _said(words: Callable[[], _Said]) -> _Said | Message:
    """A message of a game's author or, if it fails, the fault: words that fail do not end the game."""
    try:
        return words()
    except GameFault as fault:
        return fault.message
