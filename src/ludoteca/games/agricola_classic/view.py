"""The board as a picture: the action cards, the improvements, the moves, then the farms.

Wide, the cards lie as on the printed board: its own cards on the left, the round cards on the right, those of rounds to
come face down. Narrow, only cards that are turned up are shown, and a track shows the rounds.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.core.game import PlayedMove, Position
from ludoteca.games.agricola_classic.board_from_memory import board_of
from ludoteca.games.shared.agricola import board_svg, rounds_svg
from ludoteca.games.shared.agricola.board import ActionCard, RoundTrack
from ludoteca.games.shared.agricola.board_svg import GAP, NARROW, WIDE, MovePanel
from ludoteca.games.shared.agricola.cards_svg import Frame, card_with_pile, grid, improvement_with_points, workers
from ludoteca.games.shared.agricola.farmyard_layout import FarmyardStyle, bottom, farmyard_layouts
from ludoteca.games.shared.agricola.icons import ICONS
from ludoteca.games.shared.agricola.style import STYLE
from ludoteca.rules.production.game import ProductionPosition

_FARMYARD = FarmyardStyle(line=23, list_left=16, list_top=16, member=0.46, member_step=0.3)
_CARD = 110  # the height of an action card
_ROW_GAP = 14  # between rows of cards on a wide picture, where sickles stand
_ROUNDS_GAP = 24  # between the board's cards and the round cards
_IMPROVEMENT = 104  # the height of an improvement
_BOARD_COLUMNS, _ROUND_COLUMNS = 3, 5


def draw(
    position: Position, last: PlayedMove | None, language: str, narrow: bool, player_names: tuple[str, ...] = ()
) -> str:
    """The board as SVG."""
    assert isinstance(position, ProductionPosition)
    return _BoardDrawing(position, last, language, narrow, player_names).svg()


class _BoardDrawing:
    """The board of a position, and where its parts lie."""

    def __init__(
        self,
        position: ProductionPosition,
        last: PlayedMove | None,
        language: str,
        narrow: bool,
        player_names: tuple[str, ...],
    ) -> None:
        self.board = board_of(position, last, language, player_names)
        self.narrow = narrow
        self.width = NARROW if narrow else WIDE
        self.panel = MovePanel(self.board, self.width, narrow)
        columns = _BOARD_COLUMNS if narrow else _BOARD_COLUMNS + _ROUND_COLUMNS
        between = 0 if narrow else _ROUNDS_GAP - GAP
        self.card_width = (self.width - (columns - 1) * GAP - between) / columns
        self.row = _CARD + (GAP if narrow else _ROW_GAP)
        self.tops = self._tops()
        self.slots = {} if narrow else dict(self._slots())
        self.cards = list(self._cards())
        self.layouts = farmyard_layouts(self.board.farms, self.tops["farms"], self.width, narrow, _FARMYARD)

    def _tops(self) -> dict[str, float]:
        """The upper edge of each part."""
        panel = self.panel.height + 12
        if not self.narrow:
            improvements = len(rounds_svg.SLOT_ROWS) * self.row + 10.0
            below = improvements + _IMPROVEMENT + 12
            return {"cards": 0, "improvements": improvements, "panel": below, "farms": below + panel}
        cards = rounds_svg.TRACK + panel
        improvements = cards + -(-len(self.board.cards) // _BOARD_COLUMNS) * self.row + 6
        farms = improvements + 3 * (_IMPROVEMENT + GAP) + 6
        return {"panel": rounds_svg.TRACK, "cards": cards, "improvements": improvements, "farms": farms}

    def _slots(self) -> Iterator[tuple[int, Frame]]:
        """The place of each round's card on a wide picture."""
        for row, rounds in enumerate(rounds_svg.SLOT_ROWS):
            for column, number in enumerate(rounds, _BOARD_COLUMNS):
                x = column * (self.card_width + GAP) + _ROUNDS_GAP - GAP
                yield number, Frame(x, self.tops["cards"] + row * self.row, self.card_width, _CARD)

    def _cards(self) -> Iterator[tuple[ActionCard, Frame]]:
        in_rows = [card for card in self.board.cards if self.narrow or not card.round]
        gap = GAP, self.row - _CARD
        frames = grid(len(in_rows), _BOARD_COLUMNS, self.tops["cards"], self.card_width, _CARD, gap)
        yield from zip(in_rows, frames, strict=True)
        yield from ((card, self.slots[card.round]) for card in self.board.cards if card.round in self.slots)

    def svg(self) -> str:
        farms = board_svg.farmyard_drawings(self.board, self.layouts)
        lands = [land for farm in self.board.farms for land in farm.lands]
        is_inert = any(land.button or land.drops for land in lands)  # the family must not cover rooms to choose
        height = 6 + bottom(self.board.farms, self.layouts)
        assert self.board.rounds is not None
        parts = (
            *self._rounds(self.board.rounds),
            *(card_with_pile(card, frame) for card, frame in self.cards),
            *(() if self.narrow else rounds_svg.harvest_sickles(self.board.rounds, self.slots)),
            *self._improvements(),
            *self.panel.svg(self.tops["panel"]),
            *(farm.svg() for farm in farms),
            board_svg.taken_piles(self.board, self.layouts),
            *(farm.family(is_inert) for farm in farms),
            *workers(self.cards, 40, 4),
        )
        view_box = f"-2 -16 {self.width + 11} {height + 18:g}"
        return board_svg.svg_document(view_box, self.board.label, STYLE, ICONS, parts)

    def _rounds(self, track: RoundTrack) -> Iterator[str]:
        if self.narrow:
            yield from rounds_svg.round_track(self.board, track, self.width)
            return
        yield from rounds_svg.face_down_cards(track, self.slots)
        x = 7 * (self.card_width + GAP) + _ROUNDS_GAP
        yield from rounds_svg.round_status(self.board, x, self.tops["cards"] + 30, self.width - x)

    def _improvements(self) -> Iterator[str]:
        cards = self.board.improvements
        abreast = 4 if self.narrow else len(cards)
        width = (self.width - (abreast - 1) * GAP) / max(1, abreast)
        frames = grid(len(cards), abreast, self.tops["improvements"], width, _IMPROVEMENT, (GAP, GAP))
        for card, frame in zip(cards, frames, strict=True):
            yield improvement_with_points(self.board, card, frame)
