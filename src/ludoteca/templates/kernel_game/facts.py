"""The vocabulary of Nim: facts of a position, of a move, and of what a move brings about."""

from __future__ import annotations

from typing import Any

from ludoteca.core.game import Event, Fact, Move, Relation
from ludoteca.games.PLUGIN.rules import MOST_HEAPS

SEATS = ("first", "second")
VOCABULARY = (
    Relation("turn", ("seat",), "games.PLUGIN.relation.turn"),
    Relation("over", (), "games.PLUGIN.relation.over"),
    Relation("heap", ("heap", "objects"), "games.PLUGIN.relation.heap"),
    Relation("takes", ("move", "heap", "objects"), "games.PLUGIN.relation.takes", "move"),
    Relation("took", ("move", "seat", "heap", "objects"), "games.PLUGIN.relation.took", "event"),
)
ACTIONS = (Relation("take", ("heap", "objects"), "games.PLUGIN.relation.take", "action"),)


def facts_of(s: Any) -> tuple[Fact, ...]:
    """A state in facts; heaps count from 1."""
    first = Fact("over", ()) if s.over else Fact("turn", (SEATS[s.turn],))
    return (first, *(Fact("heap", (heap + 1, int(s.heaps[heap]))) for heap in range(MOST_HEAPS) if s.heaps[heap]))


def move_text(s: Any, code: int) -> str:
    """How a move is written."""
    return f"{code % MOST_HEAPS + 1} from {code // MOST_HEAPS + 1}"


def move_facts_of(s: Any, move: Move) -> tuple[Fact, ...]:
    """A move in facts."""
    return (Fact("takes", (move.text, move.code // MOST_HEAPS + 1, move.code % MOST_HEAPS + 1)),)


def action_of(s: Any, move: Move) -> Fact:
    """A move as an action."""
    return Fact("take", (move.code // MOST_HEAPS + 1, move.code % MOST_HEAPS + 1))


def event_of(note: tuple[Any, ...], seats: tuple[str, ...]) -> Event:
    """An event from the note the rules made of it."""
    kind, seat, heap, objects = note
    args: dict[str, int | str] = {
        "seat": f"games.PLUGIN.seat.{seats[seat]}",
        "heap": int(heap) + 1,
        "objects": int(objects),
    }
    return Event(f"games.PLUGIN.event.{kind}", args)
