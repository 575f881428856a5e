"""Where every tile lies, each with a name of its own, so that a picture can let it travel."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

from ludoteca.games.azul.rules import COLOURS, EACH, MARKER, SIZE, column_of

LID = "lid"
_MARKER_COLOUR = MARKER - 1  # as a thing on the floor, one less than its code: beyond the colours


class Tile(NamedTuple):
    name: str
    colour: int

    @property
    def is_marker(self) -> bool:
        return self.colour == _MARKER_COLOUR


Places = dict[str, list[Tile]]
"""The tiles at every place that has any; places are named like the things in the picture."""


def source_place(source: int, colour: int) -> str:
    return f"source-{source}-{colour}"


def line_place(seat: int, row: int) -> str:
    return f"line-{seat}-{row}"


def wall_place(seat: int, row: int, column: int) -> str:
    return f"wall-{seat}-{row}-{column}"


def floor_place(seat: int) -> str:
    return f"floor-{seat}"


MARKER_PLACE = "marker"


def _colours_at(s: Any) -> dict[str, list[int]]:
    """The colours of the tiles at every place, in order; the bag and the lid are out of sight."""
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


def named(s: Any) -> Places:
    """Names for the tiles of a state."""
    return {
        place: [_tile(f"tile-{place}-{number}", colour) for number, colour in enumerate(colours)]
        for place, colours in _colours_at(s).items()
    }


def _tile(name: str, colour: int) -> Tile:
    return Tile("tile-marker" if colour == _MARKER_COLOUR else name, colour)


def whole(s: Any) -> bool:
    """Whether no tile is in somebody's hand just now."""
    visible = sum(len([c for c in colours if c != _MARKER_COLOUR]) for colours in _colours_at(s).values())
    return visible + int(s.bag.sum()) + int(s.lid.sum()) == COLOURS * EACH


def carried(places: Places, s: Any, dealt: bool) -> Places:
    """The same tiles where a later state has them; what is nowhere to be seen has gone to the lid.

    Once the next round is `dealt`, what lies on the table has come out of the bag.
    """
    wanted = _colours_at(s)
    now: Places = {}
    hand: dict[int, list[Tile]] = defaultdict(list)
    for place, tiles in places.items():
        missing = list(wanted.get(place, ()))
        now[place] = []
        for tile in tiles:
            if tile.colour in missing:
                missing.remove(tile.colour)
                now[place].append(tile)
            elif place != LID:
                hand[tile.colour].append(tile)
    for place, colours in wanted.items():
        here = now.setdefault(place, [])
        from_bag = dealt and place.startswith("source")
        for colour in colours[len(here) :]:
            new = _tile(f"tile-new-{place}-{len(here)}", colour)
            here.append(hand[colour].pop(0) if hand[colour] and not from_bag else new)
    now[LID] = [*places.get(LID, ()), *(tile for tiles in hand.values() for tile in tiles if not tile.is_marker)]
    return now
