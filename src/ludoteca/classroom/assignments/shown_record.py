"""Records of a class as a member may see them: what other students' and the teacher's programs reason is left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ludoteca.core.explanation import Explanation, Reason
from ludoteca.core.i18n import Message
from ludoteca.core.record import Record, Turn

_PRIVATE = Explanation(Reason(Message("classroom.league.private")))


def shown_record(record: Record, names: Mapping[int, str], private: frozenset[int]) -> Record:
    """A record with other names for the minds at some seats, and without the reasons at the private ones."""
    seats = record.header.seats
    minds = tuple(names.get(seat, mind) for seat, mind in enumerate(record.header.minds))

    def shown(turn: Turn) -> Turn:
        hidden = seats.index(turn.seat) in private and not turn.opening
        return replace(turn, why=_PRIVATE) if hidden else turn

    return replace(record, header=replace(record.header, minds=minds), turns=tuple(map(shown, record.turns)))
