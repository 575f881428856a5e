"""Games that are played by link: who sits at which seat, and the invitations to those that are free."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Self

from ludoteca.core.errors import BadInput
from ludoteca.lab.errors import Forbidden
from ludoteca.lab.stored_game import LinkSeat


class LinkSeats:
    """The seats of people in one game; none if it is not played by link, and then one person moves for all."""

    def __init__(self, seats: Sequence[LinkSeat] = ()) -> None:
        self.seats = tuple(seats)

    @classmethod
    def invited(cls, people: Sequence[int], person: str, name: str) -> Self:
        """The first seat for the person who starts the game, an invitation for each other one; raises `BadInput`."""
        if len(people) < 2:
            raise BadInput("lab.link.people")
        first, *others = people
        return cls([LinkSeat(first, person, name), *(LinkSeat(seat, code=secrets.token_hex(12)) for seat in others)])

    def __bool__(self) -> bool:
        return bool(self.seats)

    def of(self, person: str) -> list[int]:
        """The seats of a person."""
        return [one.seat for one in self.seats if person and one.person == person]

    def name(self, seat: int) -> str:
        """The name of the person at a seat; empty if the seat is free or the person has none."""
        return next((one.name for one in self.seats if one.seat == seat), "")

    @property
    def invitations(self) -> dict[int, str]:
        """The codes of the seats that are free."""
        return {one.seat: one.code for one in self.seats if one.person is None and one.code is not None}

    def sit_down(self, code: str, person: str, name: str) -> None:
        """Give the seat of an invitation to a person."""
        sat = (replace(one, person=person, name=name, code=None) if one.code == code else one for one in self.seats)
        self.seats = tuple(sat)

    def check_turn(self, person: str, turn: int | None) -> None:
        """Raise `Forbidden` where it is not the turn of a person."""
        if self.seats and turn is not None and turn not in self.of(person):
            raise Forbidden("lab.link.not_yours" if self.of(person) else "lab.link.spectator")

    def check_seated(self, person: str) -> int | None:
        """The seat of a person in a game by link; raises `Forbidden` for those who only watch."""
        if not self.seats:
            return None
        seats = self.of(person)
        if not seats:
            raise Forbidden("lab.link.spectator")
        return seats[0]
