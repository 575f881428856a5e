"""The words of a live game: each is worked out once, and words that fail do not end the game."""

from __future__ import annotations

from ludoteca.core.game import Move, Position, ScoreRow
from ludoteca.core.i18n import Message
from ludoteca.core.loading import GameFault
from ludoteca.games.kalah import Kalah
from ludoteca.lab.game_words import GameWords


def test_a_move_is_put_into_words_once_until_another_takes_its_place() -> None:
    words, start = GameWords(), Kalah({}).start(0)
    first, second = start.moves[:2]
    told = words.move(0, start, first)
    assert told["en"].name == "pit 1"
    assert told["es"].sentence == "Siembra 4 semillas desde el hoyo 1."
    assert words.move(0, start, first) is told
    assert words.move(0, start, second)["en"].name == "pit 2"
    again = Kalah({}).start(0)
    assert words.move(0, again, second) == words.move(0, start, second)


def test_the_end_is_put_into_words_once() -> None:
    words, start = GameWords(), Kalah({"pits": 1, "seeds": 1}).start(0)
    assert words.end(start)["en"].ending is None, "it is not over"
    over = start.after(start.moves[0])
    told = words.end(over)
    assert words.end(over) is told
    assert told["es"].ending is not None
    assert told["es"].ending.startswith("Una fila quedó vacía")
    assert [(row.label, row.points) for row in told["es"].sheet] == [("semillas en el almacén", [1, 1])]


class Speechless(Kalah):
    """A game whose author's words fail."""

    def move_name(self, position: Position, move: Move) -> Message:
        raise GameFault("core.game_fault.no_moves", game="odd", position="name")

    def score_sheet(self, position: Position) -> tuple[ScoreRow, ...]:
        raise GameFault("core.game_fault.no_moves", game="odd", position="sheet")


def test_words_that_fail_are_told_as_a_fault() -> None:
    words, start = GameWords(), Speechless({}).start(0)
    told = words.move(0, start, start.moves[0])["en"]
    assert "has no legal move, in name" in told.name
    assert told.sentence == "Sows 4 seeds from pit 1."
    end = words.end(start)["en"]
    assert end.ending is not None
    assert "has no legal move, in sheet" in end.ending
    assert end.sheet == []
