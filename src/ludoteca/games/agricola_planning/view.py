"""Agricola's working day as a picture: whose turn it is and who can go, the cards, the improvements, the farms.

A card that offers one thing is a button; one that offers several has a button for each. Pressed at once, a button sends
the first person there is; whoever has picked up somebody else sends that one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from xml.sax.saxutils import escape, quoteattr

from ludoteca.core.game import Fact, PlayedMove, Position
from ludoteca.core.i18n import phrase
from ludoteca.games.agricola_planning.farm import YIELD, Card, Improvement, Person, read
from ludoteca.games.agricola_planning.farmyard import DRAWN as OWN
from ludoteca.games.agricola_planning.farmyard import LINE, SEATS, STORED, Farmyard, figure
from ludoteca.games.agricola_planning.offers import (
    ROOT,
    Offer,
    Tile,
    capital,
    icon_of,
    name_of,
    offers_of,
    tiles_of,
    told,
    touched_by,
    word,
)
from ludoteca.games.shared.agricola.drawings import DRAWN, STYLE, icon, improvement, symbols
from ludoteca.games.shared.agricola.farm_layout import Ground
from ludoteca.games.shared.svg_text import letters, lines
from ludoteca.rules.planning.game import PlanningPosition

_WIDE, _NARROW = 1160, 480
_GAP = 8
_CARD = 104  # its height
_ABREAST = {False: 8, True: 3}  # cards in a row
_PERSON = 48
_MARKET = 84  # the height of an improvement
_BUTTON = 34
_HINT = 120  # where there is less room, how to choose is not told
_STYLE = (
    STYLE
    + """
