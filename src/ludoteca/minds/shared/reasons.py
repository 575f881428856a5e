"""Reasons any mind can give, taken from the referee."""

from __future__ import annotations

from ludoteca.core.explanation import Reason, happening
from ludoteca.core.game import Fact, Move, Position
from ludoteca.core.i18n import Message


def touched(position: Position, move: Move) -> tuple[Fact, ...]:
    """The facts of the position that the move changes: what it acts on."""
    after = set(position.after(move).facts())
    return tuple(fact for fact in position.facts() if fact not in after)


def consequences(position: Position, move: Move) -> tuple[Reason, ...]:
    """What the move brings about, in the referee's own words."""
    return tuple(happening(event) for event in position.events(move))


def expectation(line: tuple[str, ...]) -> Reason:
    """The moves a mind expects from here on."""
    return Reason(Message("minds.line", {"line": line}))


def texts_along(position: Position, codes: list[int]) -> tuple[str, ...]:
    """Move codes of a line of play as text; stops where one is not legal."""
    texts = []
    for code in codes:
        move = next((move for move in position.moves if move.code == code), None)
        if move is None:
            break
        texts.append(move.text)
        position = position.after(move)
    return tuple(texts)
