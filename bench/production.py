"""Production systems: the time of a game, the memory of a thousand games, and the time of a CLIPS player's move."""

from __future__ import annotations

import random
import resource
import time

from bench.measure import Claim
from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, Move, Position
from ludoteca.games.agricola_classic import AgricolaClassic
from ludoteca.games.kalah import Kalah
from ludoteca.minds.schools import load_mind

_GAMES = 1000
_TIMED = 12  # games
_WARM_UP = 100  # games before memory is measured


def measure() -> list[Claim]:
    return [_whole_game(), _memory(), _clips_player()]


def _whole_game() -> Claim:
    """Random games position by position, as a match plays them; and as playouts in one environment, as searches do."""
    game = AgricolaClassic({})
    _seconds_of(game, 0)  # warms up
    seconds = sorted(_seconds_of(game, seed) for seed in range(_TIMED))
    start = game.start(0).state
    began = time.perf_counter()
    for seed in range(_TIMED):
        game.engine.playout(start, seed)
    playout = (time.perf_counter() - began) / _TIMED
    median = seconds[_TIMED // 2]
    measured = f"median {1000 * median:.0f} ms, best {1000 * seconds[0]:.0f}; as a playout {1000 * playout:.0f} ms"
    return Claim("a random game of Agricola classic, position by position", "< 100 ms", measured, median < 0.1)


def _seconds_of(game: Game, seed: int) -> float:
    lot = random.Random(seed)
    began = time.perf_counter()
    position = game.start(seed)
    while position.turn is not None:
        position = position.after(lot.choice(position.moves))
    return time.perf_counter() - began


def _memory() -> Claim:
    game = AgricolaClassic({})
    start = game.start(0).state
    for seed in range(_WARM_UP):
        game.engine.playout(start, seed)
    before = _peak_memory()
    for seed in range(_WARM_UP, _GAMES):
        game.engine.playout(start, seed)
    grown = (_peak_memory() - before) / 1024
    return Claim(
        f"{_GAMES:,} games of Agricola classic in one process", "no growth (< 2 MiB)", f"+{grown:.1f} MiB", grown < 2
    )


def _peak_memory() -> int:
    """The peak memory of this process, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _clips_player() -> Claim:
    game = Kalah({})
    players = [load_mind("clips", game).join(game, seat, 1) for seat in range(2)]
    position: Position = game.start(0)
    history: list[Move] = []
    times = []
    while position.turn is not None:
        seen = game.load(position.save())  # a position without cached results
        began = time.perf_counter()
        choice = players[position.turn].choose(seen, history, Clock(10))
        times.append(time.perf_counter() - began)
        history.append(choice.move)
        position = position.after(choice.move)
    for player in players:
        player.close()
    median, slowest = sorted(times)[len(times) // 2], max(times)
    measured = f"median {1000 * median:.1f} ms, slowest {1000 * slowest:.1f}"
    return Claim("a CLIPS player's move on Kalah", "< 10 ms", measured, slowest < 0.01)
