"""Moves and facts of Queens and blocks, and the end of a game, in words."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.core.game import Fact, Move, Position, seat_key
from ludoteca.core.i18n import Message, sentence, sentences
from ludoteca.games.queens.facts import PUT_WORDS, SEATS, cell_name
from ludoteca.games.queens.rules import BLACK, PASS, THIRD, WHITE, cell_at, kind_of, max_queens, target_of, winner
from ludoteca.rules.kernel.game import KernelPosition

_WORDS = "games.queens.words"


def move_name(position: Position, move: Move) -> Message:
    """The piece and its cell, or the pass."""
    kind = kind_of(move.code)
    if kind == PASS:
        return Message("games.queens.view.pass")
    return Message(f"{_WORDS}.{PUT_WORDS[kind]}", {"cell": cell_name(target_of(move.code))})


def move_sentence(position: Position, move: Move) -> Message:
    """What a move does: the piece it puts, the cells it takes or frees, the end of the game."""
    return sentence(*_clauses(position, move))


def _clauses(position: Position, move: Move) -> Iterator[Message]:
    for event in position.events(move):
        kind = event.key.rpartition(".")[2]
        args = event.args if kind == "stuck" else {name: event.args[name] for name in event.args if name != "seat"}
        if kind != "took_away" or args["cells"]:
            yield Message(f"{_WORDS}.{kind}", args)


def fact_words(fact: Fact) -> Message | None:
    """Whose piece stands on a cell."""
    match fact.relation, fact.args:
        case "placed", (str(seat), int(x), int(y)):
            kind = "piece" if seat in (seats[THIRD] for seats in SEATS.values()) else "queen"
            args = {"seat": f"games.queens.seat.{seat}", "cell": cell_name(cell_at(x, y))}
            return Message(f"{_WORDS}.placed.{kind}", args)
    return None


def ending(position: Position) -> Message:
    """The last queen or a seat without a free cell, and what decides the game."""
    assert isinstance(position, KernelPosition)
    s, game = position.state, position.game
    if s.queens[BLACK] == max_queens(s):
        last = Message(f"{_WORDS}.no_queens", {"seat": seat_key(game, BLACK)})
    else:
        last = Message(f"{_WORDS}.no_cell", {"seat": seat_key(game, int(s.turn))})
    decides = {
        WHITE: Message(f"{_WORDS}.white_more"),
        BLACK: Message(f"{_WORDS}.black_level"),
        THIRD: Message(f"{_WORDS}.few_queens.{'total' if s.total else 'each'}", {"most": (4 * int(s.n) - 1) // 3}),
    }
    return sentences(sentence(last), decides[winner(s)])
