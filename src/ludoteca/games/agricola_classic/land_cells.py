"""Where a farm's lands are drawn: in the rules they have numbers but no places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludoteca.games.shared.agricola.board import COLUMNS, ROWS, Cell


def place_lands(lands: Sequence[tuple[bool, int]]) -> Iterator[tuple[Cell, ...]]:
    """The cells of each land, given whether it is a pasture and how many cells it has.

    The cells are filled column by column, alternately up and down, so that two in sequence are neighbours. The house
    begins at the lower left and fields follow; pastures begin at the other end, so that they never have to move.

    >>> list(place_lands([(False, 1), (True, 2)]))
    [((0, 2),), ((4, 0), (4, 1))]
    """
    path = list(_path())
    for is_pasture, cells in lands:
        if is_pasture:
            yield tuple(path.pop() for _ in range(cells))
        else:
            yield (path.pop(0),)


def _path() -> Iterator[Cell]:
    for column in range(COLUMNS):
        rows = range(ROWS) if column % 2 else reversed(range(ROWS))
        yield from ((column, row) for row in rows)
