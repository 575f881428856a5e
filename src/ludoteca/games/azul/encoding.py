"""Azul for learners: tiles on sources, lines, walls and floors, and a number for each source, colour and line.

The pattern of the wall never changes and is not told, nor is the colour of a tile on a wall, which follows from its
place. Tiles on a wall are counted by row, column and colour, which is where bonuses come from, and offers of a colour
by their number of tiles. What follows from a board is told too: its points and bonus if the round and the game ended
now, by how much they lead, and what the tiles of each row and colour would score.

For a policy it matters how many tiles of a colour a move takes to a line, and whether from the centre, but not from
which factory; and an exchange of two factories leaves the game the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from random import Random

import numpy as np

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
from ludoteca.games.azul.vector import (
    BONUS,
    ENDS,
    LARGEST_OFFER,
    LINES,
    MOST_BONUS,
    MOST_LEAD,
    MOST_POINTS,
    POINTS,
    PROSPECTS,
    TILES,
    class_at,
    lead_code,
    write_prospects,
)
from ludoteca.rules.encoding import ANY, SEAT, Count, Derived, Feature, Named, Number, Symmetry

_MOST_POINTS = 300  # more than a wall can bring
_SYMMETRIES = 63  # of the exchanges of factories: drawn, since more than four factories have many more
_PLACES = range(1, SIZE + 1)
_MOST_TILE_POINTS = 2 * SIZE


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
    yield Derived("points_now", SEAT, Number(MOST_POINTS))
    yield Derived("bonus_now", SEAT, Number(MOST_BONUS))
    yield Derived("ends_now", SEAT)
    yield Derived("line_points", SEAT, _PLACES, Number(_MOST_TILE_POINTS * SIZE))
    yield Derived("tile_points", SEAT, _PLACES, COLOUR_NAMES, Number(_MOST_TILE_POINTS))
    yield Derived("lead", Named(("own",), tuple((seat,) for seat in game.seats)), Number(2 * MOST_LEAD))
    yield Derived("offers", Number(_sources(game) * COLOURS))


@dataclass
class _Board:
    """What facts tell of a seat's board."""

    score: int = 0
    wall: set[tuple[int, int]] = field(default_factory=set)  # rows and columns, from 0
    lines: set[tuple[int, int, int]] = field(default_factory=set)  # rows and colours, from 0, with the tiles held
    fallen: int = 0

    def prospects(self) -> tuple[int, ...]:
        return _prospects(self.score, frozenset(self.wall), frozenset(self.lines), self.fallen)


@lru_cache(maxsize=1024)  # without one of its facts a position differs in one board at most
def _prospects(
    score: int, tiles: frozenset[tuple[int, int]], lines: frozenset[tuple[int, int, int]], fallen: int
) -> tuple[int, ...]:
    wall, counts, colours = (np.zeros(shape, np.int64) for shape in ((SIZE, SIZE), SIZE, SIZE))
    for row, column in tiles:
        wall[row, column] = 1
    for row, colour, count in lines:
        counts[row], colours[row] = count, colour
    found = np.zeros(PROSPECTS, np.int64)
    write_prospects(wall, counts, colours, score, fallen, found)
    return tuple(found.tolist())


def derived(game: Game, facts: Iterable[Fact]) -> Iterator[Fact]:
    """What follows from facts: the prospects of each board, how much each seat leads by, and the number of offers."""
    boards, offers = {seat: _Board() for seat in game.seats}, 0
    for relation, args in ((fact.relation, fact.args) for fact in facts):
        board = boards.get(str(args[0])) if args else None
        if relation == "tiles":
            offers += 1
        elif board is None:
            continue
        elif relation == "score":
            board.score = int(args[1])
        elif relation == "wall":
            board.wall.add((int(args[1]) - 1, int(args[2]) - 1))
        elif relation == "line" and args[3]:
            board.lines.add((int(args[1]) - 1, COLOUR_NAMES.index(str(args[2])), int(args[3])))
        elif relation == "floor":
            board.fallen += 1
    yield Fact("offers", (offers,))
    prospects = {seat: board.prospects() for seat, board in boards.items()}
    for seat, found in prospects.items():
        yield from _of_seat(seat, found)
        best = max(other[POINTS] + other[BONUS] for name, other in prospects.items() if name != seat)
        yield Fact("lead", (seat, lead_code(found[POINTS] + found[BONUS] - best)))


@lru_cache(maxsize=1024)
def _of_seat(seat: str, found: tuple[int, ...]) -> tuple[Fact, ...]:
    points, bonus = min(found[POINTS], MOST_POINTS), min(found[BONUS], MOST_BONUS)
    facts = [Fact("points_now", (seat, points)), Fact("bonus_now", (seat, bonus))]
    if found[ENDS]:
        facts.append(Fact("ends_now", (seat,)))
    for row in range(SIZE):
        facts.append(Fact("line_points", (seat, row + 1, found[LINES + row])))
        for colour, name in enumerate(COLOUR_NAMES):
            facts.append(Fact("tile_points", (seat, row + 1, name, found[TILES + row * COLOURS + colour])))
    return tuple(facts)


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
