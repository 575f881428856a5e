"""The vocabulary of Kalah: facts of positions, texts and facts of moves, and events."""

from __future__ import annotations

from typing import Any

from ludoteca.core.game import Event, Fact, Move, PlayedMove, Relation
from ludoteca.games.kalah.rules import SWAP

SEATS = ("south", "north")

# The arguments after the seat in a log entry of the rules, by the kind of event.
_DETAILS = {
    "sown": ("pit", "seeds"),
    "captured": ("pit", "seeds"),
    "rest_stored": ("seeds",),
    "swept": ("seeds",),
    "extra_turn": (),
    "swapped": (),
}

VOCABULARY = (
    Relation("turn", ("seat",), "games.kalah.relation.turn"),
    Relation("over", (), "games.kalah.relation.over"),
    Relation("pit", ("seat", "pit", "seeds"), "games.kalah.relation.pit"),
    Relation("store", ("seat", "seeds"), "games.kalah.relation.store"),
    Relation("swap_offered", (), "games.kalah.relation.swap_offered"),
    Relation("sows", ("move", "pit", "seeds"), "games.kalah.relation.sows", "move"),
    Relation("swaps", ("move",), "games.kalah.relation.swaps", "move"),
    *(
        Relation(kind, ("move", "seat", *details), f"games.kalah.relation.{kind}", "event")
        for kind, details in _DETAILS.items()
    ),
)

ACTIONS = (
    Relation("sow", ("pit",), "games.kalah.relation.sow", "action"),
    Relation("swap", (), "games.kalah.relation.swap", "action"),
)


def facts_of(s: Any) -> tuple[Fact, ...]:
    """The facts of a state; pits are numbered from 1 at their owner's left."""
    facts = [Fact("over", ()) if s.over else Fact("turn", (SEATS[s.turn],))]
    for seat, name in enumerate(SEATS):
        facts += [pit_fact(s, seat, pit) for pit in range(s.width)]
        facts.append(Fact("store", (name, int(s.stores[seat]))))
    if s.pie and not s.over:
        facts.append(Fact("swap_offered", ()))
    return tuple(facts)


def pit_fact(s: Any, seat: int, pit: int) -> Fact:
    """The fact of the seeds in a pit."""
    return Fact("pit", (SEATS[seat], pit + 1, int(s.pits[seat, pit])))


def move_text(s: Any, code: int) -> str:
    """The text of a move: the number of its pit, from 1, or `swap`."""
    return "swap" if code == SWAP else str(code + 1)


def move_facts_of(s: Any, move: Move) -> tuple[Fact, ...]:
    """The fact of a move: the pit it sows with its seeds, or the swap."""
    if move.code == SWAP:
        return (Fact("swaps", (move.text,)),)
    return (Fact("sows", (move.text, move.code + 1, int(s.pits[s.turn, move.code]))),)


def action_of(s: Any, move: Move) -> Fact:
    """The action of a move, for agents."""
    return Fact("swap", ()) if move.code == SWAP else Fact("sow", (move.code + 1,))


def event_of(entry: tuple[Any, ...], seats: tuple[str, ...]) -> Event:
    """The event of a log entry of the rules: kind, seat, details."""
    kind, seat, *details = entry
    named = dict(zip(_DETAILS[kind], map(int, details), strict=True))
    if "pit" in named:
        named["pit"] += 1
    return Event(f"games.kalah.event.{kind}", {"seat": f"games.kalah.seat.{seats[seat]}", **named})


def sown_pit(last: PlayedMove | None) -> tuple[int, int] | None:
    """The seat and the pit of the last move; None before the first move and after a swap."""
    if last is None or last.move.code == SWAP or last.position.turn is None:
        return None
    return last.position.turn, last.move.code
