"""Rules as a production system: whole games, memory over a thousand of them, and how soon a CLIPS player answers."""

from __future__ import annotations

import random
import resource
import time

from bench.measure import Claim
from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, Move, Position
from ludoteca.games.agricola_classic import AgricolaClassic
from ludoteca.games.kalah import Kalah
from ludoteca.minds import load_mind

_GAMES = 1000
_WARM = 100  # games after which memory should have its size


def measure() -> list[Claim]:
    return [_whole_game(), _memory(), _clips_player()]


def _whole_game() -> Claim:
    """Every move through the referee, position by position; and the same inside one environment, as searches do."""
    game = AgricolaClassic({})
    seconds = min(_seconds_of(game, seed) for seed in range(12))
    middle = sorted(_seconds_of(game, seed) for seed in range(12))[6]
    start = game.start(0).state
    began = time.perf_counter()
    for seed in range(12):
        game.engine.playout(start, seed)
    live = (time.perf_counter() - began) / 12
    told = f"{1000 * middle:.0f} ms in the middle, {1000 * seconds:.0f} at best; {1000 * live:.0f} ms in CLIPS alone"
    return Claim("a whole game of Agricola classic, two random minds", "< 250 ms", told, middle < 0.25)


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
    for seed in range(_WARM):
        game.engine.playout(start, seed)
    before = _most_memory()
    for seed in range(_WARM, _GAMES):
        game.engine.playout(start, seed)
    grown = (_most_memory() - before) / 1024
    return Claim(
        f"{_GAMES:,} games of Agricola classic in one process", "no growth (< 2 MiB)", f"+{grown:.1f} MiB", grown < 2
    )


def _most_memory() -> int:
    """The most this process has had, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _clips_player() -> Claim:
    game = Kalah({})
    players = [load_mind("clips", game).join(game, seat, 1) for seat in range(2)]
    position: Position = game.start(0)
    history: list[Move] = []
    times = []
    while position.turn is not None:
        seen = game.load(position.save())  # knows nothing yet
        began = time.perf_counter()
        choice = players[position.turn].choose(seen, history, Clock(10))
        times.append(time.perf_counter() - began)
        history.append(choice.move)
        position = position.after(choice.move)
    for player in players:
        player.close()
    middle, slowest = sorted(times)[len(times) // 2], max(times)
    told = f"{1000 * middle:.1f} ms in the middle, {1000 * slowest:.1f} at most"
    return Claim("a CLIPS player answers on Kalah", "< 10 ms", told, slowest < 0.01)
