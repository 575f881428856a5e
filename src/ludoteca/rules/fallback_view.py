"""Boards of games that bring no drawing of their own: the facts line by line, and a button for every legal move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from ludoteca.core.game import Position

if TYPE_CHECKING:
    from rich.console import RenderableType

_LINE, _LETTER, _PAD, _BUTTON = 20, 8, 8, 28
_BUTTONS_IN_ROW = 4
STYLE = (
    "<style>.plain text{font-family:ui-monospace,monospace;fill:currentColor;white-space:pre}"
    ".plain [data-move]{cursor:pointer}.plain [data-move] rect{fill:#8882;stroke:#8886}"
    ".plain [data-move]:hover rect,.plain [data-move]:focus-visible rect{fill:#8885}</style>"
)


def in_terminal(title: str, groups: Mapping[str, Iterable[object]]) -> RenderableType:
    """Groups of things under their names."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title or None, title_justify="left", box=None, pad_edge=False)
    for heading in ("", ""):
        table.add_column(heading)
    for name, things in groups.items():
        table.add_row(name, Text("\n".join(map(str, things))))
    return table


def as_svg(groups: Mapping[str, Iterable[object]], position: Position, titles: Sequence[str] = ()) -> str:
    """The titles of the seats and the things of all groups, one a line, then a button for every legal move."""
    things = [(str(thing), str(thing)) for things in groups.values() for thing in things]
    return draw_lines(things, position, titles)


def draw_lines(lines: Sequence[tuple[str, str]], position: Position, titles: Sequence[str] = ()) -> str:
    """The titles of the seats, lines with the fact each stands for, then a button for every legal move."""
    heads = [f"{'▶' if seat == position.turn else ' '} {title}" for seat, title in enumerate(titles)]
    lines = [*((head, "") for head in heads), *lines]
    rows = [
        f'<text id="line-{n}" x="{_PAD}" y="{_LINE * n + 24}"{_fact(fact)}>{escape(line)}</text>'
        for n, (line, fact) in enumerate(lines)
    ]
    top = _LINE * len(lines) + 2 * _PAD
    texts = [move.text for move in position.moves]
    width = _LETTER * max(map(len, texts), default=0) + 3 * _PAD
    for n, text in enumerate(texts):
        row, column = divmod(n, _BUTTONS_IN_ROW)
        x, y = _PAD + column * (width + _PAD), top + row * (_BUTTON + _PAD)
        rows.append(
            f'<g data-move="{escape(text)}" tabindex="0">'
            f'<rect x="{x}" y="{y}" width="{width}" height="{_BUTTON}" rx="6"/>'
            f'<text x="{x + _PAD}" y="{y + 19}">{escape(text)}</text></g>'
        )
    height = top + -(-len(texts) // _BUTTONS_IN_ROW) * (_BUTTON + _PAD) + _PAD
    buttons = min(len(texts), _BUTTONS_IN_ROW) * (width + _PAD)
    size = f"0 0 {max(_LETTER * max((len(line) for line, _ in lines), default=10), buttons) + 2 * _PAD} {height}"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" class="plain" viewBox="{size}" font-size="13">'
    return f"{svg}{STYLE}{''.join(rows)}</svg>"


def _fact(fact: str) -> str:
    return f' data-fact="{escape(fact)}"' if fact else ""
