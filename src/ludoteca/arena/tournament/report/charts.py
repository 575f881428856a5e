"""Charts as SVG: ratings with their intervals on one scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from ludoteca.arena.rating import Rating

_WIDTH, _LINE, _TOP, _SIDE = 440, 46, 4, 22
_LONGEST = 48  # characters of a name


def rating_chart(names: Sequence[str], ratings: Sequence[Rating], title: str) -> str:
    """A point for each rating on a line for its interval, the name above it, over a scale in points of Elo."""
    low, high = min(rating.low for rating in ratings), max(rating.high for rating in ratings)
    step = _step(high - low)
    first, last = math.floor(low / step), math.ceil(high / step)
    left, right = first * step, max(last, first + 1) * step

    def x(value: float) -> float:
        return round(_SIDE + (value - left) / (right - left) * (_WIDTH - 2 * _SIDE), 1)

    bottom = _TOP + _LINE * len(names)
    parts = []
    for tick in range(first, max(last, first + 1) + 1):
        place, css = x(tick * step), "zero" if tick == 0 else "grid"
        parts.append(f'<line class="{css}" x1="{place}" y1="{_TOP}" x2="{place}" y2="{bottom}"/>')
        parts.append(f'<text class="tick" x="{place}" y="{bottom + 18}">{tick * step:+d}</text>'.replace(">+0<", ">0<"))
    for number, (name, rating) in enumerate(zip(names, ratings, strict=True)):
        y = _TOP + _LINE * (number + 1) - 13
        shown = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
        about = f"{name}: {rating.value:+.0f} ({rating.low:+.0f} … {rating.high:+.0f})"
        parts.append(
            f"<g><title>{escape(about)}</title>"
            f'<text class="name" x="{_SIDE}" y="{y - 14}">{escape(shown)}</text>'
            f'<line class="interval" x1="{x(rating.low)}" y1="{y}" x2="{x(rating.high)}" y2="{y}"/>'
            f'<circle class="rating" cx="{x(rating.value)}" cy="{y}" r="6"/></g>'
        )
    size = f'viewBox="0 0 {_WIDTH} {bottom + 28}"'
    return f'<svg class="chart" {size} role="img" aria-label="{escape(title)}">{"".join(parts)}</svg>'


def _step(span: float) -> int:
    """A round distance between the ticks of a scale: four to ten of them.

    >>> [_step(span) for span in (30, 480, 1700)]
    [5, 100, 500]
    """
    rough = max(1.0, span / 8)
    power = 10 ** math.floor(math.log10(rough))
    return int(min((power * factor for factor in (1, 2, 5, 10) if power * factor >= rough), default=10 * power))
