"""Agricola's working day as a picture."""

from __future__ import annotations

from xml.sax.saxutils import escape

from ludoteca.core.game import Played, Position


def draw(position: Position, last: Played | None, language: str, narrow: bool) -> str:
    """The table as SVG: for now, what is known of it, line by line."""
    lines = [str(fact) for fact in position.facts()]
    rows = "".join(f'<text x="8" y="{20 * n + 24}">{escape(line)}</text>' for n, line in enumerate(lines))
    size = f"0 0 {480 if narrow else 1160} {20 * len(lines) + 24}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" font-size="14">{rows}</svg>'
