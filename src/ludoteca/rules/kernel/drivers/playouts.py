"""Uniformly random playouts, which test and measure the rules."""

from __future__ import annotations

from typing import Any

from .rng import draw
from .rules import moves, play, resample_hidden, score, seats


def random_playout(s: Any, options: Any, rng: Any) -> int:
    """Play random moves, in place, to the end of the game. Returns the number of moves."""
    plies = 0
    while not s.over:
        n = moves(s, options)
        play(s, options[draw(rng, n)], None)
        plies += 1
    return plies


def random_games(states: Any, games: int, options: Any, rng: Any, points: Any) -> int:
    """Play random games from states[0], with states[1] as scratch, and add each seat's points to `points`.

    Returns the total number of moves.
    """
    plies = 0
    for _ in range(games):
        states[1] = states[0]
        resample_hidden(states[1], rng)
        plies += random_playout(states[1], options, rng)
        for seat in range(seats(states[0])):
            points[seat] += score(states[1], seat)
    return plies


def play_out(states: Any, options: Any, rng: Any, points: Any, plies: Any) -> None:
    """Play every state to its end at random, in place; note the points of its seats and its number of moves."""
    for i in range(len(states)):
        resample_hidden(states[i], rng)
        plies[i] = random_playout(states[i], options, rng)
        for seat in range(seats(states[i])):
            points[i, seat] = score(states[i], seat)
