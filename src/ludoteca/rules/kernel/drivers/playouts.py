"""Random games, as many a second as the machine allows."""

from __future__ import annotations

from typing import Any

from .rng import draw
from .rules import moves, play, resample_hidden, score, seats


def play_out(s: Any, options: Any, rng: Any) -> int:
    """Play random moves to the end, in place; the number of moves."""
    plies = 0
    while not s.over:
        n = moves(s, options)
        play(s, options[draw(rng, n)], None)
        plies += 1
    return plies


def random_games(states: Any, games: int, options: Any, rng: Any, points: Any) -> int:
    """Play games from states[0] on states[1], adding each seat's points up; the number of moves in all."""
    plies = 0
    for _ in range(games):
        states[1] = states[0]
        resample_hidden(states[1], rng)
        plies += play_out(states[1], options, rng)
        for seat in range(seats(states[0])):
            points[seat] += score(states[1], seat)
    return plies
