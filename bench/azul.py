"""Azul: random games a second, and how soon a Prolog mind answers."""

from __future__ import annotations

import statistics
import time

from bench.measure import Claim, random_games, rates
from ludoteca.core.clock import Clock
from ludoteca.core.game import Position
from ludoteca.games.azul import Azul
from ludoteca.minds import load_mind


def measure() -> list[Claim]:
    return [_random_games(), _prolog()]


def _random_games() -> Claim:
    (rate,) = rates(random_games(Azul({}), 40_000))
    return Claim("random games of Azul for two", "≥ 20,000 games/s", f"{rate:,.0f} games/s", rate >= 20_000)


def _prolog() -> Claim:
    """The whole answer: telling it the position and every move's consequences, proving, and why not each other move."""
    game = Azul({})
    player = load_mind("prolog", game).join(game, 0, 1)
    seconds: list[float] = []
    for seed in range(3):
        position: Position = game.start(seed)
        while position.turn is not None:
            seen = game.load(position.save())  # knows nothing yet
            started = time.perf_counter()
            choice = player.choose(seen, [], Clock(10))
            seconds.append(time.perf_counter() - started)
            position = position.after(choice.move)
    player.close()
    median, slowest = 1000 * statistics.median(seconds), 1000 * max(seconds)
    told = f"{median:.1f} ms in the median of {len(seconds)} moves, {slowest:.0f} ms at most"
    return Claim("a Prolog mind answers in Azul", "< 20 ms", told, median < 20)