.agricola .fee{fill:#8c2f28}
.agricola text.charge{fill:#fff4e6;font-weight:700;text-anchor:middle}
.agricola [data-pick]:focus{outline:none}
.agricola [data-pick]:hover>.paper{fill:#f8e3b0}
.agricola .drop>.spot{fill:#3f8f4a;fill-opacity:.14;stroke:#3f8f4a}
.agricola .taken>.inside{opacity:.45}
"""
)

Place = tuple[float, float]


def draw(position: Position, last: PlayedMove | None, language: str, narrow: bool) -> str:
    """The table as SVG."""
    assert isinstance(position, PlanningPosition)
    return _Picture(position, last, language, narrow).svg()


class _Picture:
    """Where everything is, for one position."""

    def __init__(self, position: PlanningPosition, last: PlayedMove | None, language: str, narrow: bool) -> None:
        self.board = read(position)
        self.offers = offers_of(position, language)
        self.turn = position.turn
        self.stuck = position.stuck
        self.result = position.result() if position.turn is None else ()
        self.touched = touched_by(last)
        self.language = language
        self.narrow = narrow
        self.width = _NARROW if narrow else _WIDE
        abreast = _ABREAST[narrow]
        self.card = (self.width - (abreast - 1) * _GAP) / abreast
        self.sold = [[offer for offer in self.offers if self._is_at(offer, card)] for card in self.board.improvements]
        self.tops = self._tops()
        self.grounds = [self._ground(seat) for seat in range(len(self.board.farms))]
        bought = [len(farm.improvements) for farm in self.board.farms]
        self.height = 6 + max(
            ground.y + ground.height(count) for ground, count in zip(self.grounds, bought, strict=True)
        )

    @staticmethod
    def _is_at(offer: Offer, card: Improvement) -> bool:
        return offer.at_improvement and offer.item == card.name

    def _tops(self) -> dict[str, float]:
        """The upper edges of the parts, from top to bottom."""
        cards = (144 if self.narrow else 68) + 12.0
        market = cards + -(-len(self.board.cards) // _ABREAST[self.narrow]) * (_CARD + _GAP) + 8
        rows = 2 if self.narrow else 1
        return {"cards": cards, "market": market, "farms": market + rows * (self._market_height() + _GAP) + 8}

    def _market_height(self) -> float:
        crowded = self.narrow and any(len(offers) > 1 for offers in self.sold)
        return _MARKET + (_BUTTON + 6 if crowded else 0)

    def _ground(self, seat: int) -> Ground:
        if self.narrow:
            ground = Ground(2, self.tops["farms"], self.width - 4, 88, True, STORED, LINE)
            above = sum(ground.height(len(farm.improvements)) + 14 for farm in self.board.farms[:seat])
            return replace(ground, y=ground.y + above)
        width = (self.width - 16) / 2
        return Ground(3 + seat * (width + 10), self.tops["farms"], width, 80, False, STORED, LINE)

    def svg(self) -> str:
        label = escape(self._label())
        yards = [
            Farmyard(farm, ground, self.turn == farm.seat, self.language)
            for farm, ground in zip(self.board.farms, self.grounds, strict=True)
        ]
        elsewhere = {person.name for person in self._ready()}
        if self.touched is not None and self.touched.stands(self.board):
            elsewhere.add(self.touched.person)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="agricola" viewBox="-2 -2 {self.width + 4} '
            f'{self.height + 4:g}" role="img" aria-label="{label}"><title>{label}</title><style>{_STYLE}</style>',
            symbols({**DRAWN, **OWN}),
            *self._panel(),
            *(self._card(card, place) for card, place in self._placed()),
            *self._market(),
            *(yard.svg() for yard in yards),
            *(yard.people(elsewhere) for yard in yards),
            *self._people(),
            *self._worker(),
            "</svg>",
        ]
        return "\n".join(parts)

    def _say(self, key: str, **args: str | int | tuple[str, ...]) -> str:
        return phrase(f"{ROOT}.view.{key}", self.language, **args)

    def _seat(self, seat: int) -> str:
        return f"{ROOT}.seat.{self.board.farms[seat].player}"

    def _label(self) -> str:
        names = [phrase(self._seat(seat), self.language) for seat in range(len(self.board.farms))]
        penalties = tuple(f"{name} {farm.penalty}" for name, farm in zip(names, self.board.farms, strict=True))
        if self.turn is None:
            return self._say("label_over", penalties=penalties)
        return self._say("label", turn=self.board.turn, seat=self._seat(self.turn), penalties=penalties)

    # Whose turn it is, and who can go

    def _ready(self) -> list[Person]:
        """The people that can be sent somewhere."""
        names = {name for offer in self.offers for name in offer.people}
        farms = () if self.turn is None else (self.board.farms[self.turn],)
        return [person for farm in farms for person in farm.people if person.name in names]

    def _panel(self) -> Iterator[str]:
        height = self.tops["cards"] - 12
        seat = "" if self.turn is None else SEATS[self.turn]
        yield f'<rect class="prompt {seat}" x="2" y="2" width="{self.width - 4}" height="{height - 2:g}" rx="14"/>'
        board, middle = self.board, 34 if self.narrow else 42
        turn, total = Fact("turn", (board.turn,)), Fact("total_cost", (board.total,))
        words = self._say("turn", turn=board.turn, last=board.last_turn)
        yield letters(words, 16, middle, 21, "big", 190, f' id="turn" data-fact="{turn}"')
        words = self._say("total", cost=board.total)
        right = self.width - 16
        yield letters(words, right, middle, 18, "title end", 190, f' id="total" data-fact="{total}"')
        x, y = (16, 70) if self.narrow else (206, 32 if self.turn is not None else 42)
        yield letters(self._prompt(), x, y, 19, f"big {seat}", self.width - x - 16, ' id="prompt"')
        if self.turn is not None:
            left, top = (self._left(), 104) if self.narrow else (206, 54)
            room = self.width - left - 16 if self.narrow else self._left() - 222
            said, size = lines(self._say("who"), room, 15, 3) if room > _HINT else ([], 15)
            yield from (letters(line, left, top + 18 * n, size, "faint", room) for n, line in enumerate(said))

    def _left(self) -> float:
        """Where the people end on a narrow picture, or begin on a wide one."""
        many = len(self._ready())
        return 20 + many * (_PERSON + 10) if self.narrow else self.width - 200 - many * (_PERSON + 10)

    def _prompt(self) -> str:
        if self.stuck is not None:
            return capital(self._say("stuck", seat=self._seat(self.stuck)))
        if self.turn is not None:
            return capital(self._say("choose", seat=self._seat(self.turn)))
        if self.result.count(max(self.result)) > 1:
            return self._say("drawn")
        return self._say("won", seat=self._seat(self.result.index(max(self.result))))

    def _people(self) -> Iterator[str]:
        """Those who can be sent, to be picked up."""
        for number, person in enumerate(self._ready()):
            step = number * (_PERSON + 10)
            x, y = (14 + step, 86) if self.narrow else (self._left() + step, 10)
            player = self.board.farms[person.seat].player
            key = "unborn" if person.unborn else "person"
            title = self._say(key, person=person.name, seat=self._seat(person.seat))
            yield (
                f'<g id="pick-{person.name}" data-pick="{person.name}" tabindex="0"><title>{escape(title)}</title>'
                f'<rect class="paper" x="{x:g}" y="{y:g}" width="{_PERSON}" height="{_PERSON}" rx="10"/>'
                f"{figure(person, player, x + 5, y + 5, _PERSON - 10, self.language)}</g>"
            )

    def _worker(self) -> Iterator[str]:
        """Whoever acted last, on the card."""
        if self.touched is None or not self.touched.stands(self.board):
            return
        person = self.board.person(self.touched.person)
        x, y = next(place for card, place in self._placed() if card.name == self.touched.card)
        player = self.board.farms[person.seat].player
        worker = replace(person, acted=False)  # seen as somebody at work, not as somebody who rests
        drawn = figure(worker, player, x + self.card - 50, y + _CARD - 50, 44, self.language)
        yield drawn.replace(str(worker.fact(player)), str(person.fact(player)))

    # Cards

    def _placed(self) -> Iterator[tuple[Card, Place]]:
        for number, card in enumerate(self.board.cards):
            row, column = divmod(number, _ABREAST[self.narrow])
            yield card, (column * (self.card + _GAP), self.tops["cards"] + row * (_CARD + _GAP))

    def _card(self, card: Card, place: Place) -> str:
        x, y = place
        tiles = tiles_of(card, self.offers)
        offers = [offer for tile in tiles for offer in tile.offers]
        looks = {"taken": card.used, "offered": len(offers) > 1}
        look = " ".join(("card", *(name for name, holds in looks.items() if holds)))
        only = offers[0] if len(offers) == 1 else None
        fact = f' data-fact="{Fact("used", (card.name,))}"' if card.used else ""
        name, size = lines(name_of(card.name, self.language), self.card - 18, 16)
        return "".join(
            (
                f'<g id="card-{card.name}" class="{look}"{_pressed(only)}{fact}>',
                f"<title>{escape(self._title(card, only))}</title>",
                f'<rect class="paper" x="{x:g}" y="{y:g}" width="{self.card:g}" height="{_CARD}" rx="10"/>',
                '<g class="inside">',
                *(letters(line, x + 9, y + 21 + 18 * n, size, "title", self.card - 18) for n, line in enumerate(name)),
                *self._tiles(tiles, only, x, y),
                "</g>",
                self._mark(card.name, x, y, self.card, _CARD),
                _spot(only, x, y, self.card, _CARD),
                "</g>",
            )
        )

    def _title(self, card: Card, offer: Offer | None) -> str:
        name = capital(word(card.name, self.language))
        if offer is not None:
            return f"{name}: {self._offered(offer)}"
        if card.used:
            return f"{name}: {self._say('used_turn' if card.returns else 'used')}"
        return f"{name}: {', '.join(told(deed, self.board.costs[deed], self.language) for deed in card.deeds)}"

    def _offered(self, offer: Offer) -> str:
        return self._say("offer", what=offer.title, cost=self.board.costs[offer.deed])

    def _tiles(self, tiles: Sequence[Tile], only: Offer | None, x: float, y: float) -> Iterator[str]:
        """What a card is for: each thing with its cost, as a button where there are several to choose from."""
        top = y + _CARD - 50
        for number, tile in enumerate(tiles):
            left = x + 5 + number * (48 if self.narrow else 43)
            shape = icon(icon_of(tile.deed, tile.item), left + 2, top + 4, 36)
            fee = self._fee(tile.deed, left + 33 if len(tiles) > 1 else x + self.card - 20, top + 8)
            if len(tiles) == 1:
                amount = YIELD.get(tile.deed)
                yield shape + fee + (letters(f"×{amount}", left + 43, top + 31, 22, "big") if amount else "")
                continue
            if tile.offer is None or tile.offer is only:
                faint = "" if tile.offers else ' class="none"'
                yield f"<g{faint}>{shape}{fee}</g>"
                continue
            yield (
                f'<g id="tile-{_slug(tile.offer.drop)}"{_pressed(tile.offer)}>'
                f"<title>{escape(self._offered(tile.offer))}</title>"
                f'<rect class="button" x="{left:g}" y="{top:g}" width="40" height="44" rx="8"/>'
                f"{shape}{fee}{_spot(tile.offer, left, top, 40, 44)}</g>"
            )

    def _fee(self, deed: str, x: float, y: float) -> str:
        """What something costs."""
        cost = self.board.costs[deed]
        return f'<circle class="fee" cx="{x:g}" cy="{y:g}" r="10"/>' + letters(str(cost), x, y + 5, 14, "charge")

    def _mark(self, name: str, x: float, y: float, width: float, height: float) -> str:
        """A dotted frame around what the last move was about."""
        if self.touched is None or name not in (self.touched.card, self.touched.improvement):
            return ""
        frame = f'x="{x + 4:g}" y="{y + 4:g}" width="{width - 8:g}" height="{height - 8:g}"'
        return f'<rect class="last {SEATS[self.touched.seat]}" {frame} rx="7"/>'

    # Improvements: what they cost, what they bake, whose they are

    def _market(self) -> Iterator[str]:
        abreast = 2 if self.narrow else 4
        width, height = (self.width - (abreast - 1) * _GAP) / abreast, self._market_height()
        for number, card in enumerate(self.board.improvements):
            row, column = divmod(number, abreast)
            place = column * (width + _GAP), self.tops["market"] + row * (height + _GAP)
            yield self._improvement(card, self.sold[number], place, width)

    def _improvement(self, card: Improvement, offers: list[Offer], place: Place, width: float) -> str:
        x, y = place
        height = self._market_height()
        only = offers[0] if len(offers) == 1 else None
        title = capital(word(card.name, self.language))
        if card.owner is None:
            fact = Fact("for_sale", (card.name,))
        else:
            fact = Fact("owns", (self.board.farms[card.owner].player, card.name))
        look = "card offered" if len(offers) > 1 else "card"
        beside = len(offers) > 1 and not self.narrow  # where the buttons are
        room = width - (150 if beside else 20)
        return "".join(
            (
                f'<g id="improvement-{card.name}" class="{look}"{_pressed(only)} data-fact="{fact}">',
                f"<title>{escape(f'{title}: {self._at(only)}' if only else title)}</title>",
                f'<rect class="paper" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="10"/>',
                icon(improvement(card.name), x + 8, y + 30, 44),
                letters(name_of(card.name, self.language), x + 10, y + 22, 16, "title", room),
                *self._price(card, x + 60, y + 38),
                *(() if beside else self._bread(card, x, y, width)),
                *(self._buttons(offers, x, y, width) if len(offers) > 1 else ()),
                self._mark(card.name, x, y, width, height),
                _spot(only, x, y, width, height),
                "</g>",
            )
        )

    def _at(self, offer: Offer) -> str:
        """An offer with the card that makes it possible."""
        return f"{self._offered(offer)}: {word(offer.card, self.language)}"

    def _price(self, card: Improvement, x: float, y: float) -> Iterator[str]:
        if card.owner is not None:
            name = capital(phrase(self._seat(card.owner), self.language))
            yield letters(name, x, y + 24, 16, f"title {SEATS[card.owner]}", 84)
            return
        for number, (good, amount) in enumerate(card.price):
            yield letters(str(amount), x + number * 40, y + 24, 17, "big")
            yield icon(good, x + 11 + number * 40, y + 6, 24)

    def _bread(self, card: Improvement, x: float, y: float, width: float) -> Iterator[str]:
        """Grain, and what it becomes."""
        left = x + width - 86
        for number, food in enumerate(card.bread):
            top = y + 28 + number * 26 + (10 if len(card.bread) == 1 else 0)
            yield f"<g><title>{escape(self._say('bread', grain=number + 1, food=food))}</title>"
            yield letters(str(number + 1), left - 6, top + 18, 16, "big") + icon("grain", left + 4, top, 22)
            yield letters("→", left + 26, top + 18, 15, "faint") + letters(str(food), left + 44, top + 18, 16, "big")
            yield icon("food", left + 55, top, 24) + "</g>"

    def _buttons(self, offers: Sequence[Offer], x: float, y: float, width: float) -> Iterator[str]:
        """A button for each way to get an improvement, or to use it."""
        for number, offer in enumerate(offers):
            if self.narrow:
                wide = (width - 18) / len(offers)
                left, top = x + 6 + number * (wide + 6), y + _MARKET
            else:
                wide, left = 124.0, x + width - 132
                top = y + 6 + number * (_BUTTON + 4)
            yield (
                f'<g id="move-{_slug(offer.drop)}"{_pressed(offer)}><title>{escape(self._at(offer))}</title>'
                f'<rect class="button" x="{left:g}" y="{top:g}" width="{wide:g}" height="{_BUTTON}" rx="8"/>'
                f"{icon(offer.icon, left + 5, top + 5, 24)}"
                f"{letters(offer.short, left + 33, top + 22, 15, 'title', wide - 39)}"
                f"{_spot(offer, left, top, wide, _BUTTON)}</g>"
            )


def _pressed(offer: Offer | None) -> str:
    """What makes a thing a button."""
    return "" if offer is None else f' data-move={quoteattr(offer.move)} tabindex="0"'


def _spot(offer: Offer | None, x: float, y: float, width: float, height: float) -> str:
    """Above a button, a place for whoever has been picked up."""
    if offer is None:
        return ""
    frame = f'x="{x + 2:g}" y="{y + 2:g}" width="{width - 4:g}" height="{height - 4:g}"'
    return f'<g class="drop" data-drop={quoteattr(offer.drop)}><rect class="spot" {frame} rx="8"/></g>'


def _slug(text: str) -> str:
    """A move's text as part of an id."""
    return "".join(letter if letter.isalnum() else "-" for letter in text)
