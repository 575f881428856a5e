"""Writes ``tests/arena/data/evalica.json``: the Bradley–Terry ratings that evalica finds for some cross tables.

Evalica brings pandas and scipy along, so it is no dependency of the tests. Run this in an environment of its own:
``pip install evalica``, then ``python scripts/evalica_ratings.py``.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "tests" / "arena" / "data" / "evalica.json"
# Wins of the row against the column; the diagonal is empty. Draws are given apart, the same in both places.
TABLES: tuple[tuple[list[list[int]], list[list[int]]], ...] = (
    ([[0, 30], [10, 0]], [[0, 0], [0, 0]]),
    ([[0, 30], [10, 0]], [[0, 8], [8, 0]]),
    ([[0, 7, 9], [3, 0, 6], [1, 4, 0]], [[0, 0, 0], [0, 0, 0], [0, 0, 0]]),
    (
        [[0, 12, 9, 18, 20], [4, 0, 8, 11, 15], [7, 6, 0, 9, 16], [1, 5, 7, 0, 12], [1, 2, 3, 4, 0]],
        [[0, 4, 4, 1, 0], [4, 0, 6, 4, 3], [4, 6, 0, 4, 1], [1, 4, 4, 0, 4], [0, 3, 1, 4, 0]],
    ),
)


def main() -> None:
    """Fit all tables and write them with their ratings."""
    import evalica

    cases: list[dict[str, Any]] = []
    for wins, draws in TABLES:
        firsts, seconds, winners = [], [], []
        for row in range(len(wins)):
            for column in range(len(wins)):
                games = [(evalica.Winner.X, wins[row][column])]
                if row < column:
                    games.append((evalica.Winner.Draw, draws[row][column]))
                for winner, times in games:
                    firsts += [row] * times
                    seconds += [column] * times
                    winners += [winner] * times
        found = evalica.bradley_terry(firsts, seconds, winners, tie_weight=0.5, tolerance=1e-13, limit=100_000).scores
        strengths = [400 * math.log10(found[mind]) for mind in range(len(wins))]
        mean = sum(strengths) / len(strengths)
        cases.append({"wins": wins, "draws": draws, "ratings": [round(value - mean, 3) for value in strengths]})
    DATA.write_text(json.dumps({"evalica": evalica.__version__, "cases": cases}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
