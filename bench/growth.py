"""Growth of planning states and time with the number of turns and of people: a table and a chart.

``python -m bench.growth [--write]``; with ``--write`` the table goes into planning.md and the chart into docs/images.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from math import log10
from pathlib import Path

from bench.planning import solved
from bench.proofs import PAGE, write
from ludoteca.core.options import Value
from ludoteca.planners.planner import Solution

PICTURE = Path(__file__).parent.parent / "docs" / "images" / "growth.svg"
PLANNERS = {"counting": "#2a6f97", "schedule": "#c1440e"}
SERIES: Mapping[str, tuple[str, Sequence[int], Mapping[str, Value]]] = {
    "turns": ("two people each, cards return", range(1, 15), {"people": 2, "cards": "per-turn"}),
    "people": ("two turns, cards return", range(1, 5), {"turns": 2, "cards": "per-turn"}),
}
SECONDS = 60.0

Row = tuple[int, dict[str, Solution]]


def measured(option: str) -> list[Row]:
    """The solutions of all planners for each value of an option."""
    _, sizes, others = SERIES[option]
    return [(size, {name: solved({**others, option: size}, SECONDS, name) for name in PLANNERS}) for size in sizes]


def table(option: str, rows: list[Row]) -> str:
    """The table of a series."""
    columns = "".join(f" {name}: states | seconds |" for name in PLANNERS)
    text = f"| {option} ({SERIES[option][0]}) | cost |{columns}\n|---|---|{'---|---|' * len(PLANNERS)}\n"
    for size, found in rows:
        cells = "".join(f" {solution.states:,} | {solution.seconds:.2f} |" for solution in found.values())
        best = min(found.values(), key=lambda solution: solution.status != "optimal")
        text += f"| {size} | {best.cost} {best.status} |{cells}\n"
    return text


def picture(rows: Mapping[str, list[Row]]) -> str:
    """The chart: four panels with logarithmic axes and a line for each planner."""
    panels = [
        _panel(f"{what} by {option}", column, line, rows[option], what)
        for column, option in enumerate(rows)
        for line, what in enumerate(("states", "seconds"))
    ]
    names = "".join(
        f'<text x="{60 + 130 * number}" y="24" fill="{colour}" font-weight="bold">{name}</text>'
        for number, (name, colour) in enumerate(PLANNERS.items())
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 540" font-family="sans-serif" font-size="13">'
        f'<rect width="760" height="540" fill="white"/>{names}{"".join(panels)}</svg>\n'
    )


def _panel(title: str, column: int, line: int, rows: list[Row], what: str) -> str:
    """A panel of the chart."""
    left, top, width, height = 60 + 370 * column, 60 + 240 * line, 300, 170
    values = {name: [max(1e-3, float(getattr(found[name], what))) for _, found in rows] for name in PLANNERS}
    everything = [value for own in values.values() for value in own]
    low, high = int(log10(min(everything)) // 1), int(-(-log10(max(everything)) // 1))
    high = max(high, low + 1)

    def place(number: int, value: float) -> tuple[float, float]:
        across = number / max(1, len(rows) - 1)
        return left + width * across, top + height * (1 - (log10(value) - low) / (high - low))

    parts = [f'<text x="{left}" y="{top - 12}" fill="#222">{title}</text>']
    for power in range(low, high + 1):
        _, y = place(0, 10.0**power)
        parts.append(f'<path d="M{left} {y:.1f}h{width}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4:.1f}" fill="#555" text-anchor="end">{10.0**power:g}</text>')
    for number, (size, _) in enumerate(rows):
        x, _ = place(number, 10.0**low)
        parts.append(f'<text x="{x:.1f}" y="{top + height + 18}" fill="#555" text-anchor="middle">{size}</text>')
    for name, colour in PLANNERS.items():
        points = " ".join("{:.1f},{:.1f}".format(*place(number, value)) for number, value in enumerate(values[name]))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
    return "".join(parts)


def main() -> None:
    """Measure all series, print the tables, and write them with --write."""
    rows = {option: measured(option) for option in SERIES}
    text = "\n".join(table(option, own) for option, own in rows.items())
    print(text)
    if "--write" in sys.argv:
        PICTURE.write_text(picture(rows), encoding="utf-8")
        write(PAGE, "growth", text)


if __name__ == "__main__":
    main()
