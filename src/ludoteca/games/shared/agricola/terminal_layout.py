"""The ground a farm lies on, in a terminal: two lines a cell."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from ludoteca.games.shared.agricola.farm_layout import COLUMNS, ROWS, Cell

CELL = 8
# Cells bring their own ground: they look the same in a dark terminal and in a light one.
_GROUND = {
    "empty": ("black", (164, 196, 111)),
    "field": ("bold white", (122, 80, 45)),
    "pasture": ("black", (214, 235, 170)),
    "wood": ("black", (205, 160, 95)),
    "clay": ("black", (214, 130, 92)),
    "stone": ("black", (186, 184, 176)),
}


def plot(drawn: Mapping[Cell, tuple[str, tuple[str, str]]]) -> Text:
    """The cells, each with its look and what its two lines say."""
    rows = []
    for row in range(ROWS):
        for line in range(2):
            text = Text()
            for column in range(COLUMNS):
                look, lines = drawn.get((column, row), ("", ("", "")))
                text.append(f"{cut(lines[line], CELL - 1):<{CELL - 1}}", look).append(" ")
            rows.append(text)
    return Text("\n").join(rows)


def look_of(kind: str, darker: bool) -> str:
    """Ink and ground; every other cell is a little darker, so that they are told apart."""
    ink, ground = _GROUND[kind]
    red, green, blue = (shade - 14 if darker else shade for shade in ground)
    return f"{ink} on rgb({red},{green},{blue})"


def cut(text: str, room: int) -> str:
    """A text in so much room."""
    return text if len(text) <= room else f"{text[: room - 1]}…"
