"""The parts of a board's picture that all Agricola games share: the SVG element, the farms, the panel of moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ludoteca.games.shared.agricola.board import Board, MoveButton
from ludoteca.games.shared.agricola.cards_svg import Frame, move_button
from ludoteca.games.shared.agricola.farmyard_layout import FarmyardLayout
from ludoteca.games.shared.agricola.farmyard_svg import FarmyardDrawing
from ludoteca.games.shared.agricola.icons import icon, icon_symbols
from ludoteca.games.shared.spoken import spoken
from ludoteca.games.shared.svg_text import text_element, text_width

WIDE, NARROW = 1160, 480
GAP = 8
_BUTTON = 40


def svg_document(view_box: str, label: str, style: str, icons: Mapping[str, str], parts: Iterable[str]) -> str:
    """The SVG element with its label, style sheet, icons and parts."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="agricola" viewBox="{view_box}"{spoken(label, "group")}>'
    return "\n".join((head, f"<style>{style}</style>", icon_symbols(icons), *parts, "</svg>"))


def farmyard_drawings(board: Board, layouts: Sequence[FarmyardLayout]) -> list[FarmyardDrawing]:
    """Each farm with its layout."""
    placed = zip(board.farms, layouts, strict=True)
    return [FarmyardDrawing(farm, layout, board.improvements_title) for farm, layout in placed]


def taken_piles(board: Board, layouts: Sequence[FarmyardLayout]) -> str:
    """The goods that the last move took, invisible where they went, so that the page can move them there."""
    drawn = []
    for card in board.cards:
        if card.pile is not None and card.pile.taken_by is not None:
            x, y = layouts[card.pile.taken_by].good(card.pile.good)
            drawn.append(icon(card.pile.good, x, y, 29, f' id="pile-{card.name}" class="gone"'))
    return f'<g pointer-events="none">{"".join(drawn)}</g>'


@dataclass(frozen=True, slots=True)
class MovePanel:
    """The prompt, and a button for every move that belongs to no card; on a wide picture they begin beside it."""

    board: Board
    width: float
    narrow: bool

    @property
    def height(self) -> float:
        rows = len(list(self._rows())) + (1 if self.narrow else 0)
        return max(1, rows) * (_BUTTON + 8) + 2

    def svg(self, top: float) -> Iterator[str]:
        box = f'x="2" y="{top:g}" width="{self.width - 4}" height="{self.height:g}"'
        yield f'<rect class="prompt {self.board.colour}" {box} rx="14"/>'
        classes, room = f"big {self.board.colour}", self.width - 32
        yield text_element(self.board.prompt, 16, top + 31, 18, classes, room, ' id="prompt"')
        for row in self._rows():
            for button, frame in row:
                yield move_button(button, Frame(frame.x, top + frame.y, frame.width, frame.height))

    def _rows(self) -> Iterator[list[tuple[MoveButton, Frame]]]:
        left, top = 12.0, _BUTTON + 4.0
        if not self.narrow:
            left, top = 30 + text_width(self.board.prompt, 18), 5.0
        row: list[tuple[MoveButton, Frame]] = []
        for button in self.board.panel:
            width = min(48 + text_width(button.label, 16), self.width - 24)
            if left + width > self.width - 12 and (row or top < _BUTTON):
                yield row
                row, left, top = [], 12.0, top + _BUTTON + 8
            row.append((button, Frame(left, top, width, _BUTTON)))
            left += width + 8
        if row:
            yield row
