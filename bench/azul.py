"""Azul: random playouts a second in our compiled loop, and the response time of the document's strategy in Prolog."""

from __future__ import annotations

import statistics
import time

from bench.measure import Claim, random_games, rates
from ludoteca.core.clock import Clock
from ludoteca.core.game import Position
from ludoteca.games.azul import Azul
from ludoteca.minds.schools import load_mind


def measure() -> list[Claim]:
    """The claims about Azul."""
    return [_random_games(), _prolog()]


def _random_games() -> Claim:
    """Random playouts a second."""
    (rate,) = rates(random_games(Azul({}), 40_000))
    return Claim(
        "random playouts of Azul for two, our compiled loop", "≥ 20,000 games/s", f"{rate:,.0f} games/s", rate >= 20_000
    )


def _prolog() -> Claim:
    """The time of a whole answer: sending the facts of the position and of all moves, the proof, and the rejections."""
    game = Azul({})
    player = load_mind("prolog:file=document.pl", game).join(game, 0, 1)
    seconds: list[float] = []
    for seed in range(3):
        position: Position = game.start(seed)
        while position.turn is not None:
            seen = game.load(position.save())  # without cached facts
            started = time.perf_counter()
            choice = player.choose(seen, [], Clock(10))
            seconds.append(time.perf_counter() - started)
            position = position.after(choice.move)
    player.close()
    median, slowest = 1000 * statistics.median(seconds), 1000 * max(seconds)
    measured = f"{median:.1f} ms median of {len(seconds)} moves, {slowest:.0f} ms maximum"
    return Claim("response time of the Prolog mind in Azul", "< 20 ms", measured, median < 20)
