"""Boards for games that brought none of their own: what there is, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from rich.console import RenderableType


def in_terminal(title: str, groups: Mapping[str, Iterable[object]]) -> RenderableType:
    """Groups of things under their names."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for heading in ("", ""):
        table.add_column(heading)
    for name, things in groups.items():
        table.add_row(name, Text("\n".join(map(str, things))))
    return table


def as_svg(things: Iterable[object]) -> str:
    """One thing a line."""
    lines = [str(thing) for thing in things]
    rows = [f'<text x="8" y="{20 * n + 24}">{escape(line)}</text>' for n, line in enumerate(lines)]
    size = f"0 0 {8 * max(map(len, lines), default=10) + 16} {20 * len(lines) + 24}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" font-size="13">{"".join(rows)}</svg>'
