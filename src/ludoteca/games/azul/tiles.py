"""The place of each tile, with a unique id that the pictures of an animation keep."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

from ludoteca.games.azul.rules import COLOURS, MARKER, SIZE, TILES_PER_COLOUR, column_of

LID = "lid"
_MARKER_COLOUR = MARKER - 1  # like a tile on the floor, one less than its code


class Tile(NamedTuple):
    """A tile, or the marker: its id and its colour."""

    name: str
    colour: int

    @property
    def is_marker(self) -> bool:
        return self.colour == _MARKER_COLOUR


Places = dict[str, list[Tile]]
"""The tiles at each place, by the name of the place."""


def source_place(source: int, colour: int) -> str:
    """The name of the place for a colour at a source."""
    return f"source-{source}-{colour}"


def line_place(seat: int, row: int) -> str:
    """The name of a line."""
    return f"line-{seat}-{row}"


def wall_place(seat: int, row: int, column: int) -> str:
    """The name of a cell of a wall."""
    return f"wall-{seat}-{row}-{column}"


def floor_place(seat: int) -> str:
    """The name of a floor."""
    return f"floor-{seat}"


MARKER_PLACE = "marker"


def _colours_at(s: Any) -> dict[str, list[int]]:
    """The colours of the tiles at each place, in order, without the bag and the lid."""
    found = {MARKER_PLACE: [_MARKER_COLOUR] if s.marked else []}
    for source in range(2 * int(s.players) + 2):
        for colour in range(COLOURS):
            found[source_place(source, colour)] = [colour] * int(s.tiles[source, colour])
    for seat in range(int(s.players)):
        for row in range(SIZE):
            found[line_place(seat, row)] = [int(s.colours[seat, row])] * int(s.counts[seat, row])
            for colour in range(COLOURS):
                column = column_of(row, colour)
                found[wall_place(seat, row, column)] = [colour] * int(s.wall[seat, row, column])
        found[floor_place(seat)] = [int(thing) - 1 for thing in s.floor[seat, : int(s.fallen[seat])]]
    return found


def named_tiles(s: Any) -> Places:
    """The tiles of a state, with new ids."""
    return {
        place: [_tile(f"tile-{place}-{number}", colour) for number, colour in enumerate(colours)]
        for place, colours in _colours_at(s).items()
    }


def _tile(name: str, colour: int) -> Tile:
    """A tile with an id; the marker always has the same one."""
    return Tile("tile-marker" if colour == _MARKER_COLOUR else name, colour)


def is_complete(s: Any) -> bool:
    """Whether all tiles are at a place; false in the middle of a move."""
    visible = sum(len([c for c in colours if c != _MARKER_COLOUR]) for colours in _colours_at(s).values())
    return visible + int(s.bag.sum()) + int(s.lid.sum()) == COLOURS * TILES_PER_COLOUR


def move_tiles(places: Places, s: Any, dealt: bool) -> Places:
    """The same tiles at their places in a later state; those without a place there go to the lid.

    If the next round is `dealt`, the tiles at the sources are new ones from the bag.
    """
    target = _colours_at(s)
    now: Places = {}
    hand: dict[int, list[Tile]] = defaultdict(list)
    for place, tiles in places.items():
        missing = list(target.get(place, ()))
        now[place] = []
        for tile in tiles:
            if tile.colour in missing:
                missing.remove(tile.colour)
                now[place].append(tile)
            elif place != LID:
                hand[tile.colour].append(tile)
    for place, colours in target.items():
        here = now.setdefault(place, [])
        from_bag = dealt and place.startswith("source")
        for colour in colours[len(here) :]:
            new = _tile(f"tile-new-{place}-{len(here)}", colour)
            here.append(hand[colour].pop(0) if hand[colour] and not from_bag else new)
    now[LID] = [*places.get(LID, ()), *(tile for tiles in hand.values() for tile in tiles if not tile.is_marker)]
    return now
