"""Draws Queens and blocks as SVG: the board, with a card for each seat beside or below it.

Inside the board the unit is a cell, on boards of all sizes. Queens and free cells have a path with their lines of
sight, shown while the pointer or the focus is on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from ludoteca.core.game import Fact, PlayedMove, Position
from ludoteca.core.i18n import phrase
from ludoteca.core.seat_titles import seat_title
from ludoteca.games.queens.drawings import STYLE, SYMBOLS
from ludoteca.games.queens.facts import (
    PIECES,
    board_cells,
    cell_name,
    column_name,
    last_cell,
    owner_of,
    piece_fact,
    pieces_left_fact,
    place_of,
    queens_left_fact,
    seats_of,
)
from ludoteca.games.queens.rules import (
    BLACK,
    BLOCK,
    DIRECTIONS,
    DX,
    DY,
    EMPTY,
    PASS,
    PUT_QUEEN,
    THIRD,
    WHITE,
    cells_to_edge,
    is_free,
    max_queens,
    move_of,
    offset_of,
    winner,
)
from ludoteca.games.shared.spoken import spoken
from ludoteca.games.shared.svg_text import fitting_size, shortened
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.position_editor import EditPlace

_BOARD = 672  # width of the board
_FRAME = 4
_TOP, _LEFT, _BOTTOM = 8, 42, 44  # margins of the board; numbers are at its left, letters below
_GAP = 14
_LETTERS = 25  # largest font size
_NAME, _SMALL_NAME = 28, 21  # font sizes of names
_CARD = 96  # height of a card
_BUTTON, _PASS = 72, 112


class _Box(NamedTuple):
    """A rectangle; its text is its SVG attributes."""

    x: float
    y: float
    width: float
    height: float

    def __str__(self) -> str:
        return f' x="{self.x:g}" y="{self.y:g}" width="{self.width:g}" height="{self.height:g}" rx="14"'


def _beside(left: float, width: float) -> tuple[_Box, ...]:
    """The boxes of four cards in a column; the last one has space for buttons."""
    tops = [_TOP - _FRAME + number * (_CARD + _GAP) for number in range(4)]
    heights = (_CARD, _CARD, _CARD, _CARD + _BUTTON + 12)
    return tuple(_Box(left, top, width, height) for top, height in zip(tops, heights, strict=True))


def _below(top: float, left: float, width: float) -> tuple[_Box, ...]:
    """The boxes of four cards below the board; the third seat's has space for buttons at the right."""
    player, middle = 276, width - 2 * 276 - 2 * _GAP
    return (
        _Box(left, top, player, _CARD),
        _Box(left + width - player, top, player, _CARD),
        _Box(left + player + _GAP, top, middle, _CARD),
        _Box(left, top + _CARD + _GAP, width, _CARD),
    )


# The cards of white, black, the free cells and the third seat.
_BESIDE = _beside(_LEFT + _BOARD + 2 * _GAP, 300)
_BELOW = _below(_TOP + _BOARD + _BOTTOM, _LEFT - _FRAME, _BOARD + 2 * _FRAME)
_OUT = 0.42  # distance from the centre of a cell to the ends of a queen's lines, in cells


def draw(
    position: Position, last: PlayedMove | None, language: str, narrow: bool, player_names: tuple[str, ...] = ()
) -> str:
    """The SVG of a position, row 1 at the bottom."""
    assert isinstance(position, KernelPosition)
    return _Picture(position, last, language, narrow, player_names).svg()


def edit_places(position: Position, language: str, narrow: bool) -> list[EditPlace]:
    """The cells, where pieces can be placed."""
    assert isinstance(position, KernelPosition)
    return _Picture(position, None, language, narrow).places()


