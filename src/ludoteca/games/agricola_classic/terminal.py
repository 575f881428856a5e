"""Agricola in a terminal of 80 columns: where the game is, cards, improvements, then the farms side by side."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from ludoteca.core.game import PlayedMove, Position
from ludoteca.core.i18n import phrase
from ludoteca.core.vocabulary import word_of
from ludoteca.games.agricola_classic.facts import SEATS
from ludoteca.games.agricola_classic.farm import (
    GOODS,
    HARVESTS,
    Card,
    Farm,
    Improvement,
    Land,
    Table,
    coming,
    layout,
    read,
)
from ludoteca.games.agricola_classic.offers import ROOT, capital, name_of, touched_by, word
from ludoteca.games.shared.agricola.farm_layout import COLUMNS, Cell
from ludoteca.games.shared.agricola.terminal_layout import CELL, cut, look_of, plot
from ludoteca.rules.production.game import ProductionPosition

_PLAYERS = ("dark_orange", "deep_sky_blue1")
_ABREAST = 3  # cards in a row
_CARD = 26
_PEOPLE = 2  # on a card: somebody, and a newborn
_IMPROVEMENT = 39
_ROOM, _EMPTY = "□", "·"  # where there is nothing else to see, and perhaps no colour
_PERSON, _CHILD, _AWAY, _FENCE, _STABLE = "☻", "☺", "●", "╫", "⌂"


def draw(position: Position, last: PlayedMove | None, language: str) -> Group:
    """The table; an arrow shows whose choice it is, an underline the card the last move was about."""
    assert isinstance(position, ProductionPosition)
    table, touched = read(position.state), touched_by(last)
    farms = Grid.grid()
    for _ in table.farms:
        farms.add_column(width=COLUMNS * CELL)
    scores = position.scores()
    farms.add_row(*(_farm(farm, position.turn == farm.seat, scores[farm.seat], language) for farm in table.farms))
    cards = _cards(table, touched, language)
    market, signs = _market(table, touched, language), Text(_say("signs", language), "dim")
    return Group(_status(table, language), Text(), cards, Text(), market, Text(), farms, Text(), signs)


def _say(key: str, language: str, **args: str | int) -> str:
    return phrase(f"{ROOT}.view.{key}", language, **args)


def _status(table: Table, language: str) -> Text:
    text = Text(_say("round", language, round=table.shown_round), "bold")
    text.append(f" · {phrase(f'{ROOT}.phase.{word_of(table.phase)}', language)}", "not bold")
    harvest = next((round_ for round_ in HARVESTS if round_ >= table.round), None)
    if harvest is not None:
        text.append(f" · {_say('harvest', language, round=harvest)}", "not bold")
    left = coming(table)
    if left:
        told = ", ".join(_say("cards_left", language, period=period, cards=cards) for period, cards in left)
        text.append(f"\n{_say('face_down', language)} {told}", "not bold dim")
    return text


def _cards(table: Table, touched: set[str], language: str) -> Text:
    """The cards: what lies there, who stands there."""
    text = Text()
    for number, card in enumerate(table.cards):
        if number:
            text.append("\n" if number % _ABREAST == 0 else " ")
        cell = _card(table, card, card.title in touched, language)
        cell.append(" " * (_CARD - cell.cell_len))
        text.append(cell)
    return text


def _card(table: Table, card: Card, last: bool, language: str) -> Text:
    people = [person for person in table.people if person.where == card.title and not person.at_home]
    cell = Text(" ")
    room = _CARD - (8 if card.good else 2) - _PEOPLE
    cell.append(cut(name_of(card.title, language), room), "underline" if last else "dim" if card.taken else "")
    if card.good:
        cell.append(" " * (_CARD - 6 - _PEOPLE - cell.cell_len))
        cell.append(f"{card.total:>4} ", "bold" if card.total else "dim")
    else:
        cell.append(" " * (_CARD - 1 - _PEOPLE - cell.cell_len))
    for person in people:
        cell.append(_CHILD if person.newborn else _AWAY, f"bold {_PLAYERS[person.seat]}")
    return cell


def _market(table: Table, touched: set[str], language: str) -> Text:
    """The improvements: what they cost and are worth, or whose they are."""
    text = Text(_say("improvements", language), "bold")
    for number, card in enumerate(table.improvements):
        text.append(" " if number % 2 else "\n")
        told = cut(f"{name_of(card.title, language)}: {_price(card, language)}", _IMPROVEMENT - 5)
        look = "not bold underline" if card.title in touched else "not bold"
        text.append(" ").append(told, look if card.owner is None else f"{look} {_PLAYERS[card.owner]}")
        text.append(f"{card.points:>{_IMPROVEMENT - 3 - len(told)}} ", "dim")
    return text


def _price(card: Improvement, language: str) -> str:
    if card.owner is not None:
        return phrase(f"{ROOT}.seat.{SEATS[card.owner]}", language)
    prices = [
        name_of("fireplace-2", language) if good == "fireplace" else _amount(good, amount, language)
        for good, amount in card.cost
    ]
    return (" / " if card.either else ", ").join(prices)


def _amount(good: str, amount: int, language: str) -> str:
    return f"{amount}\N{NO-BREAK SPACE}{word(good, language)}"


# The farms


def _farm(farm: Farm, turn: bool, points: float, language: str) -> Group:
    name = capital(phrase(f"{ROOT}.seat.{SEATS[farm.seat]}", language))
    head = Text(f"{'▶' if turn else ' '} {name}", f"bold {_PLAYERS[farm.seat]}")
    head.append(f" {_say('points', language, points=round(points))}", "bold")
    if farm.starting:
        head.append(f" ⚑ {_say('starting', language)}", "not bold")
    below = (Padding(text, (0, 1, 0, 0)) for text in (_goods(farm, language), _own(farm, language)))
    return Group(head, _ground(farm, language), *below)


def _ground(farm: Farm, language: str) -> Text:
    """The cells, two lines each."""
    drawn: dict[Cell, tuple[str, tuple[str, str]]] = {}
    people = list(_people(farm))
    for land, cells in layout(farm.lands):
        look = look_of(land.material or land.kind, sum(cells[0]) % 2 == 1)
        for number, cell in enumerate(cells):
            drawn[cell] = look, ("", "") if number else _inside(land, people, language)
    return plot(drawn)


def _people(farm: Farm) -> Iterator[str]:
    """The people at home, room by room."""
    rooms = max(1, len(farm.of("room")))
    at_home = [_CHILD if person.newborn else _PERSON for person in farm.people if person.at_home]
    each = -(-len(at_home) // rooms)
    for first in range(0, len(at_home), max(1, each)):
        yield "".join(at_home[first : first + each])


def _inside(land: Land, people: list[str], language: str) -> tuple[str, str]:
    """What there is to say of a land, in two lines."""
    animals = _amount(land.animal, land.animals, language) if land.animal and land.animals > 0 else ""
    match land.kind:
        case "room":
            return (people.pop(0) if people else _ROOM, animals)
        case "field":
            return (_amount(land.crop, land.amount, language) if land.crop else "", "~~~~~~~")
        case "pasture":
            stables = f" {_STABLE}{land.stables}" if land.stables else ""
            return f"{_FENCE}{land.fences}{stables}{'' if land.finished else ' …'}", animals
        case _:
            return _EMPTY, ""


def _goods(farm: Farm, language: str) -> Text:
    """What the player has; nothing is said of what there is none of."""
    held = [_amount(good, amount, language) for good in GOODS if (amount := farm.goods.get(good, 0))]
    return Text(" · ".join(held), "bold")


def _own(farm: Farm, language: str) -> Text:
    """Improvements and begging cards."""
    text = Text(", ".join(name_of(card.title, language) for card in farm.improvements), _PLAYERS[farm.seat])
    if farm.begging:
        text.append(f"{' · ' if farm.improvements else ''}{_say('begging', language, cards=farm.begging)}", "bold red")
    return text
