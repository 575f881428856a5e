"""Where a farm's cells, goods, family and improvements lie in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.games.shared.agricola.board import COLUMNS, ROWS, Cell, Farm

HEAD = 50
PAD = 14
GOODS_ROW = 40  # the height of a row of goods

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class FarmyardStyle:
    """Measures that a game chooses: of the list of improvements, and of family members, as shares of a cell."""

    line: float
    list_left: float
    list_top: float
    member: float
    member_step: float = 0  # 0: as far apart as fits into a room
    members_below: bool = False  # at the lower edge of a room instead of the upper one

    @property
    def list_icon(self) -> float:
        return min(self.line, 24)


@dataclass(frozen=True, slots=True)
class FarmyardLayout:
    """The place of a farm and the size of its cells. Narrow: improvements stand below the cells, goods in two rows."""

    x: float
    y: float
    width: float
    cell: float
    narrow: bool
    goods: tuple[str, ...]
    style: FarmyardStyle

    @property
    def left(self) -> float:
        return self.x + ((self.width - COLUMNS * self.cell) / 2 if self.narrow else PAD)

    @property
    def top(self) -> float:
        return self.y + HEAD

    @property
    def goods_top(self) -> float:
        return self.top + ROWS * self.cell + 12

    @property
    def goods_abreast(self) -> int:
        return -(-len(self.goods) // 2) if self.narrow else len(self.goods)

    def height(self, improvements: int) -> float:
        """The height of a farm with so many improvements."""
        rows = 2 if self.narrow else 1
        below = (improvements + 1) // 2 * self.style.line + 6 if self.narrow and improvements else 0
        return HEAD + ROWS * self.cell + 12 + rows * GOODS_ROW + below + 12

    def good(self, good: str) -> Point:
        """The upper left corner of a good's icon."""
        row, column = divmod(self.goods.index(good), self.goods_abreast)
        step = (self.width - 2 * PAD + 4) / self.goods_abreast
        return self.x + PAD + column * step, self.goods_top + row * GOODS_ROW + 5

    def corner(self, cell: Cell) -> Point:
        """The upper left corner of a cell."""
        return self.left + cell[0] * self.cell, self.top + cell[1] * self.cell

    def box(self, cells: Sequence[Cell], inset: float) -> str:
        """The rectangle around cells that lie side by side, as attributes."""
        corners = [self.corner(cell) for cell in cells]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        width = max(x for x, _ in corners) - left + self.cell - 2 * inset
        height = max(y for _, y in corners) - top + self.cell - 2 * inset
        return f' x="{left + inset:g}" y="{top + inset:g}" width="{width:g}" height="{height:g}"'

    def improvement(self, number: int) -> tuple[float, float, float]:
        """The corner of a line in the list of improvements, and the width there is."""
        if self.narrow:
            row, column = divmod(number, 2)
            room = (self.width - 2 * PAD) / 2
            return self.x + PAD + column * room, self.goods_top + 2 * GOODS_ROW + 6 + row * self.style.line, room
        x = self.left + COLUMNS * self.cell + self.style.list_left
        return x, self.top + self.style.list_top + number * self.style.line, self.x + self.width - 8 - x

    def members(self, rooms: Sequence[Cell], count: int) -> list[Point]:
        """The places of so many family members; where they outnumber the rooms, they share them."""
        homes = rooms or [(0, ROWS - 1)]
        each = max(1, -(-count // len(homes)))
        size = self.cell * self.style.member
        step = self.cell * self.style.member_step or min(size, (self.cell - 8 - size) / max(1, each - 1))
        down = self.cell - size - 6 if self.style.members_below else 4
        corners = [self.corner(homes[number // each]) for number in range(count)]
        return [(x + 4 + number % each * step, y + down) for number, (x, y) in enumerate(corners)]


def farmyard_layouts(
    farms: Sequence[Farm], top: float, width: float, narrow: bool, style: FarmyardStyle
) -> list[FarmyardLayout]:
    """The layout of each farm: two abreast, or one below the other where the picture is narrow."""
    abreast = 1 if narrow else 2
    layouts: list[FarmyardLayout] = []
    for first in range(0, len(farms), abreast):
        row = farms[first : first + abreast]
        for number, farm in enumerate(row):
            goods = tuple(good.name for good in farm.goods)
            half = (width - 16) / 2
            if narrow:
                layouts.append(FarmyardLayout(2, top, width - 4, 88, narrow, goods, style))
            else:
                layouts.append(FarmyardLayout(3 + number * (half + 10), top, half, 80, narrow, goods, style))
        top += max(layouts[-1].height(len(farm.improvements)) for farm in row) + 14
    return layouts


def bottom(farms: Sequence[Farm], layouts: Sequence[FarmyardLayout]) -> float:
    """The lower edge of the lowest farm."""
    placed = zip(farms, layouts, strict=True)
    return max(layout.y + layout.height(len(farm.improvements)) for farm, layout in placed)