class _Picture:
    """The layout and drawing of one position."""

    def __init__(
        self,
        position: KernelPosition,
        last: PlayedMove | None,
        language: str,
        narrow: bool,
        player_names: tuple[str, ...] = (),
    ) -> None:
        self.state: Any = position.state
        self.turn = position.turn
        self.moves = {move.code: move.text for move in position.moves}
        self.marked = last_cell(last)
        self.language = language
        self.narrow = narrow
        self.side = int(self.state.side)
        self.seats = seats_of(self.state)
        seats = range(len(self.seats))
        self.titles = [seat_title(position.game, seat, language, player_names) for seat in seats]
        self.things: list[int] = self.state.cells.tolist()
        self.cell = _BOARD / self.side
        lowest = _BELOW[-1] if narrow else _Box(0, _TOP, 0, _BOARD + _BOTTOM - 6)
        self.width = _LEFT + _BOARD + _TOP if narrow else _BESIDE[0].x + _BESIDE[0].width + 3
        self.height = lowest.y + lowest.height + 3

    def svg(self) -> str:
        """The whole SVG."""
        spots = [self._spot(cell) for cell in board_cells(self.state) if self.things[cell] == EMPTY]
        pieces = [self._piece(cell) for cell in board_cells(self.state) if self.things[cell] != EMPTY]
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="queens" viewBox="0 0 {self.width} {self.height}"'
            f"{spoken(self._label(), 'group')}><style>{STYLE}</style>{SYMBOLS}",
            self._names(),
            f'<rect class="frame" x="{_LEFT - _FRAME}" y="{_TOP - _FRAME}"'
            f' width="{_BOARD + 2 * _FRAME}" height="{_BOARD + 2 * _FRAME}" rx="8"/>',
            f'<g transform="translate({_LEFT} {_TOP}) scale({self.cell:g})">',
            *self._ground(),
            *filter(None, spots),
            *pieces,
            self._mark(),
            "</g>",
            *self._cards(),
            "</svg>",
        ]
        return "\n".join(parts)

    def _label(self) -> str:
        """The spoken name of the picture."""
        white, black = (int(queens) for queens in self.state.queens)
        if self.turn is None:
            return phrase("games.queens.label.over", self.language, white=white, black=black)
        seat, cells = self.titles[self.turn], int(self.state.free)
        return phrase("games.queens.label.turn", self.language, seat=seat, white=white, black=black, cells=cells)

    # The board

    def places(self) -> list[EditPlace]:
        """The places of all cells."""
        found = []
        for cell in board_cells(self.state):
            column, row = self._corner(cell)
            box = _LEFT + column * self.cell, _TOP + row * self.cell, self.cell, self.cell
            found.append(EditPlace(cell_name(cell), self._cell_label(cell), *box))
        return found

    def _cell_label(self, cell: int) -> str:
        """The spoken name of a cell with what is on it."""
        piece = self.things[cell]
        if piece == EMPTY:
            kind = "free" if is_free(self.state, cell) else "seen"
            return phrase(f"games.queens.view.{kind}_cell", self.language, cell=cell_name(cell))
        return self._piece_label(cell)

    def _corner(self, cell: int) -> tuple[int, int]:
        """The upper left corner of a cell, in cells."""
        x, y = place_of(cell)
        return x, self.side - 1 - y

    def _names(self) -> str:
        """The letters of the columns and the numbers of the rows."""
        size = min(_LETTERS, 0.7 * self.cell)
        middle = [(i + 0.5) * self.cell for i in range(self.side)]
        letters = [
            f'<text x="{_LEFT + x:g}" y="{_TOP + _BOARD + 8 + size:g}">{column_name(i)}</text>'
            for i, x in enumerate(middle)
        ]
        numbers = [
            f'<text x="{_LEFT / 2 - 3:g}" y="{_TOP + y + 0.36 * size:g}">{self.side - i}</text>'
            for i, y in enumerate(middle)
        ]
        return f'<g class="names" font-size="{size:g}" aria-hidden="true">{"".join((*letters, *numbers))}</g>'

    def _ground(self) -> Iterator[str]:
        """The checkered cells, with a shade over those that are not free."""
        yield f'<rect class="light" width="{self.side}" height="{self.side}"/>'
        every_other = [cell for cell in board_cells(self.state) if sum(place_of(cell)) % 2 == 0]
        taken = [cell for cell in board_cells(self.state) if not is_free(self.state, cell)]
        yield f'<path class="dark" d="{self._area(every_other)}"/>'
        yield f'<path class="shade" d="{self._area(taken)}"/>'

    def _area(self, cells: list[int]) -> str:
        """The path of cells given row by row, with neighbours in a row as one rectangle."""
        # Within a run of neighbours the difference between cell and index is constant; the row keeps rows apart.
        stretches = groupby(enumerate(cells), key=lambda pair: (pair[1] - pair[0], place_of(pair[1])[1]))
        drawn = []
        for _, stretch in stretches:
            run = [cell for _, cell in stretch]
            x, y = self._corner(run[0])
            drawn.append(f"M{x} {y}h{len(run)}v1h-{len(run)}z")
        return "".join(drawn)

    def _spot(self, cell: int) -> str:
        """The element of an empty cell that is free or can be played on; empty text for others."""
        x, y = self._corner(cell)
        free = is_free(self.state, cell)
        offer = self._offer(cell)
        if not free and not offer:
            return ""
        place = place_of(cell)
        fact = f' data-fact="{Fact("free", place)}"' if free else ""
        label = phrase(f"games.queens.view.{'free' if free else 'seen'}_cell", self.language, cell=cell_name(cell))
        return "".join(
            (
                f'<g id="cell-{place[0]}-{place[1]}"{offer}{fact}{spoken(label)}>',
                f'<rect class="hit" x="{x}" y="{y}" width="1" height="1"/>' if offer else "",
                f'<circle class="dot" cx="{x + 0.5}" cy="{y + 0.5}" r=".09"/>' if free else "",
                "</g>",
                self._lines(cell) if move_of(PUT_QUEEN, cell) in self.moves else "",
            )
        )

    def _offer(self, cell: int) -> str:
        """The attribute of a cell that can be played on; with two kinds of pieces it takes two clicks."""
        if self.turn == THIRD and self.state.holes:
            return f' data-drop="{cell_name(cell)}"'
        text = next((self.moves[code] for code in self._codes(cell) if code in self.moves), None)
        return "" if text is None else f' data-move="{text}" tabindex="0"'

    def _codes(self, cell: int) -> list[int]:
        """The codes of all moves on a cell."""
        return [move_of(kind, cell) for kind in range(PASS)]

    def _piece_label(self, cell: int) -> str:
        """The spoken name of a piece."""
        kind, owner = PIECES[self.things[cell]], owner_of(self.state, cell)
        piece, seat = f"games.queens.piece.{kind}", self.titles[self.seats.index(owner)]
        return phrase("games.queens.view.piece", self.language, cell=cell_name(cell), piece=piece, seat=seat)

    def _piece(self, cell: int) -> str:
        """The element of a piece."""
        x, y = self._corner(cell)
        kind, owner, place = PIECES[self.things[cell]], owner_of(self.state, cell), place_of(cell)
        title = self._piece_label(cell)
        queen = kind == "queen"
        return "".join(
            (
                f'<g id="{kind}-{place[0]}-{place[1]}" class="piece" data-fact="{piece_fact(self.state, cell)}"',
                ' tabindex="0" role="img">' if queen else ' role="img">',
                f"<title>{escape(title)}</title>",
                f'<rect class="hit" x="{x}" y="{y}" width="1" height="1"/>' if queen else "",
                f'<use class="{owner}" href="#queens-{kind}" x="{x}" y="{y}" width="1" height="1"/></g>',
                self._lines(cell) if queen else "",
            )
        )

    def _lines(self, cell: int) -> str:
        """The lines of sight of a queen on a cell, up to the edge or a block.

        They are a sibling of the element they belong to, not a part of it, so that its size does not change.
        """
        x, y = self._corner(cell)
        rays = []
        for direction in range(DIRECTIONS):
            far = self._sight(cell, direction)
            if far:
                across, down = int(DX[direction]), -int(DY[direction])
                rays.append(f"M{x + 0.5 + _OUT * across:g} {y + 0.5 + _OUT * down:g}l{across * far} {down * far}")
        return f'<path class="lines" d="{"".join(rays)}"/>'

    def _sight(self, cell: int, direction: int) -> int:
        """The number of cells a queen sees in a direction."""
        at = cell
        for far in range(cells_to_edge(self.state, cell, direction)):
            at += offset_of(direction)
            if self.things[at] == BLOCK:
                return far
        return cells_to_edge(self.state, cell, direction)

    def _mark(self) -> str:
        """A frame around the piece of the last move."""
        if self.marked is None:
            return ""
        x, y = self._corner(self.marked)
        return f'<rect class="last" x="{x + 0.05:g}" y="{y + 0.05:g}" width=".9" height=".9" rx=".12"/>'

    # Beside the board, or below it

    def _cards(self) -> Iterator[str]:
        """The cards of the players, the free cells and the third seat, with its buttons."""
        white, black, free, third = _BELOW if self.narrow else _BESIDE
        yield self._card(white, WHITE, queens_left_fact(self.state, WHITE), "queen", self._queens(WHITE))
        yield self._card(black, BLACK, queens_left_fact(self.state, BLACK), "queen", self._queens(BLACK))
        yield self._free(free)
        left = phrase("games.queens.view.pieces", self.language, pieces=int(self.state.n - self.state.used))
        yield self._card(third, THIRD, pieces_left_fact(self.state), "block", left)
        if self.turn == THIRD:
            yield from self._buttons(third)

    def _queens(self, seat: int) -> str:
        """The text with the number of queens of a player."""
        queens, most = int(self.state.queens[seat]), int(max_queens(self.state))
        return phrase("games.queens.view.queens", self.language, queens=queens, most=most)

    def _card(self, box: _Box, seat: int, fact: Fact, kind: str, text: str) -> str:
        """The card of a seat: its piece, its name and a text."""
        name = self.seats[seat]
        mine = self.turn == seat
        won = self.turn is None and winner(self.state) == seat
        title = self.titles[seat]
        room = box.width - 92 - (_PASS + 2 * _BUTTON + 44 if self.narrow and mine and seat == THIRD else 0)
        heading = shortened(f"{'▶ ' if mine else '★ ' if won else ''}{title}", _SMALL_NAME, room)
        return "".join(
            (
                f'<g id="seat-{name}" data-fact="{fact}"{spoken(f"{title}, {text}")}>',
                f'<rect class="card{" turn" if mine or won else ""}"{box}/>',
                f'<use class="{name}" href="#queens-{kind}" x="{box.x + 10:g}" y="{box.y + 18:g}" width="60"',
                ' height="60"/>',
                f'<text class="name" x="{box.x + 80:g}" y="{box.y + 42:g}"',
                f' style="font-size:{fitting_size(heading, _NAME, room):.3g}px">{escape(heading)}</text>',
                f'<text class="count" id="count-{name}" x="{box.x + 80:g}" y="{box.y + 76:g}">{escape(text)}</text>',
                "</g>",
            )
        )

    def _free(self, box: _Box) -> str:
        """The card with the number of free cells."""
        word = phrase("games.queens.view.free", self.language)
        x, cells = box.x + box.width / 2, int(self.state.free)
        label = phrase("games.queens.view.free_cells", self.language, cells=cells)
        smaller = ' style="font-size:32px"' if cells > 999 else ""
        return (
            f'<g{spoken(label)}><rect class="card"{box}/>'
            f'<text class="free" id="free-cells" x="{x:g}" y="{box.y + 48:g}"{smaller}>{cells}</text>'
            f'<text class="unit" x="{x:g}" y="{box.y + 80:g}">{escape(word)}</text></g>'
        )

    def _buttons(self, box: _Box) -> Iterator[str]:
        """The buttons of the third seat: the pass and, with two kinds of pieces, the kinds."""
        x, y = box.x + box.width - _PASS - 12, box.y + box.height - _BUTTON - 12
        word = phrase("games.queens.view.pass", self.language)
        yield (
            f'<g id="pass" data-move="{self.moves[move_of(PASS, 0)]}" tabindex="0"{spoken(word)}>'
            f'<rect class="button"{_Box(x, y, _PASS, _BUTTON)}/>'
            f'<text class="word" x="{x + _PASS / 2:g}" y="{y + 45:g}">{escape(word)}</text></g>'
        )
        for number, kind in enumerate(("hole", "block") if self.state.holes else (), 1):
            left = x - number * (_BUTTON + 10)
            title = phrase(f"games.queens.piece.{kind}", self.language)
            yield (
                f'<g id="tray-{kind}" data-pick="{kind}" tabindex="0"><title>{escape(title)}</title>'
                f'<rect class="button"{_Box(left, y, _BUTTON, _BUTTON)}/>'
                f'<use href="#queens-{kind}" x="{left + 10:g}" y="{y + 10:g}" width="{_BUTTON - 20}"'
                f' height="{_BUTTON - 20}"/></g>'
            )
