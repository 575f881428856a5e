"""The words of a live game: each is worked out once, and words that fail do not end the game."""

from __future__ import annotations

from ludoteca.core.claim_text import claim_sentence
from ludoteca.core.game import Move, Position, ScoreRow
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.loading import GameFault
from ludoteca.games.azul import Azul
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


class TestClaims:
    def test_the_moves_of_a_line_and_the_reply_go_by_their_names(self) -> None:
        start = Kalah({}).start(0)
        line = Message("minds.compare.line", {"line": ("3", "1", "4", "…")})
        assert claim_sentence(start, "3", line, "es") == "juego esperado: hoyo 3 · hoyo 1 · hoyo 4 · …"
        extra = quoted(Message("games.kalah.event.extra_turn", {"seat": "games.kalah.seat.north"}))
        allows = Message("minds.compare.allows", {"reply": "3", "event": extra})
        assert claim_sentence(start, "1", allows, "en").startswith("allows the reply pit 3: ")

    def test_what_chance_decides_is_not_told(self) -> None:
        start = Azul({"players": 2}).start(1)
        position, line = start, list[str]()
        while position.chance == start.chance:  # to the end of the round
            line.append(position.moves[0].text)
            position = position.after(position.moves[0])
        line.append(position.moves[0].text)
        *_, last, beyond = claim_sentence(start, line[0], Message("minds.line", {"line": tuple(line)}), "en").split(
            " · "
        )
        assert last.startswith("take "), "the last move of the round"
        assert beyond == line[-1]
