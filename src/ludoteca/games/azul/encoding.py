"""Azul for learners: tiles on sources, lines, walls and floors, and a number for each source, colour and line.

The pattern of the wall never changes and is not told, nor is the colour of a tile on a wall, which follows from its
place.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.core.game import Game
from ludoteca.games.azul.facts import COLOUR_NAMES, source_name
from ludoteca.games.azul.rules import COLOURS, FLOOR, LAST_ROUND, SIZE, TARGETS, TILES_PER_COLOUR
from ludoteca.rules.encoding import ANY, SEAT, Feature, Number

_MOST_POINTS = 300  # more than a wall can bring
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


def codes(game: Game) -> range:
    """The moves: by source, colour and line, the floor last."""
    return range(_sources(game) * COLOURS * TARGETS)
