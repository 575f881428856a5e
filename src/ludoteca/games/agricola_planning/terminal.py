"""Agricola's working day in a terminal of 80 columns: turn and cost, cards, improvements, the farms side by side."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from ludoteca.core.game import PlayedMove, Position
from ludoteca.core.i18n import phrase
from ludoteca.games.agricola_planning.farm import HERD, YIELD, Board, Card, Farm, layout, read
from ludoteca.games.agricola_planning.generate import ALL_GOODS
from ludoteca.games.agricola_planning.offers import ROOT, Touched, capital, name_of, touched_by, word
from ludoteca.games.shared.agricola.farm_layout import COLUMNS, Cell
from ludoteca.games.shared.agricola.terminal_layout import CELL, cut, look_of, plot

_PLAYERS = ("dark_orange", "deep_sky_blue1")
_ABREAST = 3  # cards in a row
_CARD = 26
_READY, _ACTED, _UNBORN, _USED = "●", "○", "◌", "×"
_FENCED, _FURROWS = "╫", "~~~~~~~"


def draw(position: Position, last: PlayedMove | None, language: str) -> Group:
    """The table; an arrow shows whose turn it is, an underline the card the last move was about."""
    board, touched = read(position), touched_by(last)
    farms = Grid.grid()
    for _ in board.farms:
        farms.add_column(width=COLUMNS * CELL)
    farms.add_row(*(_farm(farm, position.turn == farm.seat, language) for farm in board.farms))
    cards, market = _cards(board, touched, language), _market(board, touched, language)
    signs = Text(_say("signs", language), "dim")
    return Group(_status(board, language), Text(), cards, Text(), market, Text(), farms, Text(), signs)


def _say(key: str, language: str, **args: str | int) -> str:
    return phrase(f"{ROOT}.view.{key}", language, **args)


def _status(board: Board, language: str) -> Text:
    text = Text(_say("turn", language, turn=board.turn, last=board.last_turn), "bold")
    return text.append(f" · {_say('total', language, cost=board.total)}", "not bold")


def _cards(board: Board, touched: Touched | None, language: str) -> Text:
    """What each card gives and costs, and who went there last."""
    text = Text()
    for number, card in enumerate(board.cards):
        if number:
            text.append("\n" if number % _ABREAST == 0 else " ")
        cell = _card(board, card, touched, language)
        text.append(cell.append(" " * (_CARD - cell.cell_len)))
    return text


def _card(board: Board, card: Card, touched: Touched | None, language: str) -> Text:
    costs = "/".join(dict.fromkeys(str(board.costs[deed]) for deed in card.deeds))
    gives = "".join(f" {YIELD[deed]}" for deed in card.deeds if deed in YIELD)
    end = f"{gives} [{costs}]"
    last = touched is not None and touched.card == card.name
    cell = Text(f"{_USED if card.used else ' '}", "dim")
    look = "not dim underline" if last else "dim" if card.used else "not dim"
    cell.append(cut(name_of(card.name, language), _CARD - 2 - len(end)), look)
    cell.append(" " * (_CARD - 1 - len(end) - cell.cell_len))
    cell.append(gives, "dim" if card.used else "not dim bold").append(f" [{costs}]", "dim")
    if last and touched is not None and touched.stands(board):
        cell.append(_READY, f"not dim bold {_PLAYERS[touched.seat]}")
    return cell


def _market(board: Board, touched: Touched | None, language: str) -> Text:
    """The improvements: what they cost or whose they are, and what they bake."""
    text = Text(_say("improvements", language), "bold")
    for card in board.improvements:
        if card.owner is None:
            price = ", ".join(_amount(good, amount, language) for good, amount in card.price)
        else:
            price = phrase(f"{ROOT}.seat.{board.farms[card.owner].player}", language)
        look = "not bold" if card.owner is None else f"not bold {_PLAYERS[card.owner]}"
        mark = " underline" if touched is not None and touched.improvement == card.name else ""
        text.append("\n ").append(f"{name_of(card.name, language)}: {price}", look + mark)
        bread = ", ".join(_say("bread", language, grain=grain, food=food) for grain, food in enumerate(card.bread, 1))
        text.append(f" ({bread})", "not bold dim")
    return text


def _amount(good: str, amount: int, language: str) -> str:
    return f"{amount}\N{NO-BREAK SPACE}{word(good, language)}"


# The farms


def _farm(farm: Farm, turn: bool, language: str) -> Group:
    name = capital(phrase(f"{ROOT}.seat.{farm.player}", language))
    head = Text(f"{'▶' if turn else ' '} {name}", f"bold {_PLAYERS[farm.seat]}")
    head.append(f" {_say('penalty', language, cost=farm.penalty)}", "bold")
    if farm.starting:
        head.append(" ⚑", "not bold")
    people = Text("  ").append(" ".join(_people(farm)), f"bold {_PLAYERS[farm.seat]}")
    counts = [_say("actions", language, done=farm.done, actions=farm.actions)]
    if farm.fences:
        counts.append(_say("fences", language, fences=farm.fences))
    held = [_amount(good, amount, language) for good in ALL_GOODS if (amount := farm.stock[good])]
    own = Text(", ".join(name_of(card, language) for card in farm.improvements), _PLAYERS[farm.seat])
    below = (Padding(text, (0, 1, 0, 0)) for text in (Text(" · ".join(held), "bold"), own))
    return Group(head, people, Text(f"  {' · '.join(counts)}"), _ground(farm, language), *below)


def _people(farm: Farm) -> Iterator[str]:
    for person in farm.people:
        yield f"{_ACTED if person.acted else _UNBORN if person.unborn else _READY}{person.name}"


def _ground(farm: Farm, language: str) -> Text:
    """The cells, two lines each."""
    drawn: dict[Cell, tuple[str, tuple[str, str]]] = {}
    for kind, cells in layout(farm.cells).items():
        for number, cell in enumerate(cells):
            look = look_of(farm.material if kind == "room" else kind, sum(cell) % 2 == 1)
            drawn[cell] = look, _inside(farm, kind, number, language)
    return plot(drawn)


def _inside(farm: Farm, kind: str, number: int, language: str) -> tuple[str, str]:
    """What there is to say of a cell, in two lines."""
    match kind:
        case "room":
            return capital(word(farm.material, language)), "⌂"
        case "field":
            return _say("sown", language) if number < farm.sown else "", _FURROWS
        case "pasture":
            species = farm.herds[number] if number < farm.full else None
            told = "" if species is None else _amount(species, HERD, language) if species else _say("full", language)
            return f"{_FENCED} {_FENCED} {_FENCED}", told
        case _:
            return "·", ""
