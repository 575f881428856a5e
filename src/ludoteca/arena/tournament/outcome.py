"""The outcome of a game: what the tables of a tournament need of its record."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import Message
from ludoteca.core.record import Record


@dataclass(frozen=True, slots=True)
class SeatForfeit:
    """A forfeit: the number of the seat, and the reason."""

    seat: int
    reason: Message


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result and the points of each seat, the forfeits, the number of moves, and a hash of the moves."""

    result: tuple[float, ...]
    scores: tuple[float, ...]
    forfeits: tuple[SeatForfeit, ...] = ()
    moves: int = 0
    line: str = ""


def outcome_of(record: Record) -> Outcome:
    """The outcome of a finished game; raises `BadInput` for a record whose result does not fit its seats."""
    result, seats = record.result, record.header.seats
    if result is None or {len(result.result), len(result.scores)} != {len(seats)}:
        raise BadInput("arena.tournament.no_result")
    if not {forfeit.seat for forfeit in result.forfeits} <= set(seats):
        raise BadInput("arena.tournament.no_result")
    forfeits = tuple(SeatForfeit(seats.index(forfeit.seat), forfeit.reason) for forfeit in result.forfeits)
    line = hashlib.blake2b("\n".join(record.line).encode(), digest_size=8).hexdigest()
    return Outcome(result.result, result.scores, forfeits, len(record.turns), line)
