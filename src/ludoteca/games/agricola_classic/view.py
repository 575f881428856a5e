"""Agricola as a picture: the cards with what lies and who stands on them, the improvements, then the farms.

Wide, the cards lie as on the printed board: those of the board on the left, the rounds on the right, where what is
still to come lies face down. Narrow, only cards that are turned up are shown, and a track tells the rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from xml.sax.saxutils import escape, quoteattr

from ludoteca.core.game import Fact, PlayedMove, Position
from ludoteca.core.i18n import phrase
from ludoteca.core.vocabulary import word_of
from ludoteca.games.agricola_classic.facts import SEATS
from ludoteca.games.agricola_classic.farm import GOODS, HARVESTS, PERIODS, ROUNDS, Card, Improvement, Table, read
from ludoteca.games.agricola_classic.farmyard import LINE, Farmyard, figure
from ludoteca.games.agricola_classic.icons import ACTIONS
from ludoteca.games.agricola_classic.offers import (
    ROOT,
    Button,
    Layout,
    capital,
    laid_out,
    name_of,
    offers_of,
    touched_by,
    word,
)
from ludoteca.games.shared.agricola.drawings import DRAWN, STYLE, icon, improvement, symbols
from ludoteca.games.shared.agricola.farm_layout import Ground
from ludoteca.games.shared.svg_text import letters, lines, width_of
from ludoteca.rules.production.game import ProductionPosition

_WIDE, _NARROW = 1160, 480
_GAP = 8
_ROW = 14  # between rows of cards, where sickles stand
_CARD = 110  # its height
_BETWEEN = 24  # from the board's cards to those of the rounds
_ROUNDS = (PERIODS[0], PERIODS[1] + PERIODS[2], PERIODS[3] + PERIODS[4] + PERIODS[5])
"""The rounds, as they lie on the table."""
_MARKET = 104  # the height of an improvement
_BUTTON = 40
_TRACK = 92  # the height of the track of rounds

Place = tuple[float, float]


def draw(position: Position, last: PlayedMove | None, language: str, narrow: bool) -> str:
    """The table as SVG."""
    assert isinstance(position, ProductionPosition)
    return _Picture(position, last, language, narrow).svg()


class _Picture:
    """Where everything is, for one position."""

    def __init__(self, position: ProductionPosition, last: PlayedMove | None, language: str, narrow: bool) -> None:
        self.table = read(position.state)
        self.mover = None if last is None else last.position.turn
        self.gone = _emptied(last, self.table)
        self.touched = touched_by(last)
        self.turn = position.turn
        self.points = position.scores()
        self.language = language
        self.narrow = narrow
        piles = {card.title for card in self.table.cards if card.good}
        self.offers: Layout = laid_out(offers_of(position, language), piles)
        self.width = _NARROW if narrow else _WIDE
        self.row = _CARD + (_GAP if narrow else _ROW)
        self.card = (self.width - 2 * _GAP) / 3 if narrow else (self.width - 6 * _GAP - _BETWEEN) / 8
        self.buttons = list(self._rows())
        self.tops = self._tops()
        self.grounds = [self._ground(seat) for seat in range(len(self.table.farms))]
        grown = [len(farm.improvements) for farm in self.table.farms]
        self.height = 6 + max(
            ground.y + ground.height(count) for ground, count in zip(self.grounds, grown, strict=True)
        )

    def _tops(self) -> dict[str, float]:
        """The upper edges of the parts, from top to bottom."""
        panel = self._panel_height() + 12
        if not self.narrow:
            market = 3.0 * self.row + 10
            below = market + _MARKET + 12
            return {"cards": 0, "market": market, "panel": below, "farms": below + panel}
        cards = _TRACK + panel
        market = cards + -(-len(self.table.cards) // 3) * self.row + 6
        return {"panel": _TRACK, "cards": cards, "market": market, "farms": market + 3 * (_MARKET + _GAP) + 6}

    def _ground(self, seat: int) -> Ground:
        if self.narrow:
            ground = Ground(2, self.tops["farms"], self.width - 4, 88, True, GOODS, LINE)
            above = sum(ground.height(len(farm.improvements)) + 14 for farm in self.table.farms[:seat])
            return replace(ground, y=ground.y + above)
        width = (self.width - 16) / 2
        return Ground(3 + seat * (width + 10), self.tops["farms"], width, 80, False, GOODS, LINE)

    def svg(self) -> str:
        label = escape(self._label())
        places = self.offers.lands, self.offers.drops
        yards = [
            Farmyard(farm, ground, self.turn == farm.seat, self.points[farm.seat], *places, self.language)
            for farm, ground in zip(self.table.farms, self.grounds, strict=True)
        ]
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="agricola" viewBox="-2 -16 {self.width + 11} '
            f'{self.height + 18:g}" role="img" aria-label="{label}"><title>{label}</title><style>{STYLE}</style>',
            symbols(DRAWN),
            *(self._track() if self.narrow else self._face_down()),
            *(self._card(card, place) for card, place in self._placed()),
            *self._sickles(),
            *self._market(),
            *self._panel(),
            *(yard.svg() for yard in yards),
            '<g pointer-events="none">',
            *self._taken(),
            "</g>",
            *(yard.people() for yard in yards),
            *self._workers(),
            "</svg>",
        ]
        return "\n".join(parts)

    def _say(self, key: str, **args: str | int | tuple[str, ...]) -> str:
        return phrase(f"{ROOT}.view.{key}", self.language, **args)

    def _label(self) -> str:
        names = [phrase(f"{ROOT}.seat.{name}", self.language) for name in SEATS]
        scores = tuple(f"{name} {points:g}" for name, points in zip(names, self.points, strict=True))
        if self.turn is None:
            return self._say("label_over", scores=scores)
        return self._say("label", round=self.table.shown_round, seat=f"{ROOT}.seat.{SEATS[self.turn]}", scores=scores)

    def _phase(self) -> str:
        return capital(phrase(f"{ROOT}.phase.{word_of(self.table.phase)}", self.language))

    # Where the rounds are

    def _slot(self, round_: int) -> Place:
        """Where the card of a round lies, on a wide picture."""
        row = next(row for row, rounds in enumerate(_ROUNDS) if round_ in rounds)
        column = 3 + _ROUNDS[row].index(round_)
        return column * (self.card + _GAP) + _BETWEEN - _GAP, self.tops["cards"] + row * self.row

    def _placed(self) -> Iterator[tuple[Card, Place]]:
        """The cards that can be seen, and where they lie."""
        if self.narrow:
            for number, card in enumerate(self.table.cards):
                row, column = divmod(number, 3)
                yield card, (column * (self.card + _GAP), self.tops["cards"] + row * self.row)
            return
        for number, card in enumerate(self.table.board):
            row, column = divmod(number, 3)
            yield card, (column * (self.card + _GAP), self.tops["cards"] + row * self.row)
        for card, round_ in zip(self.table.turned, self._rounds(), strict=False):
            yield card, self._slot(round_)

    def _rounds(self) -> Iterator[int]:
        """The rounds of the cards turned up: those of their periods, in order."""
        met = dict.fromkeys(range(1, len(PERIODS) + 1), 0)
        for card in self.table.turned:
            rounds = PERIODS[card.period - 1]
            yield rounds[min(met[card.period], len(rounds) - 1)]
            met[card.period] += 1

    def _face_down(self) -> Iterator[str]:
        """The rounds to come, and beside the first of them where the game is."""
        turned = set(self._rounds())
        for number, rounds in enumerate(PERIODS, 1):
            for round_ in rounds:
                if round_ in turned:
                    continue
                x, y = self._slot(round_)
                title = self._say("to_come", round=round_, period=number)
                yield (
                    f'<g><title>{escape(title)}</title><rect class="down" x="{x:g}" y="{y:g}" width="{self.card:g}"'
                    f' height="{_CARD}" rx="10"/>'
                )
                yield letters(str(round_), x + self.card / 2, y + _CARD / 2 + 12, 34, "big low middle") + "</g>"
        yield from self._status(7 * (self.card + _GAP) + _BETWEEN, self.tops["cards"] + 30)

    def _status(self, x: float, y: float) -> Iterator[str]:
        room = self.width - x
        shown = self.table.round
        more = f' id="round" data-fact="round({shown})"'
        yield letters(self._say("round", round=self.table.shown_round), x, y, 21, "big over", room, more)
        fact = f' id="phase" data-fact="phase({word_of(self.table.phase)})"'
        yield letters(self._phase(), x, y + 26, 17, "over", room, fact)
        harvest = next((round_ for round_ in HARVESTS if round_ >= shown), None)
        if harvest is not None and not self.narrow:
            told, size = lines(self._say("harvest", round=harvest), room - 30, 15)
            yield icon("sickle", x - 4, y + 38, 30)
            yield from (letters(line, x + 28, y + 52 + 17 * n, size, "over", room - 30) for n, line in enumerate(told))

    def _track(self) -> Iterator[str]:
        """The rounds in a row, a sickle after those with a harvest; and where the game is."""
        shown, x = self.table.shown_round, 4.0
        yield letters(
            self._say("round", round=shown),
            x,
            22,
            21,
            "big over",
            190,
            f' id="round" data-fact="round({self.table.round})"',
        )
        fact = f' id="phase" data-fact="phase({word_of(self.table.phase)})"'
        yield letters(self._phase(), self.width - 4, 22, 18, "over end", 260, fact)
        step = (self.width - 8 - len(HARVESTS) * 14) / ROUNDS
        for round_ in range(1, ROUNDS + 1):
            look = "past" if round_ < shown else "now" if round_ == shown else ""
            middle = x + step / 2 - 1
            yield f'<circle class="pip {look}" cx="{middle:g}" cy="56" r="12"/>'
            yield letters(str(round_), middle, 61, 14, "middle over", 20)
            x += step
            if round_ in HARVESTS:
                yield icon("sickle", x - 6, 38, 22)
                x += 14

    def _sickles(self) -> Iterator[str]:
        if self.narrow:
            return
        for round_ in HARVESTS:
            x, y = self._slot(round_)
            yield f"<g><title>{escape(self._say('harvest', round=round_))}</title>"
            yield icon("sickle", x + self.card - 17, y - 15, 26) + "</g>"

    # Cards

    def _card(self, card: Card, place: Place) -> str:
        x, y = place
        buttons = self.offers.cards.get(card.title, ())
        looks = {"taken": card.taken, "offered": card.title in self.offers.offered or len(buttons) > 1}
        look = " ".join(("card", *(name for name, holds in looks.items() if holds)))
        press = f" {_pressed(buttons[0])}" if len(buttons) == 1 else ""
        fact = f' data-fact="card({word_of(card.title)})"' if card.period else ""
        title = capital(word(card.title, self.language))
        told, size = lines(name_of(card.title, self.language), self.card - 18, 16)
        return "".join(
            (
                f'<g id="card-{card.title}" class="{look}"{press}{fact}>',
                f"<title>{escape(f'{title}: {buttons[0].title}' if len(buttons) == 1 else title)}</title>",
                f'<rect class="paper{" round" if card.period else ""}" x="{x:g}" y="{y:g}" width="{self.card:g}"'
                f' height="{_CARD}" rx="10"/>',
                *(letters(line, x + 9, y + 21 + 18 * n, size, "title", self.card - 18) for n, line in enumerate(told)),
                *(self._choices(buttons, x, y, len(told)) if len(buttons) > 1 else self._shown(card, x, y)),
                self._mark(card.title, x, y, self.card, _CARD),
                "</g>",
            )
        )

    def _mark(self, title: str, x: float, y: float, width: float, height: float) -> str:
        """A dotted frame around what the last move was about."""
        if title not in self.touched or self.mover is None:
            return ""
        box = f'x="{x + 4:g}" y="{y + 4:g}" width="{width - 8:g}" height="{height - 8:g}"'
        return f'<rect class="last {SEATS[self.mover]}" {box} rx="7"/>'

    def _choices(self, buttons: Sequence[Button], x: float, y: float, told: int) -> Iterator[str]:
        """A button for each move."""
        top = 29 + 18 * (told - 1)
        height = min(32, (_CARD - top - 6) / len(buttons) - 3)
        for number, button in enumerate(buttons):
            place = x + 6, y + top + number * (height + 3)
            yield self._button(button, place, self.card - 12, height)

    def _button(self, button: Button, place: Place, width: float, height: float) -> str:
        x, y = place
        size, side = min(16, height - 6), min(26, height - 2)
        return (
            f'<g id="move-{_slug(button.text)}" {_pressed(button)}>'
            f"<title>{escape(button.title)}</title>"
            f'<rect class="button" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="8"/>'
            f"{icon(button.icon, x + 4, y + (height - side) / 2, side)}"
            f"{letters(button.short, x + side + 8, y + height / 2 + size * 0.36, size, 'title', width - side - 16)}</g>"
        )

    def _shown(self, card: Card, x: float, y: float) -> Iterator[str]:
        """What lies on a card, or pictures of what it is for."""
        top = y + _CARD - 46
        if card.good:
            fact = Fact("lies", (word_of(card.title), card.good, card.total))
            told = f' data-fact="{fact}"' if card.total else ""
            yield f'<g id="lies-{card.title}"{told}>'
            # What was taken bears the name of the pile; what is left has one of its own.
            name = f"{'left' if card.title in self.gone else 'pile'}-{card.title}"
            faint = "" if card.total else ' class="none"'
            yield icon(card.good, x + 8, top, 38, f' id="{name}"{faint}')
            count = str(card.total) if card.total else "–"
            room = self.card - (96 if card.taken else 58)
            yield letters(count, x + 50, top + 28, 25, "big", room, f' id="count-{card.title}"')
            yield "</g>"
            return
        pictures = [ACTIONS.get(action, "star") for action in card.actions]
        for number, picture in enumerate(pictures):
            left = x + 8 + number * 50
            yield icon(picture, left, top + 2, 34)
            if number < len(pictures) - 1:
                yield letters("→" if card.joint else "/", left + 42, top + 26, 18, "middle faint")

    def _workers(self) -> Iterator[str]:
        """The people at work, each on its card."""
        places = {card.title: place for card, place in self._placed()}
        met: dict[str, int] = {}
        for person in self.table.people:
            if not person.at_home and person.where in places:
                x, y = places[person.where]
                met[person.where] = met.get(person.where, 0) + 1
                left = x + self.card - 16 - 28 * met[person.where]
                yield figure(person, left, y + _CARD - 46, 40, self.language)

    def _taken(self) -> Iterator[str]:
        """What the last move took from cards, unseen, where it went: so the page can lead it there."""
        for card in self.table.cards:
            if card.title in self.gone and self.mover is not None:
                x, y = self.grounds[self.mover].store(card.good)
                yield icon(card.good, x, y, 29, f' id="pile-{card.title}" class="gone"')

    # Improvements

    def _market(self) -> Iterator[str]:
        abreast = 4 if self.narrow else len(self.table.improvements)
        width = (self.width - (abreast - 1) * _GAP) / max(1, abreast)
        for number, bought in enumerate(self.table.improvements):
            row, column = divmod(number, abreast)
            yield self._improvement(
                bought, column * (width + _GAP), self.tops["market"] + row * (_MARKET + _GAP), width
            )

    def _improvement(self, card: Improvement, x: float, y: float, width: float) -> str:
        offer = self.offers.improvements.get(card.title)
        move = f' data-move={quoteattr(offer.move)} tabindex="0"' if offer else ""
        owner = "none" if card.owner is None else SEATS[card.owner]
        fact = Fact("improvement", (word_of(card.title), owner))
        title = f"{capital(word(card.title, self.language))}: {self._say('points', points=card.points)}"
        told, size = lines(name_of(card.title, self.language), width - 12, 15)
        look = "card taken" if card.owner is not None else "card"
        return "".join(
            (
                f'<g id="improvement-{card.title}" class="{look}"{move} data-fact="{fact}">',
                f"<title>{escape(title)}</title>",
                f'<rect class="paper" x="{x:g}" y="{y:g}" width="{width:g}" height="{_MARKET}" rx="9"/>',
                *(letters(line, x + 7, y + 19 + 17 * n, size, "title", width - 12) for n, line in enumerate(told)),
                *self._price(card, x, y, width),
                self._mark(card.title, x, y, width, _MARKET),
                "</g>",
            )
        )

    def _price(self, card: Improvement, x: float, y: float, width: float) -> Iterator[str]:
        """Its picture and what it is worth; below, what it costs, or whose it is."""
        yield icon(improvement(card.title), x + 7, y + 41, 31)
        yield f'<circle class="coin" cx="{x + width - 20:g}" cy="{y + 57:g}" r="13"/>'
        yield letters(str(card.points), x + width - 20, y + 63, 17, "big middle")
        left, y = x + 7, y + _MARKET - 28
        if card.owner is not None:
            seat = SEATS[card.owner]
            name = capital(phrase(f"{ROOT}.seat.{seat}", self.language))
            yield letters(name, left, y + 18, 15, f"title {seat}", width - 12)
            return
        for number, (good, amount) in enumerate(card.cost):
            if number and card.either:
                yield letters("/", left + 2, y + 18, 17, "faint")
                left += 12
            if good == "fireplace":
                yield icon("fireplace", left, y, 22)
                left += 23
                continue
            yield letters(str(amount), left, y + 18, 17, "big")
            yield icon(good, left + 12, y, 23)
            left += 42

    # Whose choice it is, and what cannot be chosen elsewhere

    def _rows(self) -> Iterator[list[tuple[Button, Place, float]]]:
        """The buttons of the panel row by row, each with its place and width; wide, they begin beside the words."""
        room, left, top = self.width - 12.0, 12.0, _BUTTON + 4.0
        if not self.narrow:
            left, top = 30 + width_of(self._prompt(), 18), 5.0
        row: list[tuple[Button, Place, float]] = []
        for offer in self.offers.panel:
            width = min(48 + width_of(offer.long, 16), self.width - 24)
            if left + width > room and (row or top < _BUTTON):
                yield row
                row, left, top = [], 12.0, top + _BUTTON + 8
            button = Button("data-move", offer.move, offer.icon, offer.long, offer.long)
            row.append((button, (left, top), width))
            left += width + 8
        if row:
            yield row

    def _panel_height(self) -> float:
        rows = len(self.buttons) + (1 if self.narrow else 0)
        return max(1, rows) * (_BUTTON + 8) + 2

    def _panel(self) -> Iterator[str]:
        y, height = self.tops["panel"], self._panel_height()
        seat = "" if self.turn is None else SEATS[self.turn]
        yield f'<rect class="prompt {seat}" x="2" y="{y:g}" width="{self.width - 4}" height="{height:g}" rx="14"/>'
        yield letters(self._prompt(), 16, y + 31, 18, f"big {seat}", self.width - 32, ' id="prompt"')
        for row in self.buttons:
            for button, (left, top), width in row:
                yield self._button(button, (left, y + top), width, _BUTTON)

    def _prompt(self) -> str:
        if self.turn is None:
            best = max(self.points)
            winners = [SEATS[seat] for seat, points in enumerate(self.points) if points == best]
            if len(winners) > 1:
                return self._say("drawn", points=round(best))
            return self._say("won", seat=f"{ROOT}.seat.{winners[0]}", points=round(best))
        key = "place" if self.offers.cards or self.offers.offered else "choose"
        return capital(self._say(key, seat=f"{ROOT}.seat.{SEATS[self.turn]}"))


def _emptied(last: PlayedMove | None, table: Table) -> set[str]:
    """The cards of which the last move took all that lay there."""
    if last is None:
        return set()
    assert isinstance(last.position, ProductionPosition)
    full = {card.title for card in read(last.position.state).cards if card.total}
    return {card.title for card in table.cards if card.good and not card.total} & full


def _pressed(button: Button) -> str:
    return f'{button.attribute}={quoteattr(button.text)} tabindex="0"'


def _slug(text: str) -> str:
    """A move's text as part of an id."""
    return "".join(letter if letter.isalnum() else "-" for letter in text)
