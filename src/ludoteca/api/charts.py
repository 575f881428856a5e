"""A bar chart for notebooks and terminals, drawn as SVG and as text without a plotting library."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

_WIDTH, _ROW, _LETTER, _LONGEST = 640, 22, 7.2, 40
_STYLE = "font-family:system-ui,sans-serif;font-size:13px;max-width:640px"


class Bars:
    """Numbers under their names as horizontal bars, from 0 on; it shows itself as a picture or as text."""

    def __init__(self, values: Mapping[object, float], title: str = "") -> None:
        self.values = {str(name): float(value) for name, value in values.items()}
        self.title = title

    @property
    def _largest(self) -> float:
        return max((abs(value) for value in self.values.values()), default=0.0) or 1.0

    def __repr__(self) -> str:
        names = max(map(len, self.values), default=0)
        rows = [
            f"{name:>{names}} {'█' * round(_LONGEST * abs(value) / self._largest)} {value:g}"
            for name, value in self.values.items()
        ]
        return "\n".join([self.title, *rows] if self.title else rows)

    def _repr_svg_(self) -> str:
        left = _LETTER * max(map(len, self.values), default=0) + 12
        scale = (_WIDTH - left - 70) / self._largest
        top = _ROW if self.title else 0
        rows = [f'<text x="0" y="15" font-weight="600">{escape(self.title)}</text>'] if self.title else []
        for number, (name, value) in enumerate(self.values.items()):
            y = top + number * _ROW
            width = max(1.0, abs(value) * scale)
            rows.append(
                f'<text x="{left - 8:.0f}" y="{y + 15}" text-anchor="end">{escape(name)}</text>'
                f'<rect x="{left:.0f}" y="{y + 3}" width="{width:.1f}" height="{_ROW - 6}" rx="3" fill="#3b82c4"/>'
                f'<text x="{left + width + 6:.1f}" y="{y + 15}">{value:g}</text>'
            )
        height = top + len(self.values) * _ROW + 4
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" style="{_STYLE}"'
        return f'{head} fill="currentColor">{"".join(rows)}</svg>'


def bars(values: Mapping[object, float], title: str = "") -> Bars:
    """A chart of numbers under their names.

    >>> bars({"greedy": 12, "random": 3}, title="wins")
    wins
    greedy ████████████████████████████████████████ 12
    random ██████████ 3
    """
    return Bars(values, title)
