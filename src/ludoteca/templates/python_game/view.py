"""The board as SVG: what can be played carries `data-move`."""

from __future__ import annotations

from typing import Any

from ludoteca.core.game import PlayedMove

SIGNS = ("×", "○")


def draw(position: Any, last: PlayedMove | None, language: str, narrow: bool) -> str:
    """Nine squares; an empty one can be clicked."""
    legal = {move.text for move in position.moves}
    size = 'viewBox="0 0 320 320" style="max-width: 26rem" font-size="70" text-anchor="middle"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>']
    for at, mark in enumerate(position.state):
        x, y, cell = 10 + at % 3 * 100, 210 - at // 3 * 100, "abc"[at % 3] + "123"[at // 3]
        move = f' data-move="{cell}" tabindex="0" aria-label="{cell}"' if cell in legal else ""
        sign = f'<text x="{x + 50}" y="{y + 74}">{SIGNS[mark]}</text>' if mark >= 0 else ""
        parts.append(f'<g{move}><rect x="{x}" y="{y}" width="94" height="94" rx="8" fill="#e8e2d0"/>{sign}</g>')
    return "".join([*parts, "</svg>"])
