"""Hints for search minds; the rules do not use them."""

from __future__ import annotations

from typing import Any

from ludoteca.rules.kernel.drivers.rng import draw

from .rules import score

HORIZON = 1


def expected_score(s: Any, seat: int) -> int:
    return score(s, seat)


def win_estimate(s: Any, seat: int) -> float:
    if not s.over:
        return 0.5
    return 1.0 if s.turn == seat else 0.0


def chance_events(s: Any) -> int:
    return 0


def playout_move(s: Any, options: Any, n: int, rng: Any) -> Any:
    return options[draw(rng, n)]


def prior(s: Any, move: int) -> float:
    return 1.0
