"""Moves and facts of Kalah, and the end of a game, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludoteca.core.game import Fact, Move, Position, seat_key
from ludoteca.core.i18n import Message, sentence
from ludoteca.games.kalah.facts import SEATS
from ludoteca.games.kalah.rules import SWAP
from ludoteca.rules.kernel.game import KernelPosition

_WORDS = "games.kalah.words"
_CLAUSES = ("sown", "captured", "rest_stored", "extra_turn", "swapped")  # events of the seat that moves


def move_name(position: Position, move: Move) -> Message:
    """The pit of a move, or the swap."""
    return Message("games.kalah.swap") if move.code == SWAP else Message(f"{_WORDS}.pit", {"pit": move.code + 1})


def move_sentence(position: Position, move: Move) -> Message:
    """What a move does: it sows, captures, moves again, ends the game."""
    return sentence(*_clauses(position, move))


def _clauses(position: Position, move: Move) -> Iterator[Message]:
    swept = None
    for event in position.events(move):
        kind = event.key.rpartition(".")[2]
        if kind in _CLAUSES:
            yield Message(f"{_WORDS}.{kind}", {name: value for name, value in event.args.items() if name != "seat"})
        elif kind == "swept":
            swept = event
    if swept is not None:
        yield Message(f"{_WORDS}.ends_and_sweeps", swept.args)
    elif position.after(move).turn is None:
        yield Message(f"{_WORDS}.ends")


def fact_words(fact: Fact) -> Message | None:
    """The seeds in a pit or a store."""
    match fact.relation, fact.args:
        case "pit", (seat, pit, seeds):
            return Message(f"{_WORDS}.fact.pit", {"seat": f"games.kalah.seat.{seat}", "pit": pit, "seeds": seeds})
        case "store", (seat, seeds):
            return Message(f"{_WORDS}.fact.store", {"seat": f"games.kalah.seat.{seat}", "seeds": seeds})
    return None


def ending(position: Position) -> Message:
    """The row that is empty; where the seeds left were swept into the stores, both are."""
    assert isinstance(position, KernelPosition)
    s: Any = position.state
    if s.sweep:
        return Message(f"{_WORDS}.row_was_empty")
    empty = [seat for seat in range(len(SEATS)) if not s.pits[seat, : s.width].any()]
    if len(empty) > 1:
        return Message(f"{_WORDS}.board_empty")
    return sentence(Message(f"{_WORDS}.row_empty", {"seat": seat_key(position.game, empty[0])}))
