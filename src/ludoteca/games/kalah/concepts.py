"""Concepts of Kalah: captures and extra turns that are there or threatened, rows that run empty."""

from __future__ import annotations

from ludoteca.core.game import Fact, Position
from ludoteca.rules.concepts import Concept, causes

_LARGE = 5  # seeds of a large capture
_FEW = 4  # seeds in a row that is nearly empty


def _turned(position: Position) -> Position:
    """The same board with the other seat to move."""
    assert position.turn is not None
    facts = (fact for fact in position.facts() if fact.relation not in ("turn", "swap_offered"))
    return position.game.position([*facts, Fact("turn", (position.game.seats[1 - position.turn],))])


def _captures(position: Position, least: int = 1) -> bool:
    """Whether a move captures at least so many seeds."""
    return any(int(event["seeds"]) >= least for event in causes(position, "captured"))


def _moves_again(position: Position) -> bool:
    return bool(causes(position, "extra_turn"))


def _moves_again_twice(position: Position) -> bool:
    """Whether an extra turn gives another one."""
    after = (position.after(move) for move in position.moves)
    return any(next_.turn == position.turn and _moves_again(next_) for next_ in after)


def _always_captured(position: Position) -> bool:
    """Whether the opponent can capture after every move that ends the turn."""
    after = [next_ for move in position.moves if (next_ := position.after(move)).turn != position.turn]
    return bool(after) and all(next_.turn is not None and _captures(next_) for next_ in after)


def _can_end(position: Position) -> bool:
    return any(position.after(move).turn is None for move in position.moves)


def _seeds(position: Position, relation: str) -> tuple[int, int]:
    """The seeds in the pits or the store of the seat to move, and of its opponent."""
    assert position.turn is not None
    seats = position.game.seats
    held = dict.fromkeys(seats, 0)
    for fact in position.facts():
        if fact.relation == relation:
            held[str(fact.args[0])] += int(fact.args[-1])
    return held[seats[position.turn]], held[seats[1 - position.turn]]


def _is_ahead(position: Position) -> bool:
    mine, theirs = _seeds(position, "store")
    return mine > theirs


def _holds_more(position: Position) -> bool:
    mine, theirs = _seeds(position, "pit")
    return mine > theirs


CONCEPTS = (
    Concept("extra_turn", _moves_again),
    Concept("two_extra_turns", _moves_again_twice),
    Concept("capture", _captures),
    Concept("large_capture", lambda position: _captures(position, _LARGE)),
    Concept("capture_threatened", lambda position: _captures(_turned(position))),
    Concept("large_capture_threatened", lambda position: _captures(_turned(position), _LARGE)),
    Concept("opponent_extra_turn", lambda position: _moves_again(_turned(position))),
    Concept("always_captured", _always_captured),
    Concept("ahead", _is_ahead),
    Concept("more_on_board", _holds_more),
    Concept("row_nearly_empty", lambda position: _seeds(position, "pit")[0] <= _FEW),
    Concept("opponent_row_nearly_empty", lambda position: _seeds(position, "pit")[1] <= _FEW),
    Concept("can_end", _can_end),
)
