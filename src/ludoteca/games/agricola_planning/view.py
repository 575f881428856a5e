"""The board as a picture: the prompt with the family members to send, the cards, the improvements, the farms.

A card with one move is a button; one with several has a button for each. A button sends the first family member that
can go, or the one that has been picked up before.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from ludoteca.core.game import PlayedMove, Position
from ludoteca.games.agricola_planning.board_from_state import board_of
from ludoteca.games.shared.agricola.board import ActionCard, CardAction, Improvement
from ludoteca.games.shared.agricola.board_svg import GAP, NARROW, WIDE, farmyard_drawings, svg_document
from ludoteca.games.shared.agricola.cards_svg import (
    Frame,
    action_card,
    attributes,
    card_element,
    card_name,
    drop_target,
    element_id,
    family_member,
    grid,
    pressed,
    workers,
)
from ludoteca.games.shared.agricola.farmyard_layout import FarmyardStyle, bottom, farmyard_layouts
from ludoteca.games.shared.agricola.icons import ICONS, icon, improvement_icon
from ludoteca.games.shared.agricola.style import STYLE
from ludoteca.games.shared.spoken import spoken
from ludoteca.games.shared.svg_text import text_element, wrap
from ludoteca.rules.planning.game import PlanningPosition

_FARMYARD = FarmyardStyle(line=25, list_left=14, list_top=18, member=0.5, members_below=True)
_CARD = 104  # the height of an action card
_CARDS_ABREAST = {False: 8, True: 3}
_PANEL = {False: 68.0, True: 144.0}  # its height
_MEMBER = 48
_IMPROVEMENT = 84  # the height of an improvement
_BUTTON = 34
_HINT = 120  # the least width for the hint
_OWN_ICONS = {
    "sprout": '<path d="M20 36V18" stroke="#3f7a2c" stroke-width="3.5" stroke-linecap="round"/>'
    '<path d="M20 22Q6 22 6 8q14 0 14 14zM20 18Q20 5 34 5q0 13-14 13z" fill="#7cc04e" stroke="#3f7a2c"'
    ' stroke-width="1.5"/>',
    "paw": '<g fill="#6b5438"><ellipse cx="20" cy="27" rx="9" ry="7.5"/><circle cx="8.5" cy="19" r="4"/>'
    '<circle cx="15.5" cy="11" r="4"/><circle cx="24.5" cy="11" r="4"/><circle cx="31.5" cy="19" r="4"/></g>',
}
"""Sprouts, and animals of an unknown species."""
_OWN_STYLE = """
.agricola .fee{fill:#8c2f28}
.agricola text.charge{fill:#fff4e6;font-weight:700;text-anchor:middle}
.agricola [data-pick]:focus{outline:none}
.agricola [data-pick]:hover>.paper{fill:#f8e3b0}
.agricola .drop>.spot{fill:#3f8f4a;fill-opacity:.14;stroke:#3f8f4a}
.agricola .taken>.inside{opacity:.68}
"""


def draw(
    position: Position, last: PlayedMove | None, language: str, narrow: bool, player_names: tuple[str, ...] = ()
) -> str:
    """The board as SVG."""
    assert isinstance(position, PlanningPosition)
    return _BoardDrawing(position, last, language, narrow, player_names).svg()


class _BoardDrawing:
    """The board of a position, and where its parts lie."""

    def __init__(
        self,
        position: PlanningPosition,
        last: PlayedMove | None,
        language: str,
        narrow: bool,
        player_names: tuple[str, ...],
    ) -> None:
        self.board = board_of(position, last, language, player_names)
        self.narrow = narrow
        self.width = NARROW if narrow else WIDE
        is_crowded = narrow and any(len(card.buttons) > 1 for card in self.board.improvements)
        self.improvement_height = _IMPROVEMENT + (_BUTTON + 6 if is_crowded else 0)
        abreast = _CARDS_ABREAST[narrow]
        top, width = _PANEL[narrow] + 12, (self.width - (abreast - 1) * GAP) / abreast
        frames = grid(len(self.board.cards), abreast, top, width, _CARD, (GAP, GAP))
        self.cards = list(zip(self.board.cards, frames, strict=True))
        self.improvements_top = top + -(-len(self.cards) // abreast) * (_CARD + GAP) + 8
        farms = self.improvements_top + (2 if narrow else 1) * (self.improvement_height + GAP) + 8
        self.layouts = farmyard_layouts(self.board.farms, farms, self.width, narrow, _FARMYARD)

    def svg(self) -> str:
        farms = farmyard_drawings(self.board, self.layouts)
        height = 6 + bottom(self.board.farms, self.layouts)
        parts = (
            *self._panel(),
            *(self._card(card, frame) for card, frame in self.cards),
            *self._improvements(),
            *(farm.svg() for farm in farms),
            *(farm.family(is_inert=True) for farm in farms),
            *self._ready_members(),
            *workers(self.cards, 44, 6),
        )
        view_box = f"-2 -2 {self.width + 4} {height + 4:g}"
        return svg_document(view_box, self.board.label, STYLE + _OWN_STYLE, {**ICONS, **_OWN_ICONS}, parts)

    # The panel: turn, cost, prompt, and the family members to send

    def _panel(self) -> Iterator[str]:
        board, narrow, right = self.board, self.narrow, self.width - 16
        box, middle = Frame(2, 2, self.width - 4, _PANEL[narrow] - 2), 34 if narrow else 42
        yield f'<rect class="prompt {board.colour}"{box} rx="14"/>'
        turn, total = board.status
        yield text_element(turn.text, 16, middle, 21, "big", 190, attributes(turn.tag))
        yield text_element(total.text, right, middle, 18, "title end", 190, attributes(total.tag))
        x, y = (16, 70) if narrow else (206, 32 if board.hint else 42)
        yield text_element(board.prompt, x, y, 19, f"big {board.colour}", right - x, ' id="prompt"')
        left, top = (self._members_edge(), 104.0) if narrow else (206, 54)
        room = right - left if narrow else self._members_edge() - 222
        if board.hint and room > _HINT:
            lines, size = wrap(board.hint, room, 15, 3)
            yield from (text_element(line, left, top + 18 * n, size, "faint", room) for n, line in enumerate(lines))

    def _members_edge(self) -> float:
        """Where the family members end on a narrow picture, or begin on a wide one."""
        width = len(self.board.ready) * (_MEMBER + 10)
        return 20 + width if self.narrow else self.width - 200 - width

    def _ready_members(self) -> Iterator[str]:
        """The family members that can be picked up."""
        for number, member in enumerate(self.board.ready):
            step = number * (_MEMBER + 10)
            x, y = (14 + step, 86) if self.narrow else (self._members_edge() + step, 10)
            yield (
                f'<g id="pick-{member.name}" data-pick="{member.name}" tabindex="0">'
                f'<title>{escape(member.title)}</title><rect class="paper"{Frame(x, y, _MEMBER, _MEMBER)} rx="10"/>'
                f"{family_member(member, x + 5, y + 5, _MEMBER - 10)}</g>"
            )

    # Action cards

    def _card(self, card: ActionCard, frame: Frame) -> str:
        name, actions = card_name(card, frame), self._actions(card, frame)
        if len(card.buttons) > 1:
            return action_card(card, frame, ('<g class="inside">', *name, *actions, "</g>"))
        return action_card(card, frame, ('<g class="inside">', *name, "</g>"), ('<g class="inside">', *actions, "</g>"))

    def _actions(self, card: ActionCard, frame: Frame) -> Iterator[str]:
        """The card's actions with their costs, as buttons where there are several moves."""
        top = frame.y + _CARD - 50
        if len(card.actions) == 1:
            (action,) = card.actions
            amount = text_element(f"×{action.amount}", frame.x + 48, top + 31, 22, "big") if action.amount else ""
            shape = _action_icon(action, frame.x + 5, top, frame.x + frame.width - 20)
            yield shape + amount
            return
        for number, action in enumerate(card.actions):
            left = frame.x + 5 + number * (48 if self.narrow else 43)
            shape, button = _action_icon(action, left, top, left + 33), action.button
            if button is None or len(card.buttons) == 1:
                faint = "" if action.is_possible else ' class="none"'
                yield f"<g{faint}>{shape}</g>"
                continue
            box = Frame(left, top, 40, 44)
            yield (
                f'<g id="tile-{element_id(button.drop)}"{pressed(button)}><title>{escape(button.title)}</title>'
                f'<rect class="button"{box} rx="8"/>{shape}{drop_target(button, box)}</g>'
            )

    # Improvements: price or owner, the food they bake, and their moves

    def _improvements(self) -> Iterator[str]:
        cards, abreast = self.board.improvements, 2 if self.narrow else 4
        width = (self.width - (abreast - 1) * GAP) / abreast
        frames = grid(len(cards), abreast, self.improvements_top, width, self.improvement_height, (GAP, GAP))
        yield from (self._improvement(card, frame) for card, frame in zip(cards, frames, strict=True))

    def _improvement(self, card: Improvement, frame: Frame) -> str:
        has_buttons = len(card.buttons) > 1
        are_beside = has_buttons and not self.narrow
        room = frame.width - (150 if are_beside else 20)
        contents = (
            f'<rect class="paper"{frame} rx="10"/>',
            icon(improvement_icon(card.name), frame.x + 8, frame.y + 30, 44),
            text_element(card.label, frame.x + 10, frame.y + 22, 16, "title", room),
            *self._price(card, frame.x + 60, frame.y + 38),
            *(() if are_beside else _baking(card, frame)),
            *(self._buttons(card, frame) if has_buttons else ()),
        )
        return card_element(card, frame, "card offered" if has_buttons else "card", contents)

    def _price(self, card: Improvement, x: float, y: float) -> Iterator[str]:
        if card.owner is not None:
            owner = self.board.farms[card.owner]
            yield text_element(owner.name.text, x, y + 24, 16, f"title {owner.colour}", 84)
            return
        for number, price in enumerate(card.price):
            yield f"<g{spoken(price.word)}>" + text_element(str(price.amount), x + number * 40, y + 24, 17, "big")
            yield icon(price.good, x + 11 + number * 40, y + 6, 24) + "</g>"

    def _buttons(self, card: Improvement, frame: Frame) -> Iterator[str]:
        for number, button in enumerate(card.buttons):
            if self.narrow:
                width = (frame.width - 18) / len(card.buttons)
                box = Frame(frame.x + 6 + number * (width + 6), frame.y + _IMPROVEMENT, width, _BUTTON)
            else:
                box = Frame(frame.x + frame.width - 132, frame.y + 6 + number * (_BUTTON + 4), 124, _BUTTON)
            yield (
                f'<g id="move-{element_id(button.drop)}"{pressed(button)}><title>{escape(button.title)}</title>'
                f'<rect class="button"{box} rx="8"/>{icon(button.icon, box.x + 5, box.y + 5, 24)}'
                f"{text_element(button.label, box.x + 33, box.y + 22, 15, 'title', box.width - 39)}"
                f"{drop_target(button, box)}</g>"
            )


def _action_icon(action: CardAction, x: float, y: float, cost_x: float) -> str:
    """An action's icon, and its cost in a circle."""
    circle = f'<circle class="fee" cx="{cost_x:g}" cy="{y + 8:g}" r="10"/>'
    return icon(action.icon, x + 2, y + 4, 36) + circle + text_element(str(action.cost), cost_x, y + 13, 14, "charge")


def _baking(card: Improvement, frame: Frame) -> Iterator[str]:
    """Grain, and the food it becomes."""
    left = frame.x + frame.width - 86
    for number, (food, title) in enumerate(card.baking):
        top = frame.y + 28 + number * 26 + (10 if len(card.baking) == 1 else 0)
        yield f"<g><title>{escape(title)}</title>"
        yield text_element(str(number + 1), left - 6, top + 18, 16, "big") + icon("grain", left + 4, top, 22)
        yield text_element("→", left + 26, top + 18, 15, "faint")
        yield text_element(str(food), left + 44, top + 18, 16, "big") + icon("food", left + 55, top, 24) + "</g>"
