"""The ground a farm lies on: where its cells and goods are in a picture."""

from __future__ import annotations

from dataclasses import dataclass

COLUMNS, ROWS = 5, 3
Cell = tuple[int, int]
HEAD = 50
PAD = 14
STORE = 40  # the height of a row of goods


@dataclass(frozen=True, slots=True)
class Ground:
    """Where a farm lies, and how large a cell is. Narrow: the improvements stand below the cells, goods in two rows."""

    x: float
    y: float
    width: float
    cell: float
    narrow: bool
    goods: tuple[str, ...]
    line: float  # the height of one in the list of improvements

    @property
    def left(self) -> float:
        return self.x + ((self.width - COLUMNS * self.cell) / 2 if self.narrow else PAD)

    @property
    def top(self) -> float:
        return self.y + HEAD

    @property
    def stores(self) -> tuple[float, int]:
        """The upper edge of the goods, and how many stand in a row."""
        return self.top + ROWS * self.cell + 12, -(-len(self.goods) // 2) if self.narrow else len(self.goods)

    def height(self, improvements: int) -> float:
        rows = 2 if self.narrow else 1
        below = (improvements + 1) // 2 * self.line + 6 if self.narrow and improvements else 0
        return HEAD + ROWS * self.cell + 12 + rows * STORE + below + 12

    def store(self, good: str) -> tuple[float, float]:
        """Where the picture of a good stands."""
        top, abreast = self.stores
        row, column = divmod(self.goods.index(good), abreast)
        step = (self.width - 2 * PAD + 4) / abreast
        return self.x + PAD + column * step, top + row * STORE + 5

    def corner(self, cell: Cell) -> tuple[float, float]:
        return self.left + cell[0] * self.cell, self.top + cell[1] * self.cell
