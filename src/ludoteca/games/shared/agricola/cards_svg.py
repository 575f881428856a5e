"""Action cards, improvements, buttons and family members as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from ludoteca.games.shared.agricola.board import (
    ActionCard,
    Board,
    Card,
    FamilyMember,
    Improvement,
    MoveButton,
    Pile,
    Tag,
)
from ludoteca.games.shared.agricola.icons import icon, improvement_icon
from ludoteca.games.shared.spoken import spoken
from ludoteca.games.shared.svg_text import text_element, wrap

Point = tuple[float, float]


def attributes(tag: Tag) -> str:
    """The id and the fact of an element, as attributes."""
    name = f' id="{tag.id}"' if tag.id else ""
    return name if tag.fact is None else f'{name} data-fact="{tag.fact}"'


def pressed(button: MoveButton | None) -> str:
    """The attributes that make an element a button."""
    if button is None:
        return ""
    return f' data-{"pick" if button.is_pick else "move"}={quoteattr(button.text)} tabindex="0"'


def drop_target(button: MoveButton | None, frame: Frame) -> str:
    """A place above a button for the family member that has been picked up."""
    if button is None or not button.drop:
        return ""
    return f'<g class="drop" data-drop={quoteattr(button.drop)}><rect class="spot"{frame.inset(2)} rx="8"/></g>'


def element_id(text: str) -> str:
    """A move's text as part of an id.

    >>> element_id("take wood from clay-pit")
    'take-wood-from-clay-pit'
    """
    return "".join(letter if letter.isalnum() else "-" for letter in text)


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle of the picture."""

    x: float
    y: float
    width: float
    height: float

    def __str__(self) -> str:
        return f' x="{self.x:g}" y="{self.y:g}" width="{self.width:g}" height="{self.height:g}"'

    def inset(self, by: float) -> Frame:
        return Frame(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


def grid(count: int, abreast: int, top: float, width: float, height: float, gap: Point) -> Iterator[Frame]:
    """The frames of so many cards, row by row."""
    for number in range(count):
        row, column = divmod(number, abreast)
        yield Frame(column * (width + gap[0]), top + row * (height + gap[1]), width, height)


def family_member(member: FamilyMember, x: float, y: float, size: float) -> str:
    """A family member, or the faint place of one that is away."""
    box = f'x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"'
    if member.is_away:
        return f'<use id="home-{member.name}" class="{member.colour}" opacity=".2" href="#agricola-person" {box}/>'
    return (
        f'<use id="{member.name}" class="{member.colour}{" idle" if member.is_idle else ""}"'
        f' href="#agricola-{"child" if member.is_child else "person"}" {box}'
        f' data-fact="{member.fact}" role="img"><title>{escape(member.title)}</title></use>'
    )


def move_button(button: MoveButton, frame: Frame) -> str:
    """A button with its icon and its label."""
    x, y, height = frame.x, frame.y, frame.height
    size, side = min(16, height - 6), min(26, height - 2)
    room = frame.width - side - 16
    return (
        f'<g id="move-{element_id(button.text)}"{pressed(button)}><title>{escape(button.title)}</title>'
        f'<rect class="button"{frame} rx="8"/>{icon(button.icon, x + 4, y + (height - side) / 2, side)}'
        f"{text_element(button.label, x + side + 8, y + height / 2 + size * 0.36, size, 'title', room)}</g>"
    )


def last_move_mark(colour: str, frame: Frame) -> str:
    """A dotted frame around the card of the last move; nothing without a colour."""
    return f'<rect class="last {colour}"{frame.inset(4)} rx="7"/>' if colour else ""


# Action cards


def card_element(card: Card, frame: Frame, classes: str, contents: Iterable[str], amounts: Iterable[str] = ()) -> str:
    """A card with its contents; with a single move, the whole card is its button.

    Amounts lie over the card and are no part of the button: its name tells them in words.
    """
    only = card.buttons[0] if len(card.buttons) == 1 else None
    head = f'<g{attributes(card.tag)} class="{classes}"{pressed(only)} role="group"><title>{escape(card.title)}</title>'
    body = " ".join(contents)  # spaces keep the words of the name apart
    over = "".join(amounts)
    upper = f'<g class="amounts{" taken" if "taken" in classes else ""}" aria-hidden="true">{over}</g>' if over else ""
    return f"{head}{body}{last_move_mark(card.marked_by, frame)}{drop_target(only, frame)}</g>{upper}"


def action_card(card: ActionCard, frame: Frame, contents: Iterable[str], amounts: Iterable[str] = ()) -> str:
    """An action card on its paper."""
    classes = f"card{' taken' if card.is_taken else ''}{' offered' if card.is_offered else ''}"
    paper = f'<rect class="paper{" round" if card.round else ""}"{frame} rx="10"/>'
    return card_element(card, frame, classes, (paper, *contents), amounts)


def card_name(card: ActionCard, frame: Frame) -> list[str]:
    """The lines of a card's name."""
    name, size = wrap(card.label, frame.width - 18, 16)
    return [
        text_element(line, frame.x + 9, frame.y + 21 + 18 * number, size, "title", frame.width - 18)
        for number, line in enumerate(name)
    ]


def card_with_pile(card: ActionCard, frame: Frame) -> str:
    """A card with its name, and a button for each move, its goods, or icons of its actions."""
    name = card_name(card, frame)
    if len(card.buttons) > 1:
        return action_card(card, frame, (*name, *_choices(card.buttons, frame, len(name))))
    amounts = _action_icons(card, frame) if card.pile is None else _pile(card, card.pile, frame)
    return action_card(card, frame, name, amounts)


def _choices(buttons: Sequence[MoveButton], frame: Frame, lines: int) -> Iterator[str]:
    top = 29 + 18 * (lines - 1)
    height = min(32, (frame.height - top - 6) / len(buttons) - 3)
    for number, button in enumerate(buttons):
        y = frame.y + top + number * (height + 3)
        yield move_button(button, Frame(frame.x + 6, y, frame.width - 12, height))


def _pile(card: ActionCard, pile: Pile, frame: Frame) -> Iterator[str]:
    x, top = frame.x, frame.y + frame.height - 46
    yield f"<g{attributes(Tag(f'lies-{card.name}', pile.fact if pile.total else None))}>"
    # Goods that were taken keep the pile's id, so that the page can move them; the empty pile has another one.
    icon_id = f"{'pile' if pile.taken_by is None else 'left'}-{card.name}"
    faint = "" if pile.total else ' class="none"'
    yield icon(pile.good, x + 8, top, 38, f' id="{icon_id}"{faint}')
    room = frame.width - (96 if card.is_taken else 58)
    yield text_element(str(pile.total or "–"), x + 50, top + 28, 25, "big", room, f' id="count-{card.name}"') + "</g>"


def _action_icons(card: ActionCard, frame: Frame) -> Iterator[str]:
    top = frame.y + frame.height - 46
    for number, action in enumerate(card.actions):
        left = frame.x + 8 + number * 50
        yield icon(action.icon, left, top + 2, 34)
        if number < len(card.actions) - 1:
            yield text_element("→" if card.is_joint else "/", left + 42, top + 26, 18, "middle faint")


def workers(cards: Iterable[tuple[ActionCard, Frame]], size: float, inset: float) -> Iterator[str]:
    """The family members on the cards, from right to left on each card, in the order of their names."""
    drawn = {}
    for card, frame in cards:
        for number, member in enumerate(card.workers):
            x = frame.x + frame.width - inset - size - 28 * number
            drawn[member.name] = family_member(member, x, frame.y + frame.height - size - 6, size)
    return (drawn[name] for name in sorted(drawn))


# Improvements


def improvement_with_points(board: Board, card: Improvement, frame: Frame) -> str:
    """An improvement with its name, icon and points above its price or its owner."""
    x, y, room = frame.x, frame.y, frame.width - 12
    name, size = wrap(card.label, room, 15)
    contents = (
        f'<rect class="paper"{frame} rx="9"/>',
        *(text_element(line, x + 7, y + 19 + 17 * n, size, "title", room) for n, line in enumerate(name)),
        icon(improvement_icon(card.name), x + 7, y + 41, 31),
        f'<circle class="coin" cx="{x + frame.width - 20:g}" cy="{y + 57:g}" r="13"/>',
        text_element(str(card.points), x + frame.width - 20, y + 63, 17, "big middle"),
        *_price(board, card, x + 7, y + frame.height - 28, room),
    )
    return card_element(card, frame, "card" if card.owner is None else "card taken", contents)


def _price(board: Board, card: Improvement, x: float, y: float, room: float) -> Iterator[str]:
    if card.owner is not None:
        owner = board.farms[card.owner]
        yield text_element(owner.name.text, x, y + 18, 15, f"title {owner.colour}", room)
        return
    for number, price in enumerate(card.price):
        if number and card.either:
            yield text_element("/", x + 2, y + 18, 17, "faint")
            x += 12
        yield f"<g{spoken(price.word)}>"
        if price.amount:
            yield text_element(str(price.amount), x, y + 18, 17, "big") + icon(price.good, x + 12, y, 23)
        else:
            yield icon(price.good, x, y, 22)
        yield "</g>"
        x += 42 if price.amount else 23
