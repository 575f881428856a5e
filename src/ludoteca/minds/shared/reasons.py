"""Reasons that any mind can give: the facts a move changes, its events, and the expected line of play."""

from __future__ import annotations

from ludoteca.core.explanation import Reason, happening
from ludoteca.core.game import Fact, Move, Position
from ludoteca.core.i18n import Message


def changed_facts(position: Position, move: Move) -> tuple[Fact, ...]:
    """The facts of a position that no longer hold after a move."""
    after = set(position.after(move).facts())
    return tuple(fact for fact in position.facts() if fact not in after)


def consequences(position: Position, move: Move) -> tuple[Reason, ...]:
    """The events of a move, as reasons."""
    return tuple(happening(event) for event in position.events(move))


def expected_line(line: tuple[str, ...]) -> Reason:
    """The line of play that a mind expects, as a reason."""
    return Reason(Message("minds.line", {"line": line}))


def line_texts(position: Position, codes: list[int]) -> tuple[str, ...]:
    """The texts of a line of play given by move codes, up to the first that is not legal."""
    texts = []
    for code in codes:
        move = next((move for move in position.moves if move.code == code), None)
        if move is None:
            break
        texts.append(move.text)
        position = position.after(move)
    return tuple(texts)


def plain_number(value: float) -> float:
    """A number for a sentence: an integer where it is whole.

    >>> plain_number(3.0), plain_number(0.5)
    (3, 0.5)
    """
    return int(value) if value == int(value) else value
