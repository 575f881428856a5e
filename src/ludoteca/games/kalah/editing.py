"""Editing of Kalah positions: seeds are placed in pits and stores, and taken away."""

from __future__ import annotations

from collections.abc import Iterable

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Fact, Game, Position
from ludoteca.games.kalah.facts import SEATS
from ludoteca.games.kalah.setup import fill, seeds_of
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.rules.setup import GivenFacts


def tools(game: Game) -> tuple[str, ...]:
    """What can be placed."""
    return ("seed",)


def draft_of(game: Game, facts: Iterable[Fact]) -> Position:
    """The position with the seeds of these facts, however many they are; raises `BadInput`."""
    assert isinstance(game, KernelGame)
    given, s = GivenFacts(game, facts), game.start(0).fields()
    fill(s, seeds_of(given, s.width, 2 * s.half))
    turn = given.turn()
    s.pie, s.turn, s.over = int(given.holds("swap_offered")), turn or 0, int(turn is None)
    return KernelPosition.of_fields(game, s)


def edited(position: Position, place: str, tool: str, remove: bool) -> Position:
    """A draft with a seed more or less in a pit or store, such as `pit south 3` or `store north`; raises `BadInput`."""
    assert isinstance(position, KernelPosition)
    s, words = position.fields(), place.split()
    at: tuple[int, ...]
    match words:
        case ["pit", seat, number] if seat in SEATS and number.isdecimal() and 1 <= int(number) <= s.width:
            seeds, at = s.pits, (SEATS.index(seat), int(number) - 1)
        case ["store", seat] if seat in SEATS:
            seeds, at = s.stores, (SEATS.index(seat),)
        case _:
            raise BadInput("rules.setup.no_place", place=place)
    count = int(seeds[at]) + (-1 if remove else 1)
    if count < 0:
        raise BadInput("rules.setup.nothing")
    if count > 2 * s.half:
        raise BadInput("games.kalah.setup.seeds", found=count, needed=2 * s.half)
    seeds[at] = count
    return KernelPosition.of_fields(position.game, s)
