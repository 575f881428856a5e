"""The chart of strength beside cost: each school of a game as a point, by the time of its moves and its rating."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

from ludoteca.arena.school_table.picture import signed
from ludoteca.arena.school_table.reading import RatedSchool
from ludoteca.core.i18n import phrase

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 420, 360, 52, 16, 14, 46
_LETTER, _LINE = 6.8, 14.0  # the width of a letter and the height of a line of a label, about

Scale = Callable[[float], float]


def cost_chart(rated: Sequence[RatedSchool], language: str) -> str | None:
    """The chart as SVG, with costs on a scale of powers of ten; None for fewer than two schools with a cost."""
    known = sorted(
        ((one, one.milliseconds) for one in rated if one.milliseconds), key=lambda pair: -pair[0].rating.value
    )
    if len(known) < 2:
        return None
    costs, values = [math.log10(cost) for _, cost in known], [one.rating.value for one, _ in known]
    first, last = math.floor(min(costs)), max(math.ceil(max(costs)), math.floor(min(costs)) + 1)
    low, span = min(values), max(max(values) - min(values), 1.0)

    def x(cost: float) -> float:
        return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * (math.log10(cost) - first) / (last - first), 1)

    def y(value: float) -> float:
        return round(_TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - (value - low + 0.06 * span) / (1.12 * span)), 1)

    labels = _Labels([(x(cost), y(one.rating.value)) for one, cost in known])
    points = [_point(one, cost, x(cost), y(one.rating.value), labels) for one, cost in known]
    title = escape(phrase("arena.school_table.cost", language))
    drawn = _axes(range(first, last + 1), (min(values), max(values)), x, y, language) + "".join(points)
    return f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{title}">{drawn}</svg>'


def _point(one: RatedSchool, cost: float, x: float, y: float, labels: _Labels) -> str:
    about = escape(f"{one.school}: {signed(one.rating.value)}, {cost:g} ms")
    left, baseline = labels.place(one.school, x, y)
    return (
        f'<g><title>{about}</title><circle class="rating" cx="{x}" cy="{y}" r="5"/>'
        f'<text class="name" x="{left:.1f}" y="{baseline:.1f}">{escape(one.school)}</text></g>'
    )


def _axes(powers: range, ends: tuple[float, float], x: Scale, y: Scale, language: str) -> str:
    bottom, parts = _HEIGHT - _BOTTOM, []
    for power in powers:
        place = x(10.0**power)
        parts.append(f'<line class="grid" x1="{place}" x2="{place}" y1="{_TOP}" y2="{bottom}"/>')
        parts.append(f'<text class="tick" x="{place}" y="{bottom + 16}">{_plain(10.0**power, language)}</text>')
    for value in dict.fromkeys((*ends, 0.0)):
        css = "grid" if value else "zero"
        parts.append(f'<line class="{css}" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(value)}" y2="{y(value)}"/>')
        parts.append(f'<text class="tick side" x="{_LEFT - 6}" y="{y(value) + 4}">{signed(value)}</text>')
    middle, words = (_LEFT + _WIDTH - _RIGHT) / 2, phrase("arena.school_table.milliseconds", language)
    return "".join(parts) + f'<text class="tick" x="{middle}" y="{_HEIGHT - 8}">{escape(words)}</text>'


def _plain(value: float, language: str) -> str:
    text = f"{value:g}"
    return text.replace(".", ",") if language == "es" else text


class _Labels:
    """Places the names so that no two of them, and no name and point, lie on each other where there is room."""

    def __init__(self, points: Sequence[tuple[float, float]]) -> None:
        self._taken = [(x - 5, y - 5, x + 5, y + 5) for x, y in points]

    def place(self, name: str, x: float, y: float) -> tuple[float, float]:
        """Where the name of a point begins, and its baseline."""
        width = _LETTER * len(name)
        places = [(x + side, y + 4 + shift) for shift in (0, -11, 11) for side in (9, -9 - width)]
        places += [(x - width / 2, y - 9), (x - width / 2, y + 18)]
        inside = [place for place in places if _LEFT - 40 <= place[0] <= _WIDTH - width]
        left, baseline = min(inside or places, key=lambda place: self._covered(place, width))
        self._taken.append((left, baseline - _LINE + 3, left + width, baseline + 3))
        return left, baseline

    def _covered(self, place: tuple[float, float], width: float) -> float:
        """How much of what is taken a name there would cover."""
        left, top, right, bottom = place[0], place[1] - _LINE + 3, place[0] + width, place[1] + 3
        return sum(
            max(0.0, min(right, other[2]) - max(left, other[0])) * max(0.0, min(bottom, other[3]) - max(top, other[1]))
            for other in self._taken
        )
