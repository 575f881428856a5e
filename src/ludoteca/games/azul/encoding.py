"""Azul for learners: tiles on sources, lines, walls and floors, and a number for each source, colour and line.

The pattern of the wall never changes and is not told, nor is the colour of a tile on a wall, which follows from its
place. Tiles on a wall are counted by row, column and colour, which is where bonuses come from, and offers of a colour
by their number of tiles.

For a policy it matters how many tiles of a colour a move takes to a line, and whether from the centre, but not from
which factory; and an exchange of two factories leaves the game the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from random import Random

from ludoteca.core.game import Fact, Game
from ludoteca.games.azul.facts import COLOUR_NAMES, source_name
from ludoteca.games.azul.rules import (
    COLOURS,
    FLOOR,
    FULL_FACTORY,
    LAST_ROUND,
    SIZE,
    TARGETS,
    TILES_PER_COLOUR,
    TO_FLOOR,
)
from ludoteca.games.azul.vector import LARGEST_OFFER, class_at
from ludoteca.rules.encoding import ANY, SEAT, Count, Feature, Number, Symmetry

_MOST_POINTS = 300  # more than a wall can bring
_SYMMETRIES = 63  # of the exchanges of factories: drawn, since more than four factories have many more
_PLACES = range(1, SIZE + 1)


def _sources(game: Game) -> int:
    """The number of sources: the centre and the factories."""
    return 2 * len(game.seats) + 2


def features(game: Game) -> Iterator[Feature]:
    """The facts of a position."""
    tiles = Number(TILES_PER_COLOUR)
    yield Feature("turn", SEAT)
    yield Feature("over")
    yield Feature("round_number", Number(LAST_ROUND))
    yield Feature("starts_next", SEAT)
    yield Feature("marker_in_centre")
    yield Feature("tiles", [source_name(source) for source in range(_sources(game))], COLOUR_NAMES, tiles)
    yield Feature("line", SEAT, _PLACES, COLOUR_NAMES, Number(SIZE))
    yield Feature("wall", SEAT, _PLACES, _PLACES, ANY)
    yield Feature("floor", SEAT, range(1, FLOOR + 1), (*COLOUR_NAMES, "marker"))
    yield Feature("score", SEAT, Number(_MOST_POINTS))
    yield Feature("bag", COLOUR_NAMES, tiles)
    yield Feature("lid", COLOUR_NAMES, tiles)
    yield Count("wall", SEAT, _PLACES, ANY, ANY, most=SIZE)
    yield Count("wall", SEAT, ANY, _PLACES, ANY, most=SIZE)
    yield Count("wall", SEAT, ANY, ANY, COLOUR_NAMES, most=SIZE)
    yield Count("tiles", ANY, COLOUR_NAMES, range(1, LARGEST_OFFER + 1), most=_sources(game))


def codes(game: Game) -> range:
    """The moves: by source, colour and line, the floor last."""
    return range(_sources(game) * COLOURS * TARGETS)


def move_classes(game: Game) -> Iterator[int]:
    """The classes of moves: by the kind of source, the number of tiles, their colour and the line."""
    for from_centre, most in ((False, FULL_FACTORY), (True, LARGEST_OFFER)):
        for count in range(1, most + 1):
            for colour in range(COLOURS):
                yield from (class_at(from_centre, count, colour, target) for target in range(TARGETS))


def class_of(takes: Fact) -> int:
    """The class of a move, by the fact that tells it."""
    _, source, colour, count, line = takes.args
    assert isinstance(count, int)
    target = line - 1 if isinstance(line, int) else TO_FLOOR
    return class_at(source == source_name(0), count, COLOUR_NAMES.index(str(colour)), target)


def symmetries(game: Game) -> Iterator[Symmetry]:
    """Exchanges of factories."""
    factories, chance = list(range(1, _sources(game))), Random(1)
    for _ in range(_SYMMETRIES):
        images = dict(zip(factories, chance.sample(factories, len(factories)), strict=True))
        yield Symmetry(partial(_exchanged, images))


def _exchanged(images: Mapping[int, int], fact: Fact) -> Fact:
    if fact.relation != "tiles":
        return fact
    source, *rest = fact.args
    return replace(fact, args=(images.get(source, source) if isinstance(source, int) else source, *rest))
