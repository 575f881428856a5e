"""The board in a terminal of 80 columns: status, action cards, improvements, then the farms side by side."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from ludoteca.games.shared.agricola.board import COLUMNS, ROWS, ActionCard, Board, Cell, Farm, Improvement
from ludoteca.games.shared.agricola.style import COLOURS

_CELL = 8
_CARD, _CARDS_ABREAST = 26, 3
_IMPROVEMENT = 40  # the width of one with points: two stand abreast
_COLOURS = dict(zip(COLOURS, ("dark_orange", "deep_sky_blue1"), strict=True))
# Cells bring their own background, to look the same in a dark terminal and in a light one.
_BACKGROUNDS = {
    "empty": ("black", (164, 196, 111)),
    "field": ("bold white", (122, 80, 45)),
    "pasture": ("black", (214, 235, 170)),
    "wood": ("black", (205, 160, 95)),
    "clay": ("black", (214, 130, 92)),
    "stone": ("black", (186, 184, 176)),
}


def draw_board(board: Board) -> Group:
    """The board; an arrow shows whose turn it is, an underline the card of the last move."""
    farms = Grid.grid()
    for _ in board.farms:
        farms.add_column(width=COLUMNS * _CELL)
    farms.add_row(*map(_farm, board.farms))
    cards, improvements, legend = _cards(board), _improvements(board), Text(board.legend, "dim")
    return Group(_status(board), Text(), cards, Text(), improvements, Text(), farms, Text(), legend)


def _status(board: Board) -> Text:
    first, *others = board.status
    text = Text(first.text, "bold")
    for status in others:
        text.append(f" · {status.text}", "not bold")
    if board.status_note:
        text.append(f"\n{board.status_note}", "not bold dim")
    return text


def _cards(board: Board) -> Text:
    text = Text()
    for number, card in enumerate(board.cards):
        if number:
            text.append("\n" if number % _CARDS_ABREAST == 0 else " ")
        line = _card(card)
        text.append(line.append(" " * (_CARD - line.cell_len)))
    return text


def _card(card: ActionCard) -> Text:
    """The sign, the name cut to fit, the ending, and the family members who stand there."""
    line = Text().append(card.sign, "dim")
    end = _CARD - 1 - card.worker_places - sum(len(text) for text, _ in card.ending)
    line.append(_cut(card.label, end - 1), "underline" if card.marked_by else "dim" if card.is_taken else "")
    line.append(" " * (end - line.cell_len))
    for text, style in card.ending:
        line.append(text, style)
    for member in card.workers:
        line.append(member.sign, f"bold {_COLOURS[member.colour]}")
    return line


def _improvements(board: Board) -> Text:
    """The improvements: their price or their owner, then their points or the food they bake."""
    text = Text(board.improvements_title, "bold")
    for number, card in enumerate(board.improvements):
        style = "not bold underline" if card.marked_by else "not bold"
        if card.owner is not None:
            style += f" {_COLOURS[board.farms[card.owner].colour]}"
        line = f"{card.label}: {_price(board, card)}"
        if card.points is None:
            text.append("\n ").append(line, style)
            text.append(f" ({', '.join(sentence for _, sentence in card.baking)})", "not bold dim")
        else:
            line = _cut(line, _IMPROVEMENT - 5)
            text.append("  " if number % 2 else "\n ").append(line, style)
            text.append(f"{card.points:>{_IMPROVEMENT - 3 - len(line)}} ", "dim")
    return text


def _price(board: Board, card: Improvement) -> str:
    if card.owner is not None:
        return board.farms[card.owner].name.text
    return (" / " if card.either else ", ").join(price.word for price in card.price)


# Farms


def _farm(farm: Farm) -> Group:
    colour = _COLOURS[farm.colour]
    head = Text(f"{'▶' if farm.is_on_turn else ' '} {farm.name.text}", f"bold {colour}")
    head.append(f" {farm.score.text}", "bold")
    if farm.starting_sign:
        head.append(f" {farm.starting_sign}", "not bold")
    lines = [Text(line, f"bold {colour}" if number == 0 else "") for number, line in enumerate(farm.lines)]
    goods = " · ".join(good.title for good in farm.goods if good.amount and good.is_listed)
    below = (Padding(text, (0, 1, 0, 0)) for text in (Text(goods, "bold"), _owned(farm, colour)))
    return Group(head, *lines, _farmland(farm), *below)


def _owned(farm: Farm, colour: str) -> Text:
    text = Text(", ".join(owned.name for owned in farm.improvements), colour)
    if farm.warning is not None:
        text.append(f"{' · ' if farm.improvements else ''}{farm.warning.title}", "bold red")
    return text


def _farmland(farm: Farm) -> Text:
    """The cells, two lines each."""
    cells = dict(_cells(farm))
    rows = []
    for row in range(ROWS):
        for line in range(2):
            text = Text()
            for column in range(COLUMNS):
                style, words = cells.get((column, row), ("", ("", "")))
                told = f"{_cut(words[line], _CELL):<{_CELL - 1}}"
                text.append(told, style).append(" " * (_CELL - len(told)))
            rows.append(text)
    return Text("\n").join(rows)


def _cells(farm: Farm) -> Iterator[tuple[Cell, tuple[str, tuple[str, str]]]]:
    """Every cell with its style and its two lines; of a plot, the first cell has the words."""
    for land in farm.lands:
        for plot, words in zip(land.plots, land.words, strict=True):
            style = _style(land.material or land.kind, is_darker=sum(plot[0]) % 2 == 1)
            for number, cell in enumerate(plot):
                yield cell, (style, ("", "") if number else words)


def _style(kind: str, is_darker: bool) -> str:
    """Text colour and background; every other plot is a little darker, so that they can be told apart."""
    ink, background = _BACKGROUNDS[kind]
    red, green, blue = (shade - 14 if is_darker else shade for shade in background)
    return f"{ink} on rgb({red},{green},{blue})"


def _cut(text: str, room: int) -> str:
    """The text, with an ellipsis if it is longer than the room."""
    return text if len(text) <= room else f"{text[: room - 1]}…"
