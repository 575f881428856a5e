"""The table as an SVG file that suits a light and a dark page."""

from __future__ import annotations

import math
from html import escape

from ludoteca.arena.school_table.cells import Cell, SchoolTable, colour_level
from ludoteca.core.i18n import phrase

_NAME, _COLUMN, _ROW, _HEAD, _EDGE = 116, 132, 44, 58, 16
_LONGEST = 16  # characters of a title in one line
_LIGHT = {
    "paper": "#fbf7f0", "ink": "#2a2118", "faint": "#6d6256", "line": "#e3d8c8", "p1": "#dbe9f5", "p2": "#a9cdea",
    "p3": "#6aaadb", "m1": "#fbe6d3", "m2": "#f5c497", "m3": "#e89b56", "z": "#f1ebe0",
}  # fmt: skip
_DARK = {
    "paper": "#1b1714", "ink": "#f1e9df", "faint": "#b5a898", "line": "#40382f", "p1": "#233645", "p2": "#265373",
    "p3": "#24699c", "m1": "#463222", "m2": "#684220", "m3": "#875018", "z": "#2a2420",
}  # fmt: skip
_LEVELS = {-3: "m3", -2: "m2", -1: "m1", 0: "z", 1: "p1", 2: "p2", 3: "p3"}


def table_picture(table: SchoolTable, language: str) -> str:
    """Schools by games, each cell with its rating and interval, as the text of an SVG file."""
    width = 2 * _EDGE + _NAME + _COLUMN * len(table.games)
    bottom = _HEAD + _ROW * len(table.schools)
    parts = [_heading(table, language)]
    for row, school in enumerate(table.schools):
        y, best = _HEAD + _ROW * row, table.best_game(school)
        parts.append(f'<text class="school" x="{_EDGE}" y="{y + 27}">{escape(school)}</text>')
        for column, game in enumerate(table.games):
            x = _EDGE + _NAME + _COLUMN * column
            parts.append(_drawn_cell(table.cells[school, game], x, y, best == game))
    for line, key in enumerate(("scale", "marks")):
        text = escape(_say(key, language))
        parts.append(f'<text class="note" x="{_EDGE}" y="{bottom + 24 + 18 * line}">{text}</text>')
    height = bottom + 56
    title = escape(_say("title", language))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{title}"><title>{title}</title><style>{_style()}</style>'
        f'<rect class="paper" width="{width}" height="{height}" rx="12"/>{"".join(parts)}</svg>\n'
    )


def _heading(table: SchoolTable, language: str) -> str:
    parts = []
    for column, game in enumerate(table.games):
        x = _EDGE + _NAME + _COLUMN * (column + 0.5) - 2
        lines = _wrapped(phrase(f"games.{game}.title", language))
        first = 42 - 15 * (len(lines) - 1)
        for number, line in enumerate(lines):
            parts.append(f'<text class="game" x="{x}" y="{first + 15 * number}">{escape(line)}</text>')
    return "".join(parts)


def _wrapped(title: str) -> list[str]:
    """A title in one line or two.

    >>> _wrapped("The working day of two families")
    ['The working day', 'of two families']
    """
    if len(title) <= _LONGEST:
        return [title]
    words = title.split()
    halves = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return list(min(halves, key=lambda half: max(map(len, half)), default=(title,)))


def _drawn_cell(cell: Cell, x: int, y: int, is_best: bool) -> str:
    width, height, middle = _COLUMN - 4, _ROW - 4, x + _COLUMN // 2 - 2
    if cell.rated is None:
        sign = "…" if cell.refusal is None else "–"
        return (
            f'<rect class="empty" x="{x}" y="{y}" width="{width}" height="{height}" rx="6"/>'
            f'<text class="none" x="{middle}" y="{y + 25}">{sign}</text>'
        )
    rating, marks = cell.rated.rating, rating_marks(is_best, cell.changed)
    return (
        f'<rect class="{_LEVELS[colour_level(rating)]}" x="{x}" y="{y}" width="{width}" height="{height}" rx="6"/>'
        f'<text class="rating" x="{middle}" y="{y + 19}">{signed(rating.value)}{marks}</text>'
        f'<text class="interval" x="{middle}" y="{y + 34}">{signed(rating.low)} … {signed(rating.high)}</text>'
    )


def rating_marks(is_best: bool, changed: bool) -> str:
    """What follows a rating: a star in the school's best game, a dagger if its knowledge has changed since.

    >>> rating_marks(True, True)
    ' ★ †'
    """
    return " ★" * is_best + " †" * changed


def signed(value: float) -> str:
    """A rating with its sign; zero has none.

    >>> signed(-12.4), signed(0.3), signed(7)
    ('−12', '0', '+7')
    """
    rounded = math.floor(abs(value) + 0.5) * (1 if value > 0 else -1)  # a half away from zero, as on the page
    return "0" if rounded == 0 else f"{rounded:+d}".replace("-", "−")


def _style() -> str:
    """The colours for a light page and for a dark one; both are told apart by people who do not see red or green."""
    text = (
        "text{font-family:system-ui,'Segoe UI',sans-serif;fill:var(--ink)}"
        ".game{font-size:13px;font-weight:600;text-anchor:middle}.school{font-size:15px;font-weight:600}"
        ".rating{font-size:15px;font-weight:700;text-anchor:middle}.interval{font-size:11px;text-anchor:middle}"
        ".none{font-size:15px;text-anchor:middle;fill:var(--faint)}.note{font-size:12px;fill:var(--faint)}"
        ".paper{fill:var(--paper)}.empty{fill:none;stroke:var(--line)}"
    )
    fills = "".join(f".{name}{{fill:var(--{name})}}" for name in _LEVELS.values())
    light, dark = (";".join(f"--{name}:{value}" for name, value in colours.items()) for colours in (_LIGHT, _DARK))
    return f":root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}{text}{fills}"


def _say(key: str, language: str) -> str:
    return phrase(f"arena.school_table.{key}", language)
