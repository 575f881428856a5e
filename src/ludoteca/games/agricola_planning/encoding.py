"""Agricola's working day for learners: every fact and every number that can change, and every move of both players."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.core.game import Game
from ludoteca.core.vocabulary import word_of
from ludoteca.rules.encoding import SEAT, Argument, Feature, Named, Number, relative_seats, seen_from
from ludoteca.rules.planning.game import PlanningGame
from ludoteca.rules.planning.syntax import Atom

_MOST = 999  # more than any number of this game can grow to


def features(game: Game) -> Iterator[Feature]:
    """What the planning task knows as changeable: its atoms, then its numbers."""
    assert isinstance(game, PlanningGame)
    task = game.table.task
    yield Feature("me", game.seats)
    for atoms, number in ((task.bit, ()), (task.fluents, (Number(_MOST, -_MOST),))):
        for name in dict.fromkeys(atom.name for atom in atoms):
            own = [atom for atom in atoms if atom.name == name]
            yield Feature(word_of(name), *_arguments(game, own), *number)


def _arguments(game: PlanningGame, atoms: list[Atom]) -> Iterator[Argument]:
    """The objects at each place of some atoms: players and their people as the observer sees them."""
    for objects in zip(*(atom.args for atom in atoms), strict=True):
        known = list(dict.fromkeys(objects))
        if set(known) <= set(game.seats):
            yield SEAT
        elif set(known) & set(_people(game, game.seats[0])):
            yield _relative_people(game)
        else:
            yield known


def _relative_people(game: PlanningGame) -> Named:
    """The people by the number they have in their family."""
    families = [_people(game, seat) for seat in game.seats]
    largest = max(map(len, families))
    names = [f"{seat} {n}" for seat in relative_seats(game.seats) for n in range(1, largest + 1)]
    of = {seat: (*family, *[""] * (largest - len(family))) for seat, family in zip(game.seats, families, strict=True)}
    seats = range(len(game.seats))
    values = tuple(tuple(one for seat in seen_from(game.seats, at) for one in of[seat]) for at in seats)
    return Named(tuple(names), values)


def _people(game: PlanningGame, seat: str) -> list[str]:
    """The people of a player."""
    return [
        str(atom.args[0]) for atom in game.table.task.static_facts if atom.name == "belongs" and atom.args[1] == seat
    ]


def actions(game: Game) -> list[str]:
    """The texts of all moves, those of one player after those of the other."""
    assert isinstance(game, PlanningGame)
    table = game.table
    moves = [action for action in table.task.actions if id(action) in table.owners]
    ordered = sorted(moves, key=lambda action: table.owners[id(action)])
    return list(dict.fromkeys(table.texts[id(action)] for action in ordered))
