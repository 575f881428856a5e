"""The ground of a farm's cells as SVG: grass, soil and the walls of rooms."""

from __future__ import annotations


def box(x: float, y: float, side: float, inset: float = 2) -> str:
    """The position and size of a square a little smaller than its cell, as attributes."""
    width = f"{side - 2 * inset:g}"
    return f' x="{x + inset:g}" y="{y + inset:g}" width="{width}" height="{width}"'


def grass(x: float, y: float, side: float, number: int) -> str:
    """An empty cell; the number varies where its tufts stand."""
    shift = (7 * number) % 4 * 7
    tufts = f"M{x + 18 + shift:g} {y + 34:g}l4-8 4 8M{x + 40 - shift / 2:g} {y + 58:g}l4-8 4 8"
    return f'<rect class="grass"{box(x, y, side)} rx="7"/><path class="tuft" d="{tufts}"/>'


def soil(x: float, y: float, side: float) -> str:
    """A plowed cell with its furrows."""
    furrows = "".join(f"M{x + 10:g} {y + side * (n + 1) / 6:g}h{side - 20:g}" for n in range(5))
    return f'<rect class="soil"{box(x, y, side)} rx="7"/><path class="furrow" d="{furrows}"/>'


def walls(x: float, y: float, side: float, material: str) -> str:
    """A room of planks (wood) or of bricks (clay, stone)."""
    rows = [y + 2 + (side - 4) * n / 4 for n in range(1, 4)]
    joints = "".join(f"M{x + 2:g} {row:g}h{side - 4:g}" for row in rows)
    if material != "wood":
        for n, row in enumerate([y + 2, *rows]):
            start = x + side * (0.3 if n % 2 else 0.5)
            joints += f"M{start:g} {row:g}v{(side - 4) / 4:g}" + (
                f"m{side * 0.4:g} 0v{-(side - 4) / 4:g}" if n % 2 else ""
            )
    return f'<rect class="wall {material}"{box(x, y, side)} rx="4"/><path class="joint {material}" d="{joints}"/>'
